import DataStore
import HTTP

/// `POST /transaction`: several operations, all or none.
struct TransactionEndpoint: Sendable {
    let services: Services

    @Sendable func post(_ exchange: Exchange, _ path: PathParameters) {
        do throws(Problem) {
            let request = exchange.request
            try QueryParameters(request.query, allowed: []).finish()
            if request.headers.has("Idempotency-Key") { throw .notImplemented("Idempotency-Key") }
            try request.requireJSONAnswer()
            let operations = try TransactionReader(schema: services.schema).operations(try request.json())
            services.store.perform(operations) { result in
                switch result {
                case .failure(let refusal): exchange.respond(Self.problem(refusal).response)
                case .success(let (outcomes, position)):
                    var response = Response.json(.ok, Self.items(outcomes))
                    response.setPosition(position)
                    exchange.respond(response)
                }
            }
        } catch {
            exchange.respond(error.response)
        }
    }

    /// The first error, with the place of its operation.
    private static func problem(_ refusal: Store.Refusal) -> Problem {
        var error = refusal.error
        if case .invalid(let faults) = error {
            error = .invalid(faults.map { $0.below("/\(refusal.index)/record") })
        }
        var problem = Problem(error)
        problem.index = refusal.index
        return problem
    }

    private static func items(_ outcomes: [Operation.Outcome]) -> [UInt8] {
        var writer = JSONWriter(capacity: 256 * (outcomes.count + 1))
        writer.write(raw: Array(#"{"items":["#.utf8))
        for (index, outcome) in outcomes.enumerated() {
            if index > 0 { writer.bytes.append(UInt8(ascii: ",")) }
            RecordWriter(outcome.record.model).write(outcome.record, to: &writer)
        }
        writer.write(raw: Array("]}".utf8))
        return writer.bytes
    }
}
