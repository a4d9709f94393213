/// Brings a database to a schema: makes what is missing, and rebuilds the tables whose definition changed.
package struct Migration {
    /// What to do with a plan.
    package enum Policy: Sendable { case additiveOnly, allowDestructive, dryRun }

    /// Why a database was not brought to the schema.
    package enum Failure: Error, Sendable {
        /// The plan loses data, and that was not allowed. Nothing was changed.
        case destructive(MigrationPlan)
        /// A table of a model's name is there that this program did not make.
        case foreignTable(String)
        /// The database was made by a later version of this program.
        case newerFormat(String)
        /// Rows do not fit the new schema. Nothing was changed.
        case rejected(String)
        case sqlite(SQLiteError)
    }

    private static let format = "1"
    let connection: Connection
    let schema: Schema

    /// Works over the writer's connection.
    package init(_ connection: Connection, schema: Schema) {
        self.connection = connection
        self.schema = schema
    }

    /// Plans, and unless it is a dry run or refused, applies. `epoch` makes the name of a new log.
    package func run(_ policy: Policy, epoch: () -> String) throws(Failure) -> MigrationPlan {
        do {
            return try migrate(policy, epoch: epoch)
        } catch let failure as Failure {
            throw failure
        } catch let error as SQLiteError {
            throw error.code.primary == .constraint ? .rejected(error.message) : .sqlite(error)
        } catch {
            throw .rejected("\(error)")
        }
    }

    private func migrate(_ policy: Policy, epoch: () -> String) throws -> MigrationPlan {
        let isNew = try !exists(table: "_rivulet_meta")
        if !isNew, let format = try meta("format"), format != Self.format { throw Failure.newerFormat(format) }
        let stored = isNew ? SchemaImage(text: "") : SchemaImage(text: try meta("schema") ?? "")
        try refuseForeignTables(stored)
        let tables = schema.models.map { RecordTable($0, in: schema) }
        let emptyModels = isNew ? [] : try stored.models.keys.filter { try exists(table: $0) && isEmpty($0) }
        let plan = MigrationPlan(from: stored, to: schema) { emptyModels.contains($0) }
        if policy == .dryRun { return plan }
        if plan.isDestructive, policy != .allowDestructive { throw Failure.destructive(plan) }
        if !isNew, plan.steps.isEmpty, try isUpToDate(tables) { return plan }

        // Foreign keys cannot be switched inside a transaction; renaming must not rewrite other tables' references.
        try connection.execute("PRAGMA foreign_keys=OFF; PRAGMA legacy_alter_table=ON")
        try connection.execute("BEGIN IMMEDIATE")
        do {
            if isNew {
                try connection.execute(ChangeLog.tables)
                try setMeta("format", Self.format)
            }
            if isNew || plan.isDestructive { try beginEpoch(epoch()) }
            try apply(tables, stored: stored)
            try setMeta("schema", SchemaImage(schema).text)
            try connection.execute("COMMIT")
        } catch {
            if !connection.isIdle { try connection.execute("ROLLBACK") }
            try connection.execute("PRAGMA legacy_alter_table=OFF; PRAGMA foreign_keys=ON")
            throw error
        }
        try connection.execute("PRAGMA legacy_alter_table=OFF; PRAGMA foreign_keys=ON")
        return plan
    }

    /// A log that begins anew: positions of the old one no longer fit.
    func beginEpoch(_ epoch: String) throws(SQLiteError) {
        try setMeta("epoch", epoch)
        try connection.execute(
            """
            DELETE FROM _rivulet_changes; DELETE FROM _rivulet_tombstones; \
            DELETE FROM sqlite_sequence WHERE name='_rivulet_changes'
            """)
    }

    private func apply(_ tables: [RecordTable], stored: SchemaImage) throws {
        let wanted = Set(schema.models.map(\.name))
        for name in stored.models.keys {
            for trigger in RecordTable.triggerNames(model: name) {
                try connection.execute("DROP TRIGGER IF EXISTS \(SQL.quoted(trigger))")
            }
            if !wanted.contains(name) { try connection.execute("DROP TABLE IF EXISTS \(SQL.quoted(name))") }
        }
        for table in tables {
            switch try definition(of: table.model.name) {
            case nil: try connection.execute(table.create())
            case table.create() where !converts(table.model, stored): break
            default: try rebuild(table, stored: stored)
            }
            try refitEmbedded(table, stored: stored)
            try makeIndexes(table)
        }
        for table in tables {
            let shape = try shape(of: table.model)
            for trigger in table.triggers(shape: shape) { try connection.execute(trigger) }
        }
        var broken: String?
        try connection.query("SELECT \"table\" FROM pragma_foreign_key_check LIMIT 1") { (row) throws(SQLiteError) in
            broken = row.text(0).string
        }
        if let broken { throw Failure.rejected("records of \(broken) point at records that do not exist") }
    }

    /// Makes the table anew and moves the rows over.
    private func rebuild(_ table: RecordTable, stored: SchemaImage) throws {
        let model = table.model
        let before = stored.models[model.name] ?? .init()
        var targets: [String] = []
        var sources: [String] = []
        for field in model.fields {
            guard let notation = before.notation(of: field.name) else {
                // What is not named here gets the column's DEFAULT.
                continue
            }
            targets.append(SQL.quoted(field.name))
            sources.append(converted(field, from: notation, stored))
        }
        let temporary = "_rivulet_new_\(model.name)"
        try connection.execute(table.create(as: temporary))
        try connection.execute(
            """
            INSERT INTO \(SQL.quoted(temporary))(\(targets.joined(separator: ","))) \
            SELECT \(sources.joined(separator: ",")) FROM \(SQL.quoted(model.name))
            """)
        try connection.execute("DROP TABLE \(SQL.quoted(model.name))")
        try connection.execute("ALTER TABLE \(SQL.quoted(temporary)) RENAME TO \(SQL.quoted(model.name))")
    }

    /// Whether values must change although the table's text may not: it does not tell all types apart.
    private func converts(_ model: ModelDefinition, _ stored: SchemaImage) -> Bool {
        model.fields.contains { field in
            guard let notation = stored.models[model.name]?.notation(of: field.name) else { return false }
            return converted(field, from: notation, stored) != SQL.quoted(field.name)
        }
    }

    /// The old column as the new one: as it is when its values fit, the default where they do not.
    private func converted(_ field: FieldDefinition, from notation: String, _ stored: SchemaImage) -> String {
        let name = SQL.quoted(field.name)
        let fallback = RecordTable.defaultLiteral(of: field) ?? "NULL"
        let sameItems = MigrationPlan.widens(
            notation.filter { $0 != "!" }, field.type.notation.filter { $0 != "!" }, enums: stored.enums)
        guard sameItems else { return fallback }
        var source = name
        if case .enumeration(let definition) = field.type.item,
            let before = stored.enums[definition.name], !before.allSatisfy(definition.values.contains)
        {
            let names = definition.values.map { SQL.literal($0) }.joined(separator: ",")
            let kept =
                "(SELECT json_group_array(value) FROM json_each(\(name)) WHERE value IS NULL OR value IN (\(names)))"
            source =
                field.type.isList
                ? "CASE WHEN \(name) IS NOT NULL THEN \(kept) END"
                : "CASE WHEN \(name) IN (\(names)) THEN \(name) ELSE \(fallback) END"
        }
        return field.type.isRequired && !notation.hasSuffix("!") ? "coalesce(\(source),\(fallback))" : source
    }

    private func makeIndexes(_ table: RecordTable) throws {
        var present: [String: String] = [:]
        let ours = SQL(
            "SELECT name,sql FROM sqlite_master WHERE type='index' AND tbl_name=? AND name GLOB '_rivulet_*'",
            [.text(Text(table.model.name))])
        try connection.query(ours) { (row) throws(SQLiteError) in present[row.text(0).string] = row.text(1).string }
        for (name, sql) in present where !table.indexes.contains(where: { $0.name == name && $0.sql == sql }) {
            try connection.execute("DROP INDEX \(SQL.quoted(name))")
            present[name] = nil
        }
        for index in table.indexes where present[index.name] == nil { try connection.execute(index.sql) }
    }

    /// The number of the model's present order of columns; nil when no log row can have it yet.
    private func knownShape(of model: ModelDefinition) throws(SQLiteError) -> Int64? {
        let values: [Value] = [.text(Text(model.name)), .text(ChangeLog.columns(of: model))]
        return try connection.integer(SQL("SELECT id FROM _rivulet_shapes WHERE model=? AND columns=?", values))
    }

    func shape(of model: ModelDefinition) throws(SQLiteError) -> Int64 {
        if let known = try knownShape(of: model) { return known }
        let values: [Value] = [.text(Text(model.name)), .text(ChangeLog.columns(of: model))]
        try connection.run(SQL("INSERT INTO _rivulet_shapes(model,columns) VALUES(?,?)", values))
        return try knownShape(of: model) ?? 0
    }

    // MARK: What is there

    /// What has the name of a new model, as SQLite sees names, must be a table of ours that goes in the same step.
    private func refuseForeignTables(_ stored: SchemaImage) throws {
        let present = "SELECT name FROM sqlite_master WHERE type IN ('table','view') AND name=? COLLATE NOCASE"
        for model in schema.models where stored.models[model.name] == nil {
            guard let name = try connection.text(SQL(present, [.text(Text(model.name))])) else { continue }
            if stored.models[name.string] == nil { throw Failure.foreignTable(model.name) }
        }
    }

    private func isUpToDate(_ tables: [RecordTable]) throws -> Bool {
        for table in tables {
            guard try definition(of: table.model.name) == table.create() else { return false }
            guard let shape = try knownShape(of: table.model) else { return false }
            for (name, sql) in zip(RecordTable.triggerNames(model: table.model.name), table.triggers(shape: shape)) {
                let stored = try connection.text(
                    SQL("SELECT sql FROM sqlite_master WHERE type='trigger' AND name=?", [.text(Text(name))]))
                guard stored?.string == sql else { return false }
            }
            for index in table.indexes {
                let stored = try connection.text(
                    SQL("SELECT sql FROM sqlite_master WHERE type='index' AND name=?", [.text(Text(index.name))]))
                guard stored?.string == index.sql else { return false }
            }
        }
        return true
    }

    private func definition(of table: String) throws -> String? {
        let sql = try connection.text(
            SQL("SELECT sql FROM sqlite_master WHERE type='table' AND name=?", [.text(Text(table))]))
        // A renamed table keeps its text but for the name.
        return sql?.string
    }

    private func exists(table: String) throws -> Bool {
        try connection.integer(
            SQL("SELECT 1 FROM sqlite_master WHERE type='table' AND name=?", [.text(Text(table))])) != nil
    }

    private func isEmpty(_ table: String) throws -> Bool {
        try connection.integer(SQL("SELECT 1 FROM \(SQL.quoted(table)) LIMIT 1")) == nil
    }

    private func meta(_ name: String) throws -> String? {
        try connection.text(SQL("SELECT value FROM _rivulet_meta WHERE name=?", [.text(Text(name))]))?.string
    }

    private func setMeta(_ name: String, _ value: String) throws(SQLiteError) {
        try connection.run(
            SQL(
                "INSERT INTO _rivulet_meta VALUES(?,?) ON CONFLICT DO UPDATE SET value=excluded.value",
                [.text(Text(name)), .text(Text(value))]))
    }
}
