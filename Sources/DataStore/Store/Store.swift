import Dispatch

/// The model store: records of one schema in one database, and everyone who watches them.
package final class Store: Sendable {
    /// What a store is set up with.
    package struct Options: Sendable {
        /// The most items of a live list without a limit.
        package var maximumSnapshotItems = 10_000
        /// How many changes the log keeps, and for how many days.
        package var retention = Retention()

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
    private let writer: Writer
    private let pruner: LogPruner

    /// Serves a database that is open.
    package init(_ database: Database, options: Options = Options()) throws(SQLiteError) {
        self.database = database
        schema = database.schema
        let feed = try ChangeFeed(database)
        self.feed = feed
        writer = try Writer(database) { feed.wake() }
        live = LiveQueries(database, feed: feed, maximumCount: options.maximumSnapshotItems)
        pruner = LogPruner(writer, options.retention)
    }

    // MARK: Reading. These block the caller for the time of the read.

    /// The record of that key.
    package func record(_ model: ModelDefinition, _ key: Key) throws(StoreError) -> Record? {
        try read { (connection) throws(SQLiteError) in try self.table(model).record(key, connection) }
    }

    /// The record of that key, unless every reader is busy: then `nil`, and the caller asks again from a queue that may
    /// wait.
    package func recordAtOnce(_ model: ModelDefinition, _ key: Key) throws(StoreError) -> Record?? {
        do {
            return try database.readers.withIdleReader { (connection) throws(SQLiteError) in
                try table(model).record(key, connection)
            }
        } catch {
            throw StoreError(error)
        }
    }

    /// The record that a foreign key points at, as it is now; nil when it is not there or cannot be read.
    package func parent(_ hop: ForeignKeyHop, _ key: Key) -> Record? {
        guard let model = schema.model(named: hop.target) else { return nil }
        do {
            return try record(model, key)
        } catch {
            return nil
        }
    }

    /// A page of records, and the total when it is asked for.
    package func page(_ query: Query, counting: Bool = false) throws(StoreError) -> Page {
        try read { (connection) throws(SQLiteError) in
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
            Position(epoch: self.database.epoch, seq: try ChangeLog.head(connection))
        }
    }

    /// Whether the log can still tell everything after `position`, and where its head is.
    package func reach(of position: Position?) throws(StoreError) -> LogReach {
        try read { (connection) throws(SQLiteError) in
            let head = try ChangeLog.head(connection)
            let oldest = try ChangeLog.oldest(connection)
            return LogReach(asked: position, epoch: self.database.epoch, oldest: oldest, head: head)
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
    }

    private func table(_ model: ModelDefinition) -> RecordTable {
        guard let table = database.tables[model.name] else { preconditionFailure("\(model.name) is of another schema") }
        return table
    }

    /// Where a transaction stopped. Only used on the writer's queue, and by the completion that follows.
    private final class FirstFailure: @unchecked Sendable {
        var index = 0
    }
}

/// A page of records.
package struct Page: Sendable {
    package let records: [Record]
    /// Whether more follow.
    package let goesOn: Bool
    /// All that match, when it was asked for.
    package let count: Int64?
}

/// What the log can tell to one who knows the position `asked`.
package struct LogReach: Sendable {
    package let asked: Position?
    package let head: Position
    /// The oldest change that the log has; one more than the head when it has none.
    package let oldest: Int64
    /// Why what follows `asked` cannot be told; nil when it can.
    package let obstacle: String?

    init(asked: Position?, epoch: String, oldest: Int64, head: Int64) {
        self.asked = asked
        self.oldest = oldest
        self.head = Position(epoch: epoch, seq: head)
        obstacle =
            if let asked {
                if asked.epoch != epoch {
                    "the position is of another change log"
                } else if asked.seq > head {
                    "the position is ahead of the change log"
                } else if asked.seq < oldest - 1, asked.seq < head {
                    "the changes after the position are no longer kept"
                } else {
                    nil
                }
            } else {
                nil
            }
    }
}
