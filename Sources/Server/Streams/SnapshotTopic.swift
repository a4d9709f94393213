import DataStore
import Dispatch
import HTTP
import Locks

/// The watchers of one live query in the server: a snapshot becomes a frame once for all of them.
final class SnapshotTopic: LiveQueryListener, @unchecked Sendable {
    // Sendable: `streams`, `newest` and `ended` are only used on the stream queue, `leases` and `onEnd` on the feed's; `pending` is
    // locked.
    let query: Query
    let projection: Projection?
    private let streamQueue: DispatchQueue
    private let pending: Lock<Pending>
    private var streams: [SnapshotStream] = []
    /// What a new stream is sent first.
    private var newest: SnapshotFrame?
    private var ended: Problem?
    /// How many streams there are, or will be. On the feed's queue.
    var leases = 0
    /// Called on the feed's queue when nothing more will be shown.
    var onEnd: (() -> Void)?

    /// Snapshots on their way to the stream queue.
    private struct Pending: Sendable {
        var backlog: SnapshotBacklog
        var isScheduled = false
    }

    init(_ query: Query, _ projection: Projection?, streamQueue: DispatchQueue, bufferLimit: Int) {
        self.query = query
        self.projection = projection
        self.streamQueue = streamQueue
        pending = Lock(Pending(backlog: SnapshotBacklog(byteLimit: bufferLimit)))
    }

    func receive(_ snapshot: Snapshot) {
        let mustSchedule = pending.withLock { pending in
            pending.backlog.add(snapshot, at: DispatchTime.now().uptimeNanoseconds)
            defer { pending.isScheduled = true }
            return !pending.isScheduled
        }
        if mustSchedule { streamQueue.async { self.flush() } }
    }

    func end(_ reason: StoreError) {
        onEnd?()
        streamQueue.async { [self] in
            drain()
            let problem = Problem(reason)
            ended = problem
            for stream in streams { stream.end(problem) }
        }
    }

    private func flush() {
        drain()
        let isDone = pending.withLock { pending in
            pending.isScheduled = pending.backlog.count > 0
            return !pending.isScheduled
        }
        if !isDone { streamQueue.async { self.flush() } }
    }

    /// Sends what waits by now. What comes meanwhile is for the next time, so that other topics have their turn.
    private func drain() {
        for _ in 0..<pending.withLock({ $0.backlog.count }) {
            let now = DispatchTime.now().uptimeNanoseconds
            guard let (snapshot, ordinal) = pending.withLock({ $0.backlog.next(at: now) }) else { return }
            let frame = SnapshotFrame(snapshot, ordinal)
            newest = frame
            for stream in streams { stream.offer(frame) }
        }
    }

    /// Adds a stream, and sends it what is shown now. On the stream queue.
    func add(_ stream: SnapshotStream) {
        if let ended { return stream.end(ended) }
        drain()
        streams.append(stream)
        if let newest { stream.offer(newest) }
    }

    /// Sends what came by now; what clients are not ready for is dropped, for they will get a list when it goes on. On the
    /// stream queue.
    func pause() {
        drain()
        for stream in streams { stream.pause() }
    }

    func remove(_ stream: SnapshotStream) {
        guard let index = streams.firstIndex(where: { $0 === stream }) else { return }
        streams.swapAt(index, streams.count - 1)
        streams.removeLast()
    }
}

/// A snapshot on its way out; its bytes are made when someone is ready for them. On the stream queue.
final class SnapshotFrame {
    private let snapshot: Snapshot
    private let ordinal: Int
    lazy var frame: Frame = {
        var bytes: [UInt8] = []
        EventStream.append(to: &bytes, id: snapshot.position) { snapshot.write(to: &$0, isSynced: true) }
        return Frame(payload: bytes)
    }()

    /// `ordinal`: how many snapshots of the topic there were before this one.
    init(_ snapshot: Snapshot, _ ordinal: Int) {
        self.snapshot = snapshot
        self.ordinal = ordinal
    }

    /// Whether one who was shown `earlier` last would see nothing new. Two in a row always differ.
    func showsTheSame(as earlier: SnapshotFrame) -> Bool {
        if earlier.ordinal + 1 == ordinal { return false }
        return snapshot.items.elementsEqual(earlier.snapshot.items) { $0 === $1 || $0.bytes == $1.bytes }
    }
}
