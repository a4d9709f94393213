import DataStore
import HTTP

/// Observers that see the same events in the same form share a topic: an event is encoded once for all of them.
final class MutationTopic: @unchecked Sendable {
    // Sendable: `streams` is only used on the stream queue, `leases` on the feed's; the rest is immutable.

    /// What makes two topics the same.
    struct Identity: Hashable, Sendable {
        let models: [String]?
        let key: Key?
        let kinds: Set<Change.Kind>
        let predicate: Predicate
        let projection: Projection?
    }

    let identity: Identity
    let filter: MutationFilter
    /// Writes the record of an event; nil when it is the model's own, of all fields.
    private let writer: RecordWriter?
    private(set) var streams: [MutationStream] = []
    /// How many streams there are, or will be.
    var leases = 0

    /// `model` is needed for a projection.
    init(_ identity: Identity, model: ModelDefinition?) {
        self.identity = identity
        filter = MutationFilter(
            models: identity.models.map(Set.init), key: identity.key, kinds: identity.kinds,
            predicate: identity.predicate == .all ? nil : identity.predicate)
        writer = if let model, let projection = identity.projection { RecordWriter(model, projection) } else { nil }
    }

    /// Whether its events have the form of the topics without `fields`.
    var isPlain: Bool { writer == nil }

    /// The event's frame.
    func append(_ event: ObservedChange, epoch: String, to bytes: inout [UInt8], plain: [String: RecordWriter]) {
        guard let record = writer ?? plain[event.change.model.name] else { return }
        EventStream.append(to: &bytes, id: Position(epoch: epoch, seq: event.change.seq)) { json in
            event.write(to: &json, record: record)
        }
    }

    /// Sends a run to everyone who is up to date. On the stream queue.
    func send(_ run: FrameRun) { for stream in streams { stream.take(run) } }

    /// The store tells again what changes. On the stream queue.
    func resume() { for stream in streams { stream.resume() } }

    /// The log began anew. On the stream queue.
    func restart() { for stream in streams { stream.restart() } }

    func add(_ stream: MutationStream) { streams.append(stream) }

    func remove(_ stream: MutationStream) {
        guard let index = streams.firstIndex(where: { $0 === stream }) else { return }
        streams.swapAt(index, streams.count - 1)
        streams.removeLast()
    }
}
