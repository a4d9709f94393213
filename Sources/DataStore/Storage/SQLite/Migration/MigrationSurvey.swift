/// What the rows of a database say about a change of its schema; read before anything is changed.
package struct MigrationSurvey: Sendable {
    /// What becomes of the values of one field.
    struct Values: Sendable {
        /// Records that lose their value or a part of it.
        var lost = 0
        /// Records without a value, or with one that is lost, which get the default.
        var filled = 0
        /// Records that would have no value where the field needs one.
        var unfit = 0
        /// The key of the first such record.
        var example = ""
    }

    /// Records for which something does not hold, and the key of the first.
    struct Faults: Sendable {
        var count = 0
        var example = ""

        mutating func add(_ key: String) {
            if count == 0 { example = key }
            count += 1
        }
    }

    /// Models whose table has no rows, or is not there.
    private(set) var emptyModels: Set<String> = []
    /// By model and field.
    private(set) var values: [String: [String: Values]] = [:]
    /// Records whose new key another one has, by model.
    private(set) var doubled: [String: Faults] = [:]
    /// Records that point at nothing, by model and relation.
    private(set) var dangling: [String: [SchemaImage.Relation: Faults]] = [:]

    /// Of a database that has no records.
    init(ofEmpty schema: Schema) { emptyModels = Set(schema.models.map(\.name)) }

    /// Reads what the change from `old` to `schema` needs to know. `meter` is told how far it is.
    init(
        _ connection: Connection, from old: SchemaImage, to schema: Schema, meter: MigrationMeter
    ) throws(SQLiteError) {
        for model in schema.models {
            guard let before = old.models[model.name],
                try connection.integer(SQL("SELECT 1 FROM \(SQL.quoted(model.name)) LIMIT 1")) != nil
            else {
                emptyModels.insert(model.name)
                continue
            }
            try read(connection, TableMove(model, from: before, of: old), before, meter)
        }
        for model in schema.models where !emptyModels.contains(model.name) {
            try readRelations(of: model, connection, from: old, to: schema)
        }
    }

    private mutating func read(
        _ connection: Connection, _ move: TableMove, _ before: SchemaImage.Model, _ meter: MigrationMeter
    ) throws(SQLiteError) {
        let model = move.model
        let needed = zip(model.fields, move.sources).filter { field, source in
            guard case .fill = source else { return false }
            return field.type.isRequired && field.defaultValue == nil && field.role != .version
                && field.role != .createdAt && field.role != .updatedAt
        }.map(\.0.name)
        let hasNewKey =
            model.primaryKey.map { model.fields[$0].name } != before.key
            || model.primaryKey.contains { if case .convert = move.sources[$0] { true } else { false } }
        guard move.converts || !needed.isEmpty || hasNewKey else { return }

        var found: [String: Values] = [:]
        var doubles = Faults()
        let keys = hasNewKey ? try KeySet(connection, count: model.primaryKey.count) : nil
        let total = try connection.integer(SQL("SELECT count(*) FROM \(SQL.quoted(model.name))")) ?? 0
        meter.begin(.checking, model: model.name, total: total)
        try connection.query(SQL(move.select)) { (row) throws(SQLiteError) in
            meter.step()
            var key: [Int: Value] = [:]
            for (place, source) in move.sources.enumerated() {
                switch source {
                case .fill: break
                case .copy(let column):
                    if hasNewKey, model.primaryKey.contains(place) {
                        key[place] = row.value(of: model.fields[place].type, at: column)
                    }
                case .convert(let column, let conversion):
                    let outcome = conversion.convert(row, column)
                    found[conversion.field.name, default: Values()].add(outcome) { move.name(of: row) }
                    key[place] = outcome.value
                }
            }
            for name in needed { found[name, default: Values()].addMissing { move.name(of: row) } }
            let parts = model.primaryKey.map { key[$0] ?? .null }
            if let keys, !parts.contains(where: \.isNull), try !keys.insert(parts) { doubles.add(move.name(of: row)) }
        }
        try keys?.drop()
        values[model.name] = found
        if doubles.count > 0 { doubled[model.name] = doubles }
    }

    /// Looks for keys to nothing where a relation is new, or what it points at has another key.
    ///
    /// Of keys whose values change with the migration only the foreign-key check after it can tell.
    private mutating func readRelations(
        of model: ModelDefinition, _ connection: Connection, from old: SchemaImage, to schema: Schema
    ) throws(SQLiteError) {
        guard let before = old.models[model.name] else { return }
        let move = TableMove(model, from: before, of: old)
        for key in model.foreignKeys {
            let relation = SchemaImage.Relation(key, of: model)
            guard let target = schema.model(named: key.target),
                key.fields.allSatisfy({ if case .copy = move.sources[$0] { true } else { false } })
            else { continue }
            let targetKey = target.primaryKey.map { target.fields[$0].name }
            let former = old.models[target.name]
            let isKept = before.relations.contains {
                $0.target == relation.target && $0.fields == relation.fields && former?.key == targetKey
            }
            if isKept { continue }
            let isThere = former.map { former in targetKey.allSatisfy { former.notation(of: $0) != nil } } ?? false
            if former != nil, !isThere { continue }
            let faults = try Self.dangling(
                connection, model: model.name, key: before.key, relation, target: isThere ? targetKey : nil)
            if faults.count > 0 { dangling[model.name, default: [:]][relation] = faults }
        }
    }

    /// The records of a model that point at nothing; `target` is nil when there is no record to point at.
    static func dangling(
        _ connection: Connection, model: String, key: [String], _ relation: SchemaImage.Relation, target: [String]?
    ) throws(SQLiteError) -> Faults {
        var conditions = relation.fields.map { "child.\(SQL.quoted($0)) IS NOT NULL" }
        if let target {
            let equal = zip(target, relation.fields).map { "parent.\(SQL.quoted($0))=child.\(SQL.quoted($1))" }
            conditions.append(
                "NOT EXISTS(SELECT 1 FROM \(SQL.quoted(relation.target)) parent WHERE \(equal.joined(separator: " AND ")))"
            )
        }
        let rest = "FROM \(SQL.quoted(model)) child WHERE \(conditions.joined(separator: " AND "))"
        var faults = Faults()
        faults.count = Int(try connection.integer(SQL("SELECT count(*) \(rest)")) ?? 0)
        guard faults.count > 0 else { return faults }
        let columns = key.map { "child.\(SQL.quoted($0))" }.joined(separator: ",")
        try connection.query(SQL("SELECT \(columns) \(rest) LIMIT 1")) { (row) throws(SQLiteError) in
            faults.example = (0..<row.columnCount).map { "\"\(row.text($0).string)\"" }.joined(separator: "#")
        }
        return faults
    }
}

