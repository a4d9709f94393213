package import Dispatch
import Locks

/// Tells listeners of every committed change, once, in commit order.
///
/// It reads the change log behind what it told last. Commits of this program wake it at once; those of others are found
/// by `PRAGMA data_version`, asked ten times a second. A listener that is slow slows nobody but the feed's queue: the log
/// waits on disk, not in memory.
package final class ChangeFeed: @unchecked Sendable {
    // Sendable: `connection`, `seq`, `dataVersion`, `listeners`, `waiters` and `isPaused` are only used on
    // `queue`.
    /// Where listeners are called; everything that follows changes runs here.
    package let queue = DispatchQueue(label: "rivulet.feed", qos: .userInitiated)
    private let database: Database
    private let connection: Connection
    private var seq: Int64
    private var dataVersion: Int64 = 0
    private var listeners: [Listener] = []
    private var waiters = PositionWaiters()
    private var isPaused = false
    private let isAwake = Lock(false)
    private let timer: any DispatchSourceTimer

    private struct Listener {
        weak var object: (any ChangeListener)?
    }

    /// A page of the log; longer transactions come in several batches.
    private static let batchLimit = 1000
    private static let pollInterval = DispatchTimeInterval.milliseconds(100)

    /// Begins at the log's head.
    package init(_ database: Database) throws(SQLiteError) {
        self.database = database
        guard let connection = database.takeFeed() else { preconditionFailure("a database has one feed") }
        self.connection = connection
        seq = try ChangeLog.head(connection)
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + Self.pollInterval, repeating: Self.pollInterval, leeway: .milliseconds(20))
        timer.setEventHandler { [weak self] in self?.poll() }
        timer.activate()
    }

    deinit { timer.cancel() }

    /// The position after the last change that listeners heard of. On the feed's queue.
    package var position: Position {
        dispatchPrecondition(condition: .onQueue(queue))
        return Position(epoch: database.epoch, seq: seq)
    }

    /// Adds a listener, for what follows `position`. The feed does not keep it alive. On the feed's queue.
    package func add(_ listener: any ChangeListener) {
        dispatchPrecondition(condition: .onQueue(queue))
        listeners.append(Listener(object: listener))
    }

    /// Removes a listener. On the feed's queue.
    package func remove(_ listener: any ChangeListener) {
        dispatchPrecondition(condition: .onQueue(queue))
        listeners.removeAll { $0.object == nil || $0.object === listener }
    }

    /// Tells what is committed by now, and then nothing until `resume`. On the feed's queue.
    package func pause() {
        dispatchPrecondition(condition: .onQueue(queue))
        guard !isPaused else { return }
        read()
        isPaused = true
        for listener in listeners { listener.object?.paused() }
    }

    /// Goes on where it paused. On the feed's queue.
    package func resume() {
        dispatchPrecondition(condition: .onQueue(queue))
        guard isPaused else { return }
        isPaused = false
        for listener in listeners { listener.object?.resumed() }
        read()
    }

    /// The log began anew while this was paused. On the feed's queue.
    package func restart() {
        dispatchPrecondition(condition: .onQueue(queue))
        seq = 0
        for listener in listeners { listener.object?.restarted() }
    }

    /// Says that something was committed. From anywhere.
    package func wake() {
        let mustSchedule = isAwake.withLock { isAwake in
            defer { isAwake = true }
            return !isAwake
        }
        if mustSchedule { queue.async { self.read() } }
    }

    /// Tells what is committed by now, before it returns. On the feed's queue, and not from a listener.
    package func catchUp() {
        dispatchPrecondition(condition: .onQueue(queue))
        read()
    }

    /// Calls `completion` with true once the log has come to `seq`, with false when it has not in time. From anywhere.
    package func wait(for seq: Int64, seconds: Int, completion: @escaping @Sendable (Bool) -> Void) {
        queue.async {
            self.read()
            self.waiters.add(seq, until: .now() + .seconds(seconds), completion)
            self.answerWaiters()
        }
    }

    private func answerWaiters() {
        for waiter in waiters.due(at: seq, .now()) { waiter.completion(waiter.isThere) }
    }

    private func poll() {
        answerWaiters()
        do {
            let version = try connection.integer("PRAGMA data_version") ?? 0
            guard version != dataVersion else { return }
            dataVersion = version
            wake()
        } catch {
            // The next tick asks again.
            return
        }
    }

    private func read() {
        dispatchPrecondition(condition: .onQueue(queue))
        isAwake.withLock { $0 = false }
        guard !isPaused else { return }
        do {
            while let batch = try next() {
                seq = batch.position.seq
                for listener in listeners { listener.object?.receive(batch) }
            }
        } catch {
            // A busy moment of the database: nothing was told, so nothing is lost. The poll comes back to it.
            dataVersion = -1
        }
        answerWaiters()
    }

    /// The next page of the log; nil at its head.
    private func next() throws(SQLiteError) -> ChangeBatch? {
        var changes: [Change] = []
        var more: Change?
        try database.log.read(connection, after: seq) { (change) throws(SQLiteError) in
            if changes.count == Self.batchLimit {
                more = change
                return false
            }
            changes.append(change)
            return true
        }
        guard let last = changes.last else { return nil }
        let goesOn = more.map { $0.transaction == last.transaction } ?? false
        return ChangeBatch(
            changes: changes, endsTransaction: !goesOn, position: Position(epoch: database.epoch, seq: last.seq))
    }
}

/// Hears of committed changes on the feed's queue.
package protocol ChangeListener: AnyObject, Sendable {
    /// Takes the changes that follow those of the call before.
    func receive(_ batch: ChangeBatch)
    /// No changes are told from now on.
    func paused()
    /// Changes are told again, from where they ceased.
    func resumed()
    /// There are no records, and the log has no changes: positions begin anew. Only while paused.
    func restarted()
}

extension ChangeListener {
    package func paused() {}
    package func resumed() {}
    package func restarted() {}
}
