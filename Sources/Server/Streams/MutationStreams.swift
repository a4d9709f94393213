import DataStore
import Dispatch
import HTTP

/// All streams of mutation events: from the feed's queue, where changes come, to the stream queue, where they are sent.
final class MutationStreams: ChangeListener, @unchecked Sendable {
    // Sendable: `topics` is only used on the feed's queue; `progress`, `isPaused` and `epoch`
    // on the stream queue; the rest is immutable.
    private let store: Store
    private let streamQueue: DispatchQueue
    private let reading: ReadQueues
    /// Bytes that may wait for a slow client before it is left out.
    let bufferLimit: Int
    private let plainWriters: [String: RecordWriter]
    private var topics: [MutationTopic.Identity: MutationTopic] = [:]
    /// The last change that topics were told of. On the stream queue.
    private(set) var progress: Int64 = 0
    /// Whether the store was stopped: nothing is read of the log either.
    private(set) var isPaused = false
    /// The log that `progress` is of.
    private(set) var epoch: String
    /// Batches on their way to the stream queue. When it is behind, the feed waits, and then tells more at once.
    private let onTheWay = DispatchSemaphore(value: 2)

    /// Bytes that a slow client is sent of the log at once.
    private static let pageBytes = 128 * 1024

    init(_ store: Store, streamQueue: DispatchQueue, reading: ReadQueues, bufferLimit: Int) {
        self.store = store
        self.streamQueue = streamQueue
        self.reading = reading
        self.bufferLimit = bufferLimit
        epoch = store.database.epoch
        plainWriters = Dictionary(
            store.schema.models.map { ($0.name, RecordWriter($0)) }, uniquingKeysWith: { first, _ in first })
        store.feed.queue.async { store.feed.add(self) }
    }

    /// Keeps a topic while a stream needs it.
    final class Lease: Sendable {
        let topic: MutationTopic
        private let hub: MutationStreams

        fileprivate init(_ topic: MutationTopic, _ hub: MutationStreams) {
            self.topic = topic
            self.hub = hub
            topic.leases += 1
        }

        deinit {
            let (topic, hub) = (topic, hub)
            hub.store.feed.queue.async { hub.release(topic) }
        }
    }

    /// Finds or makes the topic, and calls `completion` with it on the feed's queue. Everything that is committed after
    /// `seen` will be told to it on the stream queue, after what is sent there by then.
    func subscribe(
        _ identity: MutationTopic.Identity, model: ModelDefinition?,
        completion: @escaping @Sendable (_ lease: Lease, _ seen: Position) -> Void
    ) {
        store.start()
        store.feed.queue.async { [self] in
            store.feed.catchUp()
            let topic = topics[identity] ?? MutationTopic(identity, model: model)
            topics[identity] = topic
            completion(Lease(topic, self), store.feed.position)
        }
    }

    /// Adds a stream to its topic. On the stream queue; `seen` as `subscribe` gave it.
    func begin(_ stream: MutationStream, seen: Position, heartbeat seconds: Int) {
        // The log may have begun anew since.
        if seen.epoch == epoch { progress = max(progress, seen.seq) }
        stream.begin(heartbeat: seconds)
    }

    private func release(_ topic: MutationTopic) {
        topic.leases -= 1
        if topic.leases == 0 { topics[topic.identity] = nil }
    }

    var isIdle: Bool { topics.isEmpty }

    func receive(_ batch: ChangeBatch) {
        guard !topics.isEmpty else { return }
        let runs = runs(of: batch)
        let seq = batch.position.seq
        onTheWay.wait()
        streamQueue.async { [self] in
            for (topic, run) in runs { topic.send(run) }
            progress = max(progress, seq)
            onTheWay.signal()
        }
    }

    // MARK: Stop, start, clear

    func paused() { streamQueue.async { [self] in isPaused = true } }

    func resumed() {
        let topics = Array(topics.values)
        streamQueue.async { [self] in
            isPaused = false
            for topic in topics { topic.resume() }
        }
    }

    func restarted() {
        let topics = Array(topics.values)
        let epoch = store.feed.position.epoch
        streamQueue.async { [self] in
            self.epoch = epoch
            progress = 0
            for topic in topics { topic.restart() }
        }
    }

    private func runs(of batch: ChangeBatch) -> [(MutationTopic, FrameRun)] {
        var runs: [(MutationTopic, FrameRun)] = []
        // Topics without `fields` show an event in the same bytes.
        var shared = [[UInt8]?](repeating: nil, count: batch.changes.count)
        for topic in topics.values {
            var payload: [UInt8] = []
            var ends: [(seq: Int64, offset: Int)] = []
            for (index, change) in batch.changes.enumerated() {
                guard let event = topic.filter.event(for: change, parents: store.parent) else { continue }
                if topic.isPlain, !event.hasLeft {
                    if let bytes = shared[index] {
                        payload += bytes
                    } else {
                        let start = payload.count
                        topic.append(event, epoch: batch.position.epoch, to: &payload, plain: plainWriters)
                        if topics.count > 1 { shared[index] = Array(payload[start...]) }
                    }
                } else {
                    topic.append(event, epoch: batch.position.epoch, to: &payload, plain: plainWriters)
                }
                ends.append((change.seq, payload.count))
            }
            if !ends.isEmpty { runs.append((topic, FrameRun(payload: payload, ends: ends))) }
        }
        return runs
    }

    // MARK: From the log

    /// A part of the log as one client sees it.
    struct LogPage: Sendable {
        var payload: [UInt8] = []
        /// The last change that was looked at.
        var seq: Int64
        /// What was missed is gone: a frame that says so.
        var reset: [UInt8]?
    }

    /// Reads what follows `seq` for the topic, and calls `completion` on the stream queue.
    func read(
        _ topic: MutationTopic, after seq: Int64,
        completion: @escaping @Sendable (Result<LogPage, StoreError>) -> Void
    ) {
        reading.async { [self] in
            let result: Result<LogPage, StoreError>
            do throws(StoreError) {
                result = .success(try page(of: topic, after: seq))
            } catch {
                result = .failure(error)
            }
            streamQueue.async { completion(result) }
        }
    }

    private func page(of topic: MutationTopic, after seq: Int64) throws(StoreError) -> LogPage {
        let epoch = store.database.epoch
        let reach = try store.reach(of: Position(epoch: epoch, seq: seq))
        if let obstacle = reach.obstacle {
            return LogPage(seq: reach.head.seq, reset: EventStream.reset(obstacle, at: reach.head))
        }
        var page = LogPage(seq: max(seq, reach.head.seq))
        try store.read { (connection) throws(SQLiteError) in
            try store.database.log.read(connection, after: seq) { (change) throws(SQLiteError) in
                if let event = topic.filter.event(for: change, parents: store.parent) {
                    topic.append(event, epoch: epoch, to: &page.payload, plain: plainWriters)
                }
                guard page.payload.count >= Self.pageBytes else {
                    page.seq = max(page.seq, change.seq)
                    return true
                }
                page.seq = change.seq
                return false
            }
        }
        return page
    }
}
