import DataStore
import Testing

/// A row of a table: a request, and everything that must hold of its answer.
struct Row: Sendable, CustomTestStringConvertible {
    let request: String
    var headers: [(String, String)] = []
    var body: String?
    let status: Int
    /// What the body's text contains, and what not.
    var contains: [String] = []
    var lacks: [String] = []
    /// Fields of the answer; nil: there is none of that name.
    var fields: [(String, String?)] = []
    /// The places of a problem's faults, all of them, in any order: `/path`, `parameter` or `parameter@column`.
    var faults: [String] = []
    /// A transaction's operation that failed.
    var index: Int?

    var testDescription: String { "\(request)\(headers.map { " \($0.0): \($0.1)" }.joined()) \(body ?? "")" }

    init(
        _ request: String, _ status: Int, faults: [String] = [], index: Int? = nil, contains: [String] = [],
        lacks: [String] = [], fields: [(String, String?)] = []
    ) {
        self.init(
            request, [], body: nil, status, faults: faults, index: index, contains: contains, lacks: lacks,
            fields: fields)
    }

    init(
        _ request: String, _ headers: [(String, String)] = [], body: String? = nil, _ status: Int,
        faults: [String] = [], index: Int? = nil, contains: [String] = [], lacks: [String] = [],
        fields: [(String, String?)] = []
    ) {
        self.request = request
        self.headers = headers
        self.body = body
        self.status = status
        self.faults = faults
        self.index = index
        self.contains = contains
        self.lacks = lacks
        self.fields = fields
    }

    /// Sends it, and judges the answer.
    func check(_ world: World) throws {
        let answer = try world.call(request, headers, body)
        #expect(answer.status == status, "\(answer.text)")
        guard answer.status == status else { return }
        for (name, value) in fields { #expect(answer[name] == value, "\(name)") }
        for part in contains { #expect(answer.text.contains(part), "\(part) in \(answer.text)") }
        for part in lacks { #expect(!answer.text.contains(part), "\(part) in \(answer.text)") }
        if request.hasPrefix("HEAD ") || status == 204 || status == 304 { return #expect(answer.body.isEmpty) }
        if status < 400 {
            #expect(answer["Content-Type"] == "application/json" && answer["Cache-Control"] == "no-cache")
            _ = try answer.json()
        } else {
            try checkProblem(answer)
        }
    }

    /// A problem has these members and no others (RFC 9457).
    private func checkProblem(_ answer: Answer) throws {
        #expect(answer["Content-Type"] == "application/problem+json" && answer["Cache-Control"] == "no-store")
        let problem = try answer.json()
        var names = ["type", "title", "status", "detail"]
        if index != nil { names.append("index") }
        if !faults.isEmpty { names.append("errors") }
        #expect(problem.names == names, "\(answer.text)")
        #expect(problem["type"] == .string("about:blank"))
        #expect(problem["title"] == .string(Text(answer.reason)))
        #expect(problem["status"] == .number(Text(String(status))))
        #expect(problem["index"]?.scalarText == index.map(String.init))
        #expect(problem["detail"]?.scalarText?.isEmpty == false)
        let places = (problem["errors"] ?? .null).items.map(Self.place)
        #expect(places.sorted() == faults.sorted(), "\(answer.text)")
    }

    private static func place(_ fault: JSON) -> String {
        guard fault["detail"]?.scalarText?.isEmpty == false else { return "no detail: \(fault.compact)" }
        switch fault.names {
        case ["path", "detail"]: return fault["path"]?.scalarText ?? "?"
        case ["parameter", "detail"]: return fault["parameter"]?.scalarText ?? "?"
        case ["parameter", "column", "detail"]:
            return "\(fault["parameter"]?.scalarText ?? "?")@\(fault["column"]?.scalarText ?? "?")"
        default: return "other members: \(fault.compact)"
        }
    }
}
