import HTTP

/// What the protocol has and this version has not: 501, as a problem.
struct LaterEndpoint: Sendable {
    func handler(_ what: String) -> Handler {
        { exchange, _ in exchange.respond(Problem.notImplemented(what).response) }
    }
}
