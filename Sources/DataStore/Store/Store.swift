import Dispatch
import Locks

/// The model store: records of one schema in one database, and everyone who watches them.
package final class Store: Sendable {
    /// What a store is set up with.
    package struct Options: Sendable {
        /// The most items of a live list without a limit.
        package var maximumSnapshotItems = 10_000
        /// How many changes the log keeps, and for how many days.
        package var retention = Retention()
        /// Whether it tells nothing until it is started, so that everyone who watches can be there before.
        package var isStopped = false

        package init() {}
    }

    /// Several writes that were made as one; `index` is the first that was not possible.
    package struct Refusal: Error, Sendable {
        package let error: StoreError
        package let index: Int
    }

    package let schema: Schema
    package let database: Database
    package let feed: ChangeFeed
    package let live: LiveQueries
    /// What happens to the store itself.
    package let hub: Hub
    private let writer: Writer
    private let pruner: LogPruner
    private let lifecycle: Lock<Lifecycle>

    /// Serves a database that is open.
    package init(_ database: Database, options: Options = Options()) throws(SQLiteError) {
        self.database = database
        schema = database.schema
        let feed = try ChangeFeed(database)
        self.feed = feed
        writer = try Writer(database) { feed.wake($0) }
        live = LiveQueries(database, feed: feed, maximumCount: options.maximumSnapshotItems)
        pruner = LogPruner(writer, options.retention)
        hub = Hub(feed)
        lifecycle = Lock(options.isStopped ? .stopped : .running)
        if options.isStopped { feed.queue.sync { feed.pause() } }
    }

    // MARK: Lifecycle

    /// Whether it tells what changes.
    package var state: Lifecycle { lifecycle.withLock { $0 } }

    /// Tells again what changes, if it was stopped: each live query its list as it is now, each observer what follows the
    /// last change that it was told of. Every read and write of records does this first.
    package func start() {
        lifecycle.withLock { lifecycle in
            guard lifecycle != .running else { return }
            lifecycle = .running
            feed.queue.async { self.resume() }
        }
    }

    /// Keeps everyone who watches, and tells them nothing until it is started. `completion` is called on the feed's queue
    /// when the last change was told.
    package func stop(completion: @escaping @Sendable () -> Void) {
        lifecycle.withLock { lifecycle in
            lifecycle = .stopped
            feed.queue.async {
                self.feed.pause()
                completion()
            }
        }
    }

    /// Stops, and removes every record without telling anyone; the log begins anew. What was asked for before is done
    /// before. `completion` is called on the feed's queue.
    package func clear(completion: @escaping @Sendable (Result<Void, StoreError>) -> Void) {
        lifecycle.withLock { lifecycle in
            lifecycle = .cleared
            feed.queue.async {
                self.feed.pause()
                do throws(StoreError) {
                    try self.writer.clear()
                    self.feed.restart()
                    completion(.success(()))
                } catch {
                    // Nothing was removed.
                    self.lifecycle.withLock { if $0 == .cleared { $0 = .stopped } }
                    completion(.failure(error))
                }
            }
        }
    }

    private func resume() {
        feed.resume()
        hub.started(schema.models.map(\.name))
    }

    // MARK: Reading. These block the caller for the time of the read.

    /// The record of that key.
    package func record(_ model: ModelDefinition, _ key: Key) throws(StoreError) -> Record? {
        start()
        return try read { (connection) throws(SQLiteError) in try self.table(model).record(key, connection) }
    }

    /// The record of that key, unless every reader is busy: then `nil`, and the caller asks again from a queue that may
    /// wait.
    package func recordAtOnce(_ model: ModelDefinition, _ key: Key) throws(StoreError) -> Record?? {
        start()
        do {
            return try database.readers.withIdleReader { (connection) throws(SQLiteError) in
                try table(model).record(key, connection)
            }
        } catch {
            throw StoreError(error)
        }
    }

    /// The record that a foreign key points at, as it is now, or as it was last when it is gone: a cascade takes children
    /// before their parent, and both are told when both are gone. Nil when it was never there or cannot be read.
    ///
    /// Those who tell changes ask for it, so it does not start the store.
    package func parent(_ hop: ForeignKeyHop, _ key: Key) -> Record? {
        guard let model = schema.model(named: hop.target) else { return nil }
        do {
            let table = table(model)
            return try read { (connection) throws(SQLiteError) in
                if let record = try table.record(key, connection) { return record }
                return try self.database.log.departed(table, key, connection)
            }
        } catch {
            return nil
        }
    }

    /// A page of records, and the total when it is asked for.
    package func page(_ query: Query, counting: Bool = false) throws(StoreError) -> Page {
        start()
        return try read { (connection) throws(SQLiteError) in
            var records: [Record] = []
            try connection.query(query.select) { (row) throws(SQLiteError) in
                records.append(row.record(of: query.model))
            }
            let goesOn = query.limit.map { records.count > $0 } ?? false
            if goesOn { records.removeLast() }
            let count = counting ? try connection.integer(query.count) : nil
            return Page(records: records, goesOn: goesOn, count: count)
        }
    }

    /// The newest position of the log.
    package func head() throws(StoreError) -> Position {
        try read { (connection) throws(SQLiteError) in
            try ChangeLog.position(connection)
        }
    }

    /// How many records each model has, in the schema's order, and at which position. Does not start the store.
    package func counts() throws(StoreError) -> (counts: [Int64], position: Position) {
        try read { (connection) throws(SQLiteError) in
            try connection.run("BEGIN")
            defer { connection.endRead() }
            var counts: [Int64] = []
            for model in self.schema.models {
                counts.append(try connection.integer(SQL("SELECT count(*) FROM \(SQL.quoted(model.name))")) ?? 0)
            }
            return (counts, try ChangeLog.position(connection))
        }
    }

    /// Whether the log can still tell everything after `position`, and where its head is.
    package func reach(of position: Position?) throws(StoreError) -> LogReach {
        try read { (connection) throws(SQLiteError) in
            try connection.run("BEGIN")
            defer { connection.endRead() }
            let head = try ChangeLog.position(connection)
            return LogReach(asked: position, oldest: try ChangeLog.oldest(connection), head: head)
        }
    }

    /// Runs `body` with a reader's connection.
    package func read<Result>(
        _ body: (Connection) throws(SQLiteError) -> Result
    ) throws(StoreError) -> Result {
        do {
            return try database.readers.withReader(body)
        } catch {
            throw StoreError(error)
        }
    }

    // MARK: Writing

    /// Does all operations in one transaction, or none. `completion` is called once they are on disk, or refused.
    package func perform(
        _ operations: [Operation],
        completion: @escaping @Sendable (Result<([Operation.Outcome], Position), Refusal>) -> Void
    ) {
        start()
        let now = Instant.now.inMilliseconds
        let failed = FirstFailure()
        writer.submit { (transaction) throws(StoreError) in
            var outcomes: [Operation.Outcome] = []
            outcomes.reserveCapacity(operations.count)
            for (index, operation) in operations.enumerated() {
                do throws(StoreError) {
                    outcomes.append(try operation.apply(in: transaction, now: now))
                } catch {
                    failed.index = index
                    throw error
                }
            }
            return outcomes
        } completion: { result in
            completion(result.mapError { Refusal(error: $0, index: failed.index) })
        }
    }

    /// Deletes every record that matches, with what belongs to it; how many matched.
    package func delete(
        where query: Query, completion: @escaping @Sendable (Result<(Int, Position), StoreError>) -> Void
    ) {
        start()
        writer.submit { (transaction) throws(StoreError) in
            let matches = try transaction.records(query.model, query.select)
            // One that belongs to another match is gone already.
            for record in matches { try transaction.delete(record) }
            return matches.count
        } completion: {
            completion($0)
        }
    }

    /// Ends it: what was taken is finished, and the log is written back. Blocks.
    package func close() {
        pruner.stop()
        writer.close()
        database.unlock()
    }

    /// Copies the database as it is into a new file. Blocks.
    package func copy(to file: String) throws(SQLiteError) { try writer.copy(to: file) }

    private func table(_ model: ModelDefinition) -> RecordTable {
        guard let table = database.tables[model.name] else { preconditionFailure("\(model.name) is of another schema") }
        return table
    }

    /// Where a transaction stopped. Only used on the writer's queue, and by the completion that follows.
    private final class FirstFailure: @unchecked Sendable {
        var index = 0
    }
}