extension MigrationSurvey.Values {
    fileprivate mutating func add(_ outcome: ValueConversion.Outcome, _ key: () -> String) {
        if outcome.isUnfit { return addMissing(key) }
        if outcome.isFilled { filled += 1 } else if outcome.isLoss { lost += 1 }
    }

    fileprivate mutating func addMissing(_ key: () -> String) {
        if unfit == 0 { example = key() }
        unfit += 1
    }
}

/// The keys of the records that were seen: a temporary table, which is on disk when it grows.
private struct KeySet {
    private let connection: Connection
    private let statement: String

    init(_ connection: Connection, count: Int) throws(SQLiteError) {
        self.connection = connection
        let columns = (0..<count).map { "k\($0)" }.joined(separator: ",")
        try connection.execute(
            "DROP TABLE IF EXISTS temp._rivulet_keys; "
                + "CREATE TEMP TABLE _rivulet_keys(\(columns),PRIMARY KEY(\(columns))) WITHOUT ROWID")
        let places = (0..<count).map { _ in "?" }.joined(separator: ",")
        statement = "INSERT OR IGNORE INTO temp._rivulet_keys VALUES(\(places))"
    }

    /// Whether it was not there yet.
    func insert(_ key: [Value]) throws(SQLiteError) -> Bool {
        try connection.run(SQL(statement, key))
        return connection.changedRows == 1
    }

    func drop() throws(SQLiteError) { try connection.execute("DROP TABLE temp._rivulet_keys") }
}
