/// What a write may do: read, insert, update and delete records, one by one. Lives on the writer's queue.
package final class WriteTransaction {
    let connection: Connection
    let database: Database
    let rows: RowWriters
    /// Number of the newest change.
    var head: Int64
    /// The present transaction: the number of its first change, and its time in stored form.
    var number: Int64 = 0
    var time: Text = ""
    /// Whether the triggers know that number.
    private var isNamed = false
    private var wasNamed = false
    /// Whether any record was ever deleted, as far as it is known.
    private var hasTombstones: Bool?
    /// What was logged, while all of it was logged here.
    var logged: LoggedChanges? = LoggedChanges()
    var image = RowImage.Writer()
    var formerImage = RowImage.Writer()

    init(_ connection: Connection, database: Database, rows: RowWriters, head: Int64) {
        self.connection = connection
        self.rows = rows
        self.database = database
        self.head = head
    }

    /// The schema that the records follow.
    package var schema: Schema { database.schema }

    /// The record of that key.
    package func record(_ model: ModelDefinition, _ key: Key) throws(StoreError) -> Record? {
        do {
            return try table(model).record(key, connection)
        } catch {
            throw StoreError(error)
        }
    }

    /// Inserts a record and gives it its version. A taken key or a foreign key to nothing is a conflict.
    ///
    /// `isFresh`: the key was made just now, so no deleted record can have had it.
    package func insert(_ record: Record, isFresh: Bool = false) throws(StoreError) -> Record {
        var record = record
        try requireWholeKeys(of: record)
        do {
            record.version = isFresh ? 1 : try buriedVersion(record) + 1
            try insertRow(record)
            return record
        } catch {
            throw failure(error, record)
        }
    }

    /// Replaces `old` by `new`, which has the same key, and gives it the next version.
    package func update(_ old: Record, to new: Record) throws(StoreError) -> Record {
        var new = new
        new.version = old.version + 1
        try requireWholeKeys(of: new)
        do {
            try updateRow(old, to: new)
            return new
        } catch {
            throw failure(error, new)
        }
    }

    /// Deletes a record with what belongs to it, however long the chain is. Records that point at each other in a circle
    /// of more than 1000 are a conflict.
    package func delete(_ record: Record) throws(StoreError) {
        do throws(SQLiteError) {
            do throws(SQLiteError) {
                try deleteRow(record.model, record.key)
            } catch {
                guard error.isTooDeep else { throw error }
                try deleteDeep(record)
            }
        } catch {
            throw failure(error, record)
        }
    }

    /// The records that a statement of the model's columns selects.
    package func records(_ model: ModelDefinition, _ sql: SQL) throws(StoreError) -> [Record] {
        var records: [Record] = []
        do {
            try connection.query(sql) { (row) throws(SQLiteError) in records.append(row.record(of: model)) }
        } catch {
            throw StoreError(error)
        }
        return records
    }

    /// Whether the stored record matches.
    package func matches(_ predicate: Predicate, _ record: Record) throws(StoreError) -> Bool {
        let compiled = CompiledPredicate(predicate)
        if !compiled.needsParents { return compiled.matches(record) }
        var failure: SQLiteError?
        let matches = compiled.matches(record) { hop, key in
            do throws(SQLiteError) {
                guard let model = database.schema.model(named: hop.target) else { return nil }
                return try table(model).record(key, connection)
            } catch {
                failure = error
                return nil
            }
        }
        if let failure { throw StoreError(failure) }
        return matches
    }

    /// Throws a conflict when a foreign key of the record points at nothing.
    package func requireTargets(of record: Record) throws(StoreError) {
        for key in record.model.foreignKeys {
            let values = key.fields.map { record.values[$0] }
            guard !values.contains(where: \.isNull), let target = database.schema.model(named: key.target) else {
                continue
            }
            if try self.record(target, Key(values)) == nil {
                throw .conflict(Self.missing(key, values, record, target))
            }
        }
    }

    /// Throws a conflict when a part of a foreign key is null and another is not, so that it points at nothing.
    ///
    /// Parts that are required say nothing: where they belong to the record's own key too, null in the others is how a
    /// record says that it points nowhere.
    private func requireWholeKeys(of record: Record) throws(StoreError) {
        for key in record.model.foreignKeys where key.fields.count > 1 {
            let optional = key.fields.filter { !record.model.fields[$0].type.isRequired }
            let given = optional.filter { !record.values[$0].isNull }
            guard !given.isEmpty, given.count < optional.count else { continue }
            let names = optional.map { record.model.fields[$0].name }.joined(separator: ", ")
            throw .conflict("\(names): a key of \(key.target) has all of its parts or none")
        }
    }

    // MARK: For the writer

    func begin() {
        number = head + 1
        time = Instant.now.inMilliseconds.stored
        isNamed = false
    }

    func finish() throws(StoreError) {
        guard isNamed else { return }
        do {
            head = try ChangeLog.head(connection)
        } catch {
            throw StoreError(error)
        }
    }

    func rewind(to head: Int64) {
        self.head = head
        logged?.remove(after: head)
        hasTombstones = nil
        isNamed = false
    }

    /// Changes from now on are no longer ours.
    func end() throws(SQLiteError) { if wasNamed { try connection.run("UPDATE _rivulet_context SET tx=0") } }

    // MARK: For deep deletions

    func deleteRow(_ model: ModelDefinition, _ key: Key) throws(SQLiteError) {
        if !isNamed {
            // What goes along is logged by triggers.
            try connection.run(SQL("UPDATE _rivulet_context SET tx=?", [.int(number)]))
            isNamed = true
            wasNamed = true
        }
        logged = nil
        hasTombstones = true
        try connection.run(SQL(table(model).delete, key.values))
    }

    func query(_ sql: SQL, row: (Statement) throws(SQLiteError) -> Void) throws(SQLiteError) {
        try connection.query(sql, row: row)
    }

    // MARK: Private

    private func table(_ model: ModelDefinition) -> RecordTable {
        guard let table = database.tables[model.name] else { preconditionFailure("\(model.name) is of another schema") }
        return table
    }

    private func buriedVersion(_ record: Record) throws(SQLiteError) -> Int64 {
        if hasTombstones == nil {
            hasTombstones = try connection.integer("SELECT 1 FROM _rivulet_tombstones LIMIT 1") != nil
        }
        guard hasTombstones == true else { return 0 }
        return try connection.integer(SQL(table(record.model).buriedVersion, record.key.values)) ?? 0
    }

    private func failure(_ error: SQLiteError, _ record: Record) -> StoreError {
        if error.isTooDeep { return .conflict("what goes with the record is a circle of too many records") }
        return switch error.code {
        case .primaryKey, .unique: .conflict("\(record.model.name) \(record.key.modelID(record.model)) exists already")
        case .foreignKey: .conflict(foreignKeyDetail(record))
        default: StoreError(error)
        }
    }

    /// Which foreign key points at nothing.
    private func foreignKeyDetail(_ record: Record) -> String {
        do {
            try requireTargets(of: record)
        } catch {
            if case .conflict(let detail) = error { return detail }
        }
        return "a foreign key points at no record"
    }

    private static func missing(
        _ key: ForeignKey, _ values: [Value], _ record: Record, _ target: ModelDefinition
    ) -> String {
        let names = key.fields.map { record.model.fields[$0].name }.joined(separator: ", ")
        return "\(names): there is no \(key.target) \(Key(values).modelID(target))"
    }
}

extension RecordTable {
    /// The record of that key.
    func record(_ key: Key, _ connection: Connection) throws(SQLiteError) -> Record? {
        let statement = try connection.cached(select)
        defer { statement.reset() }
        try statement.bind(key.values)
        return try statement.step() ? statement.record(of: model) : nil
    }
}
