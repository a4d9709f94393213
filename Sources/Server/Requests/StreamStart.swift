import DataStore
import HTTP

/// Where a stream begins: at a position that the client names, at the log's start, or now.
///
/// `Last-Event-ID` wins over `?lastEventId=`, that over `?since=`.
enum StreamStart: Sendable {
    /// With what is committed from now on.
    case now
    /// With the first change of the log.
    case oldest
    /// After this position.
    case after(Position)
    /// The client named something that is no position.
    case malformed

    /// A start that was compared with the log.
    struct Resolved: Sendable {
        /// The stream tells what follows.
        let position: Position
        /// The frame that says that the client's position is lost; empty when it is not.
        let reset: [UInt8]
    }

    /// The parameters of a stream: its own, and those that say where it begins.
    static func parameters(
        _ request: Request, allowed: Set<String>, repeated: Set<String> = [], observes: Bool
    ) -> QueryParameters {
        let common: Set<String> = observes ? ["heartbeat", "lastEventId", "since"] : ["heartbeat", "lastEventId"]
        return QueryParameters(request.query, allowed: allowed.union(common), repeated: repeated)
    }

    init(_ parameters: inout QueryParameters, _ request: Request) {
        var since: StreamStart?
        if let text = parameters.text("since") {
            if text == "start" {
                since = .oldest
            } else if let position = Position(text) {
                since = .after(position)
            } else {
                parameters.add("since", "since is a position, <epoch>-<seq>, or start.")
            }
        }
        if let id = request.headers.first("Last-Event-ID") ?? parameters.text("lastEventId") {
            self = Position(id).map { .after($0) } ?? .malformed
        } else {
            self = since ?? .now
        }
    }

    /// Compares with the log as it is.
    func resolve(_ store: Store) throws(StoreError) -> Resolved {
        let asked: Position? = if case .after(let position) = self { position } else { nil }
        let reach = try store.reach(of: asked)
        let lost = { (reason: String) in
            Resolved(position: reach.head, reset: EventStream.reset(reason, at: reach.head))
        }
        switch self {
        case .now: return Resolved(position: reach.head, reset: [])
        case .oldest:
            if reach.oldest > 1 { return lost("the first changes of the log are no longer kept") }
            return Resolved(position: Position(epoch: reach.head.epoch, seq: 0), reset: [])
        case .malformed: return lost("the last event id is no position")
        case .after(let position): return reach.obstacle.map(lost) ?? Resolved(position: position, reset: [])
        }
    }
}
