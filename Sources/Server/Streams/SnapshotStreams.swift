import DataStore
import Dispatch
import HTTP

/// All streams of live queries: finds the topic of a query, and keeps it while someone watches.
final class SnapshotStreams: ChangeListener, @unchecked Sendable {
    // Sendable: `topics` is only used on the feed's queue; the rest is immutable.
    private let store: Store
    let streamQueue: DispatchQueue
    private let bufferLimit: Int
    private var topics: [Identity: Entry] = [:]

    private struct Identity: Hashable {
        let query: String
        let limit: Int?
        let projection: Projection?

        init(_ query: Query, _ projection: Projection?) {
            self.query = query.identity
            limit = query.limit
            self.projection = projection
        }
    }

    private struct Entry {
        let topic: SnapshotTopic
        /// Those who wait for the first read; nil once it is done.
        var callers: [(lease: Lease, completion: Completion)]?
    }

    typealias Completion = @Sendable (Result<Lease, StoreError>) -> Void

    init(_ store: Store, streamQueue: DispatchQueue, bufferLimit: Int) {
        self.store = store
        self.streamQueue = streamQueue
        self.bufferLimit = bufferLimit
        store.feed.queue.async { store.feed.add(self) }
    }

    /// The live queries hear of changes; this only hears of stops.
    var isIdle: Bool { true }

    func receive(_ batch: ChangeBatch) {}

    func paused() {
        let topics = topics.values.map(\.topic)
        streamQueue.async { for topic in topics { topic.pause() } }
    }

    /// Keeps a topic while a stream needs it.
    final class Lease: Sendable {
        let topic: SnapshotTopic
        private let hub: SnapshotStreams

        fileprivate init(_ topic: SnapshotTopic, _ hub: SnapshotStreams) {
            self.topic = topic
            self.hub = hub
            topic.leases += 1
        }

        deinit {
            let (topic, hub) = (topic, hub)
            hub.store.feed.queue.async { hub.release(topic) }
        }
    }

    /// Finds or makes the query's topic. `completion` is called on the feed's queue; what the topic shows then is on its
    /// way to the stream queue already, and holds everything that was committed before this call.
    func subscribe(_ query: Query, _ projection: Projection?, completion: @escaping Completion) {
        store.start()
        store.feed.queue.async { [self] in
            let identity = Identity(query, projection)
            if var entry = topics[identity] {
                let lease = Lease(entry.topic, self)
                guard entry.callers == nil else {
                    entry.callers?.append((lease, completion))
                    topics[identity] = entry
                    return
                }
                store.feed.catchUp()
                return completion(.success(lease))
            }
            let topic = SnapshotTopic(query, projection, streamQueue: streamQueue, bufferLimit: bufferLimit)
            topic.onEnd = { [weak self, unowned topic] in
                if self?.topics[identity]?.topic === topic { self?.topics[identity] = nil }
            }
            topics[identity] = Entry(topic: topic, callers: [(Lease(topic, self), completion)])
            store.live.watch(query, projection, topic) { [self] result in begin(identity, result) }
        }
    }

    /// The first read is done.
    private func begin(_ identity: Identity, _ result: Result<Snapshot, StoreError>) {
        guard let entry = topics[identity], let callers = entry.callers else { return }
        switch result {
        case .success(let snapshot):
            entry.topic.receive(snapshot)
            topics[identity] = Entry(topic: entry.topic, callers: nil)
            // Some of the callers came while the first read was under way.
            store.feed.catchUp()
            for caller in callers { caller.completion(.success(caller.lease)) }
        case .failure(let error):
            topics[identity] = nil
            for caller in callers { caller.completion(.failure(error)) }
        }
    }

    private func release(_ topic: SnapshotTopic) {
        topic.leases -= 1
        guard topic.leases == 0 else { return }
        let identity = Identity(topic.query, topic.projection)
        if topics[identity]?.topic === topic { topics[identity] = nil }
        store.live.unwatch(topic.query, topic.projection, topic)
    }
}
