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
        /// Rows do not fit the new schema: one reason a line. Nothing was changed.
        case rejected(String)
        /// Another process uses the database, so its tables must stay as they are.
        case inUse
        case sqlite(SQLiteError)
    }

    private static let format = "1"
    let connection: Connection
    let schema: Schema
    let meter: MigrationMeter
    private let tables: [RecordTable]

    /// Works over the writer's connection. `report` is told at most once a second how far it is.
    package init(
        _ connection: Connection, schema: Schema, report: @escaping @Sendable (MigrationProgress) -> Void = { _ in }
    ) {
        self.connection = connection
        self.schema = schema
        meter = MigrationMeter(report)
        tables = schema.models.map { RecordTable($0, in: schema) }
    }

    /// Plans without changing anything. Reads one state of the database.
    package func plan() throws(Failure) -> MigrationPlan {
        try reported {
            try connection.execute("BEGIN")
            defer { connection.endRead() }
            return try makePlan(try stored())
        }
    }

    /// Plans, and unless that is refused, applies. `epoch` makes the name of a new log; `beginExclusive` is called before
    /// anything is changed, and throws when others use the database.
    package func run(
        _ policy: Policy, epoch: () -> String, beginExclusive: () throws(Failure) -> Void = { () throws(Failure) in }
    ) throws(Failure) -> MigrationPlan {
        if policy == .dryRun { return try plan() }
        return try reported {
            if try isCurrent() { return MigrationPlan() }
            try beginExclusive()
            // Foreign keys cannot be switched inside a transaction; renaming must not rewrite other tables' references.
            try connection.execute("PRAGMA foreign_keys=OFF; PRAGMA legacy_alter_table=ON")
            do {
                try connection.execute("BEGIN IMMEDIATE")
                let plan = try migrate(policy, epoch)
                try connection.execute("COMMIT")
                try connection.execute("PRAGMA legacy_alter_table=OFF; PRAGMA foreign_keys=ON")
                return plan
            } catch {
                if !connection.isIdle { try connection.execute("ROLLBACK") }
                try connection.execute("PRAGMA legacy_alter_table=OFF; PRAGMA foreign_keys=ON")
                throw error
            }
        }
    }

    /// Whether the database is exactly what the schema asks for.
    package func isCurrent() throws(SQLiteError) -> Bool {
        guard try exists(table: "_rivulet_meta"), try meta("format") == Self.format,
            try meta("schema") == SchemaImage(schema).text
        else { return false }
        for table in tables where try !isCurrent(table) { return false }
        return true
    }

    private func reported<Result>(_ body: () throws -> Result) throws(Failure) -> Result {
        do {
            return try body()
        } catch let failure as Failure {
            throw failure
        } catch let error as SQLiteError {
            throw .sqlite(error)
        } catch {
            throw .rejected("\(error)")
        }
    }

    // MARK: - Planning

    /// The schema that the database has; nil when it is new.
    private func stored() throws -> SchemaImage? {
        guard try exists(table: "_rivulet_meta") else {
            try refuseForeignTables(SchemaImage(text: ""))
            return nil
        }
        if let format = try meta("format"), format != Self.format { throw Failure.newerFormat(format) }
        let stored = SchemaImage(text: try meta("schema") ?? "")
        try refuseForeignTables(stored)
        return stored
    }

    private func makePlan(_ stored: SchemaImage?) throws(SQLiteError) -> MigrationPlan {
        guard let stored else {
            return MigrationPlan(from: SchemaImage(text: ""), to: schema, survey: MigrationSurvey(ofEmpty: schema))
        }
        let survey = try MigrationSurvey(connection, from: stored, to: schema, meter: meter)
        var plan = MigrationPlan(from: stored, to: schema, survey: survey)
        if plan.steps.isEmpty {
            for table in tables where try !isCurrent(table) { plan.addRebuild(of: table.model.name) }
        }
        return plan
    }

    /// What has the name of a new model, as SQLite sees names, must be a table of ours that goes in the same step.
    private func refuseForeignTables(_ stored: SchemaImage) throws {
        let present = "SELECT name FROM sqlite_master WHERE type IN ('table','view') AND name=? COLLATE NOCASE"
        for model in schema.models where stored.models[model.name] == nil {
            guard let name = try connection.text(SQL(present, [.text(Text(model.name))])) else { continue }
            if stored.models[name.string] == nil { throw Failure.foreignTable(model.name) }
        }
    }

    // MARK: - Applying

    private func migrate(_ policy: Policy, _ epoch: () -> String) throws -> MigrationPlan {
        let stored = try stored()
        let plan = try makePlan(stored)
        if !plan.obstacles.isEmpty { throw Failure.rejected(plan.obstacles.joined(separator: "\n")) }
        if plan.isDestructive, policy != .allowDestructive { throw Failure.destructive(plan) }
        if stored == nil {
            try connection.execute(ChangeLog.tables)
            try setMeta("format", Self.format)
        }
        if stored == nil || plan.isDestructive { try beginEpoch(epoch(), keepsVersions: true) }
        try apply(stored ?? SchemaImage(text: ""))
        try setMeta("schema", SchemaImage(schema).text)
        return plan
    }

    /// A log that begins anew: positions of the old one no longer fit. With `keepsVersions` a record that was deleted and is
    /// created again still goes on from its last version.
    func beginEpoch(_ epoch: String, keepsVersions: Bool) throws(SQLiteError) {
        try setMeta("epoch", epoch)
        try connection.execute(
            """
            DELETE FROM _rivulet_changes; DELETE FROM sqlite_sequence WHERE name='_rivulet_changes'; \
            \(keepsVersions ? "UPDATE _rivulet_tombstones SET seq=0,replaced=NULL" : "DELETE FROM _rivulet_tombstones")
            """)
    }

    private func apply(_ stored: SchemaImage) throws {
        let wanted = Set(schema.models.map(\.name))
        for name in stored.models.keys {
            for trigger in RecordTable.triggerNames(model: name) {
                try connection.execute("DROP TRIGGER IF EXISTS \(SQL.quoted(trigger))")
            }
            if !wanted.contains(name) { try connection.execute("DROP TABLE IF EXISTS \(SQL.quoted(name))") }
        }
        for table in tables {
            let move = TableMove(table.model, from: stored.models[table.model.name] ?? .init(), of: stored)
            switch try definition(.table, table.model.name) {
            case nil: try connection.execute(table.create())
            case table.create() where !move.converts: break
            default: try rebuild(table, move)
            }
            try makeIndexes(table)
        }
        for table in tables {
            let shape = try shape(of: table.model)
            for trigger in table.triggers(shape: shape) { try connection.execute(trigger) }
        }
        try checkRelations()
    }

    /// Every foreign key points at a record. The plan tells of most that do not; values that changed on the way are only
    /// known here.
    private func checkRelations() throws {
        for model in schema.models {
            let key = model.primaryKey.map { model.fields[$0].name }
            for foreign in model.foreignKeys {
                guard let target = schema.model(named: foreign.target) else { continue }
                let relation = SchemaImage.Relation(foreign, of: model)
                let faults = try MigrationSurvey.dangling(
                    connection, model: model.name, key: key, relation,
                    target: target.primaryKey.map { target.fields[$0].name })
                guard faults.count > 0 else { continue }
                throw Failure.rejected(
                    "\(relation.name(in: model.name)): \(faults.count == 1 ? "1 record points" : "\(faults.count) records point") "
                        + "at no \(target.name), such as \(model.name) \(faults.example)")
            }
        }
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
}
