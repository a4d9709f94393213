import DataStore
import HTTP

/// `Rivulet-After`: a read that must see at least this position.
enum PositionHeader {
    /// The position that was asked for; nil without the field, 400 for a malformed one.
    static func after(_ request: Request) throws(Problem) -> Position? {
        guard let text = request.headers.first("Rivulet-After") else { return nil }
        guard let position = Position(text) else {
            throw Problem(.badRequest, "Rivulet-After is <epoch>-<seq>, as Rivulet-Seq of an answer gave it.")
        }
        return position
    }
}

extension Services {
    /// Calls `read` once the position that the request asks for is there; answers the problem when it is of another
    /// epoch, or does not come in time.
    func afterPosition(_ exchange: Exchange, _ read: @escaping @Sendable () -> Void) {
        do throws(Problem) {
            guard let position = try PositionHeader.after(exchange.request) else { return read() }
            guard position.epoch == store.database.epoch else { throw Problem(StoreError.otherEpoch) }
            store.start()
            store.feed.wait(for: position.seq, seconds: 5) { isThere in
                if isThere { return read() }
                var problem = Problem(.serviceUnavailable, "The position \(position) is not here yet.")
                problem.retryAfter = 1
                exchange.respond(problem.response)
            }
        } catch {
            exchange.respond(error.response)
        }
    }
}
