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
    private let inbox = Lock(CommitInbox())
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
        if !listener.isIdle { catchUp() }
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

    /// The log began anew while nothing was told. On the feed's queue.
    package func restart() {
        dispatchPrecondition(condition: .onQueue(queue))
        seq = 0
        for listener in listeners { listener.object?.restarted() }
    }

    /// Says that something was committed. From anywhere; commits of the writer in their order.
    func wake(_ commit: Writer.Commit) {
        if inbox.withLock({ $0.add(commit) }) { queue.async { self.read() } }
    }

    /// Tells what is committed by now, before it returns. On the feed's queue, and not from a listener: one that was idle
    /// calls it before it is so no more.
    package func catchUp() {
        dispatchPrecondition(condition: .onQueue(queue))
        inbox.withLock { $0.isDozing = false }
        read(mayDoze: false)
    }

    /// Calls `completion` with true once the log has come to `seq`, with false when it has not in time. From anywhere.
    package func wait(for seq: Int64, seconds: Int, completion: @escaping @Sendable (Bool) -> Void) {
        queue.async {
            self.catchUp()
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
            if inbox.withLock({ $0.addUnknown() }) { queue.async { self.read() } }
        } catch {
            // The next tick asks again.
            return
        }
    }

    private func read(mayDoze: Bool = true) {
        dispatchPrecondition(condition: .onQueue(queue))
        let commits = inbox.withLock { $0.empty() }
        guard !isPaused else { return }
        defer { answerWaiters() }
        let isIdle = waiters.isEmpty && listeners.allSatisfy { $0.object?.isIdle ?? true }
        if mayDoze { inbox.withLock { $0.isDozing = isIdle } }
        do {
            if isIdle, try skip() { return }
            // As long as nobody else wrote between, what the writer committed goes on where the last one ended.
            for commit in commits.known where commit.start == seq && commit.epoch == database.epoch {
                tell(commit.logged?.changes ?? [])
            }
            if commits.isWhole, let last = commits.known.last, last.logged?.changes.last?.seq == seq { return }
            while true {
                let page = try next()
                let epoch = try ChangeLog.epoch(connection)
                if epoch != database.epoch {
                    // Another process cleared the database: of which log the page is cannot be said.
                    beginAnew(epoch)
                    continue
                }
                guard let batch = page else { break }
                tell(batch)
            }
        } catch {
            // A busy moment of the database: nothing was told, so nothing is lost. The poll comes back to it.
            dataVersion = -1
        }
    }

    /// Passes over what nobody wants to hear; false when the log is another one.
    private func skip() throws(SQLiteError) -> Bool {
        let position = try ChangeLog.position(connection)
        guard position.epoch == database.epoch else { return false }
        seq = max(seq, position.seq)
        return true
    }

    /// Tells changes of whole transactions, in pages.
    private func tell(_ changes: [Change]) {
        var start = 0
        while start < changes.count {
            let end = min(start + Self.batchLimit, changes.count)
            let isEnd = end == changes.count || changes[end].transaction != changes[end - 1].transaction
            tell(
                ChangeBatch(
                    changes: Array(changes[start..<end]), endsTransaction: isEnd,
                    position: Position(epoch: database.epoch, seq: changes[end - 1].seq)))
            start = end
        }
    }

    private func tell(_ batch: ChangeBatch) {
        seq = batch.position.seq
        for listener in listeners { listener.object?.receive(batch) }
    }

    private func beginAnew(_ epoch: String) {
        database.adopt(epoch)
        for listener in listeners { listener.object?.paused() }
        restart()
        for listener in listeners { listener.object?.resumed() }
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
    /// Whether it would do nothing with changes. Once it is not, it has caught up with the feed.
    var isIdle: Bool { get }
    /// Takes the changes that follow those of the call before, but for those that came while every listener was idle.
    func receive(_ batch: ChangeBatch)
    /// No changes are told from now on.
    func paused()
    /// Changes are told again, from where they ceased.
    func resumed()
    /// There are no records, and the log has no changes: positions begin anew. Only while paused.
    func restarted()
}

extension ChangeListener {
    package var isIdle: Bool { false }
    package func paused() {}
    package func resumed() {}
    package func restarted() {}
}
