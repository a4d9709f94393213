/// What serves a request that a route has matched. Called on a loop's queue; it does not wait.
package typealias Handler = @Sendable (Exchange, PathParameters) -> Void

extension Router where Handler == @Sendable (Exchange, PathParameters) -> Void {
    /// Has a request served by its route; answers what needs no route's help: preflights and OPTIONS (204 with `Allow`),
    /// 405 with `Allow`, 400 for a path that cannot be decoded. An unknown path goes to `notFound`, and 405 and 400 are
    /// made by `refusal`.
    package func route(
        _ exchange: Exchange, cors: CORS = CORS(), refusal: (Refusal) -> Response = HTTPConfiguration.plainRefusal,
        notFound: (Exchange) -> Void
    ) {
        let request = exchange.request
        if cors.refuses(request) {
            return exchange.respond(refusal(Refusal(.forbidden, "Pages of this origin may not write here.")))
        }
        switch match(request.method, request.path) {
        case .found(let handler, let parameters): handler(exchange, parameters)
        case .options(let allow):
            var response = Response(.noContent)
            response.headers.add("Allow", allow)
            exchange.respond(cors.preflight(request, allow: allow) ?? response)
        case .methodNotAllowed(let allow):
            var response = refusal(
                Refusal(.methodNotAllowed, "The path is there, but not with this method: \(allow)."))
            response.headers.set("Allow", allow)
            exchange.respond(response)
        case .notFound: notFound(exchange)
        case .malformedPath:
            exchange.respond(
                refusal(Refusal(.badRequest, "A segment of the path is not percent-encoded UTF-8.")))
        }
    }
}
