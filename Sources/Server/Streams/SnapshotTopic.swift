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
    private let bufferLimit: Int
    private let pending = Lock(Pending())
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
        var snapshots: [Snapshot] = []
        var bytes = 0
        var isScheduled = false
    }

    init(_ query: Query, _ projection: Projection?, streamQueue: DispatchQueue, bufferLimit: Int) {
        self.query = query
        self.projection = projection
        self.streamQueue = streamQueue
        self.bufferLimit = bufferLimit
    }

    func receive(_ snapshot: Snapshot) {
        let mustSchedule = pending.withLock { pending in
            pending.bytes += snapshot.byteCount
            // When sending is behind, it goes on with the newest.
            if pending.bytes > bufferLimit, !pending.snapshots.isEmpty {
                pending.snapshots.removeAll(keepingCapacity: true)
                pending.bytes = snapshot.byteCount
            }
            pending.snapshots.append(snapshot)
            defer { pending.isScheduled = true }
            return !pending.isScheduled
        }
        if mustSchedule { streamQueue.async { self.flush() } }
    }

    func end(_ reason: StoreError) {
        onEnd?()
        streamQueue.async { [self] in
            let problem = Problem(reason)
            ended = problem
            for stream in streams { stream.end(problem) }
        }
    }

    private func flush() {
        let snapshots = pending.withLock { pending in
            defer { pending = Pending() }
            return pending.snapshots
        }
        for snapshot in snapshots {
            let frame = SnapshotFrame(snapshot)
            newest = frame
            for stream in streams { stream.offer(frame) }
        }
    }

    /// Adds a stream, and sends it what is shown now. On the stream queue.
    func add(_ stream: SnapshotStream) {
        if let ended { return stream.end(ended) }
        streams.append(stream)
        if let newest { stream.offer(newest) }
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
    lazy var frame: Frame = {
        var bytes: [UInt8] = []
        EventStream.append(to: &bytes, id: snapshot.position) { snapshot.write(to: &$0, isSynced: true) }
        return Frame(payload: bytes)
    }()

    init(_ snapshot: Snapshot) { self.snapshot = snapshot }
}
