import DataStore
import HTTP

/// `GET /healthz`: the process answers. `GET /readyz`: the store can be read.
struct HealthEndpoint: Sendable {
    let services: Services

    private static let ok = Array(#"{"status":"ok"}"#.utf8)

    @Sendable func live(_ exchange: Exchange, _ path: PathParameters) {
        exchange.answer { () throws(Problem) in
            try QueryParameters(exchange.request.query, allowed: []).finish()
            return .json(.ok, Self.ok)
        }
    }

    @Sendable func ready(_ exchange: Exchange, _ path: PathParameters) {
        exchange.answer(on: services.reading) { () throws(Problem) in
            try QueryParameters(exchange.request.query, allowed: []).finish()
            _ = try orProblem { () throws(StoreError) in try services.store.head() }
            return .json(.ok, Self.ok)
        }
    }
}
