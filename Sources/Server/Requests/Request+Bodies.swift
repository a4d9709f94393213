import DataStore
import HTTP

extension Request {
    /// The body as JSON, of one of the media types; 415 for others and for one that is coded, 400 for what is no JSON.
    func json(_ types: [String] = ["application/json"]) throws(Problem) -> JSON {
        try requireJSONBody(types)
        do {
            return try JSONReader.read(body)
        } catch {
            throw Problem(error)
        }
    }

    /// 415 when the body is of no such media type, or coded.
    func requireJSONBody(_ types: [String] = ["application/json"]) throws(Problem) {
        if let type = MediaTypes.ofBody(self), !types.contains(type) {
            throw Problem(
                .unsupportedMediaType, "The body is \(type); it must be \(types.joined(separator: " or ")).")
        }
        if let coding = headers.items("Content-Encoding").first(where: { $0.lowercased() != "identity" }) {
            var problem = Problem(.unsupportedMediaType, "The body is in the coding \(coding); it must be as it is.")
            problem.acceptEncoding = "identity"
            throw problem
        }
    }

    /// 406 when the client takes no JSON.
    func requireJSONAnswer() throws(Problem) { try requireAnswer("application/json") }

    /// 406 when the client takes no event stream.
    func requireStreamAnswer() throws(Problem) { try requireAnswer("text/event-stream") }

    private func requireAnswer(_ type: String) throws(Problem) {
        if MediaTypes.accepts(self, type) { return }
        throw Problem(.notAcceptable, "The answer is \(type), which Accept does not allow.")
    }
}

extension Problem {
    /// What is no JSON.
    init(_ fault: JSONFault) {
        let place = "line \(fault.line), column \(fault.column)"
        let detail = "The body is not JSON: \(fault.detail) (\(place))"
        self.init(.badRequest, detail, faults: [Fault(.path(""), "\(fault.detail) (\(place))")])
    }

    /// A body that gives no record.
    init(_ fault: BodyFault) {
        switch fault {
        case .form(let fault): self.init(fault)
        case .content(let faults): self = .unprocessable(faults.faults)
        }
    }
}
