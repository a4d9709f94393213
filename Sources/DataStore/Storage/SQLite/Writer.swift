package import Dispatch
import Locks

/// The one writer of a database: all that waits goes into one transaction, a savepoint each.
///
/// One fsync then pays for many writes. Each is answered after COMMIT; a failed one is rolled back alone.
package final class Writer: @unchecked Sendable {
    // Sendable: `connection`, `rows` and `head` are only used on `queue`; the rest is immutable or locked.
    package let queue = DispatchQueue(label: "rivulet.writer", qos: .userInitiated)
    private let database: Database
    private let connection: Connection
    private let rows: RowWriters
    private var head: Int64
    private let pending = Lock(Pending())
    private let onCommit: @Sendable (Commit) -> Void

    /// A commit that changed something.
    package struct Commit: Sendable {
        /// Of which log.
        let epoch: String
        /// The number of the last change before it.
        let start: Int64
        /// What was changed, when it is known without a look at the log.
        let logged: LoggedChanges?
    }

    private struct Pending: Sendable {
        var jobs: [Job] = []
        var isScheduled = false
        var isClosed = false
    }

    private struct Job: Sendable {
        let perform: @Sendable (WriteTransaction) throws(StoreError) -> Void
        let complete: @Sendable (Result<Position, StoreError>) -> Void
    }

    /// What a job made, between its run and the commit. Only used on the writer's queue.
    private final class Made<Value>: @unchecked Sendable {
        var value: Value?
    }

    /// More would make the first of a batch wait long for its answer.
    private static let batchLimit = 512

    /// `onCommit` is called on the writer's queue after each commit that changed something.
    package init(_ database: Database, onCommit: @escaping @Sendable (Commit) -> Void) throws(SQLiteError) {
        guard let connection = database.takeWriter() else { preconditionFailure("a database has one writer") }
        self.database = database
        self.connection = connection
        self.onCommit = onCommit
        head = try ChangeLog.head(connection)
        rows = try RowWriters(connection, database)
        #if !DEBUG
            // CHECKs are there for other programs; what is written here was checked by its type. Debug builds see to it.
            try connection.execute("PRAGMA ignore_check_constraints=ON")
        #endif
    }

    /// Runs `body` in a transaction of its own and calls `completion` with what it made and the position after it, once
    /// that is on disk. `body` must have no effects but on the transaction.
    package func submit<Value: Sendable>(
        _ body: @escaping @Sendable (WriteTransaction) throws(StoreError) -> Value,
        completion: @escaping @Sendable (Result<(Value, Position), StoreError>) -> Void
    ) {
        let made = Made<Value>()
        let job = Job(
            perform: { (transaction) throws(StoreError) in made.value = try body(transaction) },
            complete: { result in
                switch result {
                case .success(let position):
                    guard let value = made.value else { preconditionFailure("a job that ran made a value") }
                    completion(.success((value, position)))
                case .failure(let error): completion(.failure(error))
                }
            })
        let (isClosed, mustSchedule) = pending.withLock { pending in
            guard !pending.isClosed else { return (true, false) }
            pending.jobs.append(job)
            defer { pending.isScheduled = true }
            return (false, !pending.isScheduled)
        }
        if isClosed { return completion(.failure(.closed)) }
        if mustSchedule { queue.async { self.drain() } }
    }

    /// Finishes what waits, refuses what comes, and writes the log back into the database. Blocks.
    package func close() {
        pending.withLock { $0.isClosed = true }
        queue.sync {
            drain()
            // A reader that is still there only makes the checkpoint partial.
            _ = try? connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }

    /// Removes every record; the log begins anew. Blocks until the transactions under way are over and that is on disk.
    package func clear() throws(StoreError) {
        if pending.withLock({ $0.isClosed }) { throw .closed }
        let failure = queue.sync { () -> SQLiteError? in
            do throws(SQLiteError) {
                try database.clear(connection)
                head = 0
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw StoreError(failure) }
    }

    /// Copies the database as it is into a new file. Blocks.
    package func copy(to file: String) throws(SQLiteError) {
        let failure = queue.sync { () -> SQLiteError? in
            do throws(SQLiteError) {
                try connection.run(SQL("VACUUM INTO ?", [.text(Text(file))]))
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    /// Runs `body` on the writer's connection between transactions: maintenance.
    package func maintain(_ body: @escaping @Sendable (Connection) throws(SQLiteError) -> Void) {
        queue.async {
            // Maintenance that fails is tried again next time; requests report the cause.
            do { try body(self.connection) } catch { self.abandon() }
        }
    }

    private func drain() {
        dispatchPrecondition(condition: .onQueue(queue))
        while true {
            let jobs = pending.withLock { pending in
                let batch = Array(pending.jobs.prefix(Self.batchLimit))
                pending.jobs.removeFirst(batch.count)
                if batch.isEmpty { pending.isScheduled = false }
                return batch
            }
            if jobs.isEmpty { return }
            run(jobs)
        }
    }

    private func run(_ jobs: [Job]) {
        var outcomes: [Result<Position, StoreError>] = []
        outcomes.reserveCapacity(jobs.count)
        do {
            try connection.run("BEGIN IMMEDIATE")
            // Writers outside of this program may have been here.
            let before = try ChangeLog.position(connection)
            head = before.seq
            let transaction = WriteTransaction(connection, database: database, rows: rows, head: head)
            for job in jobs { outcomes.append(try run(job, in: transaction, before.epoch, isAlone: jobs.count == 1)) }
            if !connection.isIdle {
                try transaction.end()
                try connection.run("COMMIT")
            }
            head = transaction.head
            // Who watches hears of it no later than who wrote it.
            if head != before.seq {
                onCommit(Commit(epoch: before.epoch, start: before.seq, logged: transaction.logged))
            }
            for (job, outcome) in zip(jobs, outcomes) { job.complete(outcome) }
        } catch {
            abandon()
            let failure = StoreError(error)
            for job in jobs { job.complete(.failure(failure)) }
        }
    }

    /// Runs a job in a savepoint; one that is alone has the transaction for it. Throws only what ends the whole batch.
    private func run(
        _ job: Job, in transaction: WriteTransaction, _ epoch: String, isAlone: Bool
    ) throws(SQLiteError) -> Result<Position, StoreError> {
        if !isAlone { try connection.run("SAVEPOINT job") }
        let start = transaction.head
        let outcome: Result<Position, StoreError>
        do throws(StoreError) {
            transaction.begin()
            try job.perform(transaction)
            try transaction.finish()
            outcome = .success(Position(epoch: epoch, seq: transaction.head))
        } catch {
            // A full disk or a broken file rolls everything back on its own.
            if connection.isIdle {
                throw SQLiteError(code: .full, message: "the transaction was rolled back", sql: nil)
            }
            try connection.run(isAlone ? "ROLLBACK" : "ROLLBACK TO job")
            transaction.rewind(to: start)
            outcome = .failure(error)
        }
        if !isAlone { try connection.run("RELEASE job") }
        return outcome
    }

    private func abandon() {
        guard !connection.isIdle else { return }
        // After a failure of ROLLBACK itself the next BEGIN reports what is wrong.
        _ = try? connection.run("ROLLBACK")
    }
}
