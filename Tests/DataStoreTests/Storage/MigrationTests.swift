import DataStore
import Locks
import Testing

/// From one schema to another: what is planned, what is refused, and what stands in the database then.
@Suite("Migration")
struct MigrationTests {
    struct Step: Sendable, CustomTestStringConvertible {
        let name: String
        let old: String
        /// What another program puts in before.
        let rows: String
        let new: String
        let plan: [String]
        /// `SELECT`, and its rows after the migration with columns between bars; `rejected` when rows do not fit.
        let select: String
        let data: [String]

        var testDescription: String { name }
    }

    static let steps: [Step] = [
        Step(
            name: "nothing", old: "type A @model { id: ID! n: Int }", rows: "INSERT INTO A(id,n) VALUES('a',1)",
            new: "type A @model { id: ID! n: Int }", plan: [], select: "id,n FROM A", data: ["a|1"]),
        Step(
            name: "new model", old: "type A @model { id: ID! }", rows: "INSERT INTO A(id) VALUES('a')",
            new: "type A @model { id: ID! } type B @model { id: ID! }", plan: ["+ create model B"],
            select: "(SELECT count(*) FROM A),(SELECT count(*) FROM B)", data: ["1|0"]),
        Step(
            name: "new optional field", old: "type A @model { id: ID! }", rows: "INSERT INTO A(id) VALUES('a')",
            new: "type A @model { n: Int id: ID! }", plan: ["+ add field A.n: Int"], select: "n,id,_version FROM A",
            data: ["NULL|a|1"]),
        Step(
            name: "new field with a default", old: "type A @model { id: ID! }", rows: "INSERT INTO A(id) VALUES('a')",
            new:
                #"type A @model { id: ID! n: Int! @default(value: "7") s: String @default(value: "it's") x: Float @default(value: "1.5") b: Boolean @default(value: "true") }"#,
            plan: [
                "+ add field A.n: Int!", "+ add field A.s: String", "+ add field A.x: Float",
                "+ add field A.b: Boolean",
            ], select: "n,s,x,b,_version FROM A", data: ["7|it's|1.5|1|1"]),
        Step(
            name: "required without a default, with rows", old: "type A @model { id: ID! }",
            rows: "INSERT INTO A(id) VALUES('a')", new: "type A @model { id: ID! n: Int! }",
            plan: [
                "+ add field A.n: Int!, required and without @default",
                "! A.n: 1 record has no value for Int!, such as A \"a\"; give the field a @default or leave out the !",
            ], select: "id FROM A", data: ["rejected"]),
        Step(
            name: "required without a default, without rows", old: "type A @model { id: ID! }", rows: "",
            new: "type A @model { id: ID! n: Int! }", plan: ["+ add field A.n: Int!"], select: "count(*) FROM A",
            data: ["0"]),
        Step(
            name: "optional from required", old: "type A @model { id: ID! n: Int! }",
            rows: "INSERT INTO A(id,n) VALUES('a',1)", new: "type A @model { id: ID! n: Int }",
            plan: ["+ change field A.n from Int! to Int"], select: "n FROM A", data: ["1"]),
        Step(
            name: "required from optional, all there", old: "type A @model { id: ID! n: Int }",
            rows: "INSERT INTO A(id,n) VALUES('a',1)", new: "type A @model { id: ID! n: Int! }",
            plan: ["! change field A.n from Int to Int!; every value fits"], select: "n,_version FROM A", data: ["1|1"]),
        Step(
            name: "required from optional, some missing", old: "type A @model { id: ID! n: Int }",
            rows: "INSERT INTO A(id,n) VALUES('a',1),('b',NULL)", new: "type A @model { id: ID! n: Int! }",
            plan: [
                "! change field A.n from Int to Int!; every value fits",
                "! A.n: 1 record has no value for Int!, such as A \"b\"; give the field a @default or leave out the !",
            ], select: "n FROM A", data: ["rejected"]),
        Step(
            name: "required from optional, with a default for those missing", old: "type A @model { id: ID! n: Int }",
            rows: "INSERT INTO A(id,n) VALUES('a',1),('b',NULL)",
            new: #"type A @model { id: ID! n: Int! @default(value: "3") }"#,
            plan: ["! change field A.n from Int to Int!; 1 record gets the default instead"],
            select: "n,_version FROM A ORDER BY id", data: ["1|1", "3|2"]),
        Step(
            name: "Float from Int", old: "type A @model { id: ID! n: Int }", rows: "INSERT INTO A(id,n) VALUES('a',2)",
            new: "type A @model { id: ID! n: Float }", plan: ["+ change field A.n from Int to Float"],
            select: "n,typeof(n) FROM A", data: ["2.0|real"]),
        Step(
            name: "Int from Float", old: "type A @model { id: ID! n: Float }",
            rows: "INSERT INTO A(id,n) VALUES('a',2.5)",
            new: "type A @model { id: ID! n: Int }",
            plan: ["! change field A.n from Float to Int; 1 record loses its value"],
            select: "n,_version FROM A", data: ["NULL|2"]),
        Step(
            name: "String from enum",
            old: "type A @model { id: ID! s: S } enum S { X Y }", rows: "INSERT INTO A(id,s) VALUES('a','X')",
            new: "type A @model { id: ID! s: String }", plan: ["+ change field A.s from S to String"],
            select: "s FROM A",
            data: ["X"]),
        Step(
            name: "AWSEmail from String, which need not be one", old: "type A @model { id: ID! s: String }",
            rows: "INSERT INTO A(id,s) VALUES('a','no address')", new: "type A @model { id: ID! s: AWSEmail }",
            plan: ["! change field A.s from String to AWSEmail; 1 record loses its value"], select: "s FROM A",
            data: ["NULL"]),
        Step(
            name: "a new value of an enum", old: "type A @model { id: ID! s: S } enum S { X }",
            rows: "INSERT INTO A(id,s) VALUES('a','X')", new: "type A @model { id: ID! s: S } enum S { X Y }",
            plan: ["+ add Y to enum S"], select: "s FROM A", data: ["X"]),
        Step(
            name: "a value that an enum loses", old: "type A @model { id: ID! s: S } enum S { X Y Z }",
            rows: "INSERT INTO A(id,s) VALUES('a','X'),('b','Y')", new: "type A @model { id: ID! s: S } enum S { X Z }",
            plan: ["! A.s: 1 record loses its value", "! remove Y from enum S"],
            select: "id,s,_version FROM A ORDER BY id",
            data: ["a|X|1", "b|NULL|2"]),
        Step(
            name: "a value that a required enum loses", old: "type A @model { id: ID! s: S! } enum S { X Y Z }",
            rows: "INSERT INTO A(id,s) VALUES('a','X'),('b','Y')",
            new: "type A @model { id: ID! s: S! } enum S { X Z }",
            plan: [
                "! A.s: 1 record has no value for S!, such as A \"b\"; give the field a @default or leave out the !",
                "! remove Y from enum S",
            ], select: "id,s FROM A", data: ["rejected"]),
        Step(
            name: "a value that an enum with a default loses", old: "type A @model { id: ID! s: S! } enum S { X Y Z }",
            rows: "INSERT INTO A(id,s) VALUES('a','X'),('b','Y')",
            new: #"type A @model { id: ID! s: S! @default(value: "Z") } enum S { X Z }"#,
            plan: ["! A.s: 1 record gets the default instead", "! remove Y from enum S"],
            select: "id,s,_version FROM A ORDER BY id", data: ["a|X|1", "b|Z|2"]),
        Step(
            name: "dropped field", old: "type A @model { id: ID! n: Int s: String }",
            rows: "INSERT INTO A(id,n,s) VALUES('a',1,'x')", new: "type A @model { id: ID! s: String }",
            plan: ["! drop field A.n: Int and its values"], select: "s FROM A", data: ["x"]),
        Step(
            name: "dropped model", old: "type A @model { id: ID! } type B @model { id: ID! }",
            rows: "INSERT INTO A(id) VALUES('a'); INSERT INTO B(id) VALUES('b')", new: "type A @model { id: ID! }",
            plan: ["! drop model B and all its records"],
            select: "(SELECT count(*) FROM A),(SELECT count(*) FROM sqlite_master WHERE tbl_name='B')", data: ["1|0"]),
        Step(
            name: "dropped parent, kept children",
            old: """
                type P @model { id: ID! cs: [C] @hasMany(references: ["pID"]) }
                type C @model { id: ID! pID: ID p: P @belongsTo(references: ["pID"]) }
                """,
            rows: "INSERT INTO P(id) VALUES('p'); INSERT INTO C(id,pID) VALUES('c','p')",
            new: "type C @model { id: ID! pID: ID }",
            plan: ["- drop relation C.pID → P", "! drop model P and all its records"],
            select: "id,pID FROM C", data: ["c|p"]),
        Step(
            name: "a relation over fields that were there, whose values fit",
            old: "type P @model { id: ID! } type C @model { id: ID! pID: ID }",
            rows: "INSERT INTO P(id) VALUES('p'); INSERT INTO C(id,pID) VALUES('c','p')",
            new: """
                type P @model { id: ID! cs: [C] @hasMany(references: ["pID"]) }
                type C @model { id: ID! pID: ID p: P @belongsTo(references: ["pID"]) }
                """, plan: ["+ add relation C.pID → P (records of C are deleted with theirs)"],
            select: "pID,_version FROM C", data: ["p|1"]),
        Step(
            name: "a relation over fields that were there, whose values do not fit",
            old: "type P @model { id: ID! } type C @model { id: ID! pID: ID }",
            rows: "INSERT INTO C(id,pID) VALUES('c','nobody')",
            new: """
                type P @model { id: ID! cs: [C] @hasMany(references: ["pID"]) }
                type C @model { id: ID! pID: ID p: P @belongsTo(references: ["pID"]) }
                """,
            plan: [
                "+ add relation C.pID → P (records of C are deleted with theirs)",
                "! C.pID: 1 record points at no P, such as C \"c\"",
            ], select: "pID FROM C", data: ["rejected"]),
        Step(
            name: "another key, with rows", old: "type A @model { id: ID! b: String! }",
            rows: "INSERT INTO A(id,b) VALUES('a','x'),('c','y')",
            new: "type A @model { id: ID! b: String! @primaryKey }",
            plan: ["! change the key of A from id to b"], select: "b FROM A ORDER BY b", data: ["x", "y"]),
        Step(
            name: "another key, which is not unique", old: "type A @model { id: ID! b: String! }",
            rows: "INSERT INTO A(id,b) VALUES('a','x'),('c','x')",
            new: "type A @model { id: ID! b: String! @primaryKey }",
            plan: [
                "! change the key of A from id to b", "! A: 1 record has the key of another one, such as A \"c\"",
            ], select: "b FROM A", data: ["rejected"]),
        Step(
            name: "another key, without rows", old: "type A @model { id: ID! b: String! }", rows: "",
            new: "type A @model { id: ID! b: String! @primaryKey }", plan: ["+ change the key of A from id to b"],
            select: "count(*) FROM A", data: ["0"]),
        Step(
            name: "new index", old: "type A @model { id: ID! n: Int }", rows: "INSERT INTO A(id,n) VALUES('a',1)",
            new: #"type A @model { id: ID! n: Int @index(name: "byN") }"#, plan: ["+ add index byN on A(n)"],
            select: "count(*) FROM sqlite_master WHERE type='index' AND tbl_name='A' AND sql LIKE '%(\"n\")'",
            data: ["1"]),
        Step(
            name: "dropped index", old: #"type A @model { id: ID! n: Int @index(name: "byN") }"#,
            rows: "INSERT INTO A(id,n) VALUES('a',1)", new: "type A @model { id: ID! n: Int }",
            plan: ["- drop index byN on A(n)"],
            select: "count(*) FROM sqlite_master WHERE type='index' AND tbl_name='A' AND sql LIKE '%(\"n\")'",
            data: ["0"]),
        Step(
            name: "another default", old: #"type A @model { id: ID! n: Int @default(value: "1") }"#,
            rows: "INSERT INTO A(id) VALUES('a')", new: #"type A @model { id: ID! n: Int @default(value: "2") }"#,
            plan: ["+ put the table of A into its present form"], select: "n,_version FROM A", data: ["1|1"]),
        Step(
            name: "records that point at records of their own model",
            old: """
                type C @model { id: ID! upID: ID up: C @belongsTo(references: ["upID"]) down: [C] @hasMany(references: ["upID"]) }
                """,
            rows: "INSERT INTO C(id) VALUES('a'); INSERT INTO C(id,upID) VALUES('b','a')",
            new: """
                type C @model { n: Int id: ID! upID: ID up: C @belongsTo(references: ["upID"]) down: [C] @hasMany(references: ["upID"]) }
                """, plan: ["+ add field C.n: Int"], select: "id,upID,n FROM C ORDER BY id",
            data: ["a|NULL|NULL", "b|a|NULL"]),
    ]

    @Test("steps", arguments: steps)
    func step(_ step: Step) throws {
        let folder = TemporaryFolder()
        let path = folder.file("test.db")
        let old = try TestStore.schema(step.old)
        let new = try TestStore.schema(step.new)
        let before = try Position(epoch: MigrationTests.open(path, old, .additiveOnly).epoch, seq: 0)
        try MigrationTests.execute(step.rows, path)
        let isDestructive = step.plan.contains { $0.hasPrefix("!") }
        let content = try MigrationTests.dump(path)

        #expect(try Database.plan(path: path, schema: new).lines == step.plan)
        #expect(try MigrationTests.dump(path) == content)

        if isDestructive, step.data != ["rejected"] {
            let failure = MigrationTests.failure { try MigrationTests.open(path, new, .additiveOnly) }
            guard case .destructive(let plan)? = failure else {
                Issue.record("\(failure.map { "\($0)" } ?? "opened")")
                return
            }
            #expect(plan.lines == step.plan)
            #expect(try MigrationTests.dump(path) == content)
        }
        if step.data == ["rejected"] {
            let failure = MigrationTests.failure { try MigrationTests.open(path, new, .allowDestructive) }
            guard case .rejected? = failure else {
                Issue.record("\(failure.map { "\($0)" } ?? "opened")")
                return
            }
            #expect(try MigrationTests.dump(path) == content)
            // It is still what it was, for the old schema.
            #expect(try MigrationTests.open(path, old, .additiveOnly).plan.lines == [])
            return
        }

        let database = try MigrationTests.open(path, new, isDestructive ? .allowDestructive : .additiveOnly)
        #expect(database.plan.lines == step.plan)
        #expect((database.epoch == before.epoch) == !isDestructive)
        #expect(try MigrationTests.rows("SELECT " + step.select, path) == step.data)

        // The log goes on as if nothing had been: the old changes in the new shape, and new ones behind them.
        let store = try Store(database)
        let logged = try MigrationTests.changes(store)
        if isDestructive { #expect(logged.isEmpty) }
        for change in logged {
            let stored = try store.record(change.model, change.record.key)
            #expect(step.name.contains("default") || stored?.values == change.record.values)
        }
        let model = try #require(new.models.first)
        try MigrationTests.execute("DELETE FROM \(model.name)", path)
        #expect(try store.page(Query(model)).records.isEmpty)
        if isDestructive, let first = try MigrationTests.changes(store).first {
            #expect(first.seq == 1)
            #expect(try store.reach(of: Position(epoch: database.epoch, seq: 0)).obstacle == nil)
        }
        store.close()

        // Once more changes nothing.
        let after = try MigrationTests.dump(path)
        let again = try MigrationTests.open(path, new, .additiveOnly)
        #expect(again.plan.lines == [] && again.epoch == database.epoch)
        #expect(try MigrationTests.dump(path) == after)
    }

    @Test("a new table of a model that has history: its old changes have the new shape")
    func historyOfEmptyModels() throws {
        let folder = TemporaryFolder()
        let path = folder.file("test.db")
        _ = try MigrationTests.open(path, TestStore.schema("type A @model { id: ID! s: String n: Int }"), .additiveOnly)
        try MigrationTests.execute("INSERT INTO A(id,s,n) VALUES('a','five',5); DELETE FROM A", path)
        let schema = try TestStore.schema("type A @model { id: ID! s: Int n: String }")
        let database = try MigrationTests.open(path, schema, .additiveOnly)
        #expect(
            database.plan.lines == ["+ change field A.s from String to Int", "+ change field A.n from Int to String"])
        let store = try Store(database)
        let changes = try MigrationTests.changes(store)
        #expect(changes.map(ChangeText.line) == ["+ A a 1", "- A a 2"])
        store.close()
    }

    @Test("a record that was deleted before goes on from its last version, in a new log too")
    func buriedVersions() throws {
        let folder = TemporaryFolder()
        let path = folder.file("test.db")
        _ = try MigrationTests.open(path, TestStore.schema("type A @model { id: ID! n: Int }"), .additiveOnly)
        try MigrationTests.execute("INSERT INTO A(id) VALUES('a'); UPDATE A SET n=1; DELETE FROM A", path)
        _ = try MigrationTests.open(path, TestStore.schema("type A @model { id: ID! }"), .allowDestructive)
        try MigrationTests.execute("INSERT INTO A(id) VALUES('a')", path)
        #expect(try MigrationTests.rows("SELECT _version FROM A", path) == ["4"])
    }

    @Test("long work is told of at most once a second, and with its numbers")
    func progress() {
        let clock = Lock(Int64(0))
        let told = Lock<[String]>([])
        let meter = MigrationMeter(clock: { clock.withLock { $0 } }) { progress in
            told.withLock { $0.append(progress.text) }
        }
        meter.begin(.moving, model: "A", total: 1024)
        for row in 1...1024 {
            clock.withLock { $0 = Int64(row) * 3 }
            meter.step()
        }
        #expect(
            told.withLock { $0 } == ["moving A: 512 of 1024 records (50%)", "moving A: 1024 of 1024 records (100%)"])
    }

    @Test("a plan alone touches no file")
    func dryRun() throws {
        let folder = TemporaryFolder()
        let path = folder.file("test.db")
        let schema = try TestStore.schema("type A @model { id: ID! }")
        #expect(try Database.plan(path: path, schema: schema).lines == ["+ create model A"])
        #expect(folder.names == [])

        var store: Store? = try Store(MigrationTests.open(path, schema, .additiveOnly))
        store?.close()
        store = nil
        let (names, bytes) = (folder.names, folder.bytes(of: "test.db"))
        #expect(names.contains("test.db"))
        let wider = try TestStore.schema("type A @model { id: ID! n: Int } type B @model { id: ID! }")
        #expect(try Database.plan(path: path, schema: wider).lines == ["+ add field A.n: Int", "+ create model B"])
        #expect(folder.bytes(of: "test.db") == bytes)
        #expect(
            folder.names.filter { !$0.hasSuffix("-shm") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-lock") } == [
                "test.db"
            ])
    }

    @Test(
        "tables of another program are not taken over",
        arguments: [
            "CREATE TABLE A(id TEXT PRIMARY KEY)", "CREATE TABLE a(x)", "CREATE VIEW A AS SELECT 1",
            "CREATE TABLE B(id); CREATE TABLE A(id)",
        ])
    func foreign(_ sql: String) throws {
        let folder = TemporaryFolder()
        let path = folder.file("test.db")
        try MigrationTests.execute(sql, path)
        let content = try MigrationTests.dump(path)
        let schema = try TestStore.schema("type A @model { id: ID! }")
        guard
            case .foreignTable("A")? = MigrationTests.failure({
                try MigrationTests.open(path, schema, .allowDestructive)
            })
        else {
            Issue.record("taken over")
            return
        }
        #expect(throws: Database.OpenFailure.self) { try Database.plan(path: path, schema: schema) }
        #expect(try MigrationTests.dump(path) == content)
    }

    @Test("a table of another program that came later is not taken over by a new model")
    func foreignLater() throws {
        let folder = TemporaryFolder()
        let path = folder.file("test.db")
        _ = try MigrationTests.open(path, TestStore.schema("type A @model { id: ID! }"), .additiveOnly)
        try MigrationTests.execute("CREATE TABLE B(x); INSERT INTO B VALUES(1)", path)
        let content = try MigrationTests.dump(path)
        let schema = try TestStore.schema("type A @model { id: ID! } type B @model { id: ID! }")
        guard
            case .foreignTable("B")? = MigrationTests.failure({
                try MigrationTests.open(path, schema, .allowDestructive)
            })
        else {
            Issue.record("taken over")
            return
        }
        #expect(try MigrationTests.dump(path) == content)
    }

    @Test(
        "what is no database of ours is left as it is",
        arguments: [
            ("no database at all", "is not a SQLite database"), ("", ""),
        ])
    func notOurs(_ content: String, _ complaint: String) throws {
        let folder = TemporaryFolder()
        let path = folder.file("test.db")
        folder.write(content, to: "test.db")
        let schema = try TestStore.schema("type A @model { id: ID! }")
        do {
            let database = try Database(path: path, schema: schema, policy: .additiveOnly)
            #expect(complaint.isEmpty && database.plan.lines == ["+ create model A"])
        } catch {
            guard case .unusable(let detail) = error else { throw error }
            #expect(!complaint.isEmpty && detail.contains(complaint))
            #expect(folder.bytes(of: "test.db") == Array(content.utf8))
        }
    }

    @Test("a database of a later version of the program")
    func newerFormat() throws {
        let folder = TemporaryFolder()
        let path = folder.file("test.db")
        let schema = try TestStore.schema("type A @model { id: ID! }")
        _ = try MigrationTests.open(path, schema, .additiveOnly)
        try MigrationTests.execute("UPDATE _rivulet_meta SET value='99' WHERE name='format'", path)
        guard
            case .newerFormat("99")? = MigrationTests.failure({
                try MigrationTests.open(path, schema, .allowDestructive)
            })
        else {
            Issue.record("opened")
            return
        }
    }

    // MARK: Short forms

    private static func open(_ path: String, _ schema: Schema, _ policy: Migration.Policy) throws -> Database {
        try Database(path: path, schema: schema, policy: policy)
    }

    private static func failure(_ body: () throws -> Database) -> Migration.Failure? {
        do {
            _ = try body()
            return nil
        } catch Database.OpenFailure.migration(let failure) {
            return failure
        } catch {
            Issue.record("\(error)")
            return nil
        }
    }

    private static func execute(_ sql: String, _ path: String) throws {
        let connection = try Connection(path: path)
        try connection.execute("PRAGMA foreign_keys=OFF")
        try connection.execute(sql)
    }

    private static func rows(_ sql: String, _ path: String) throws -> [String] {
        let connection = try Connection(path: path)
        var rows: [String] = []
        try connection.query(SQL(sql)) { (row) throws(SQLiteError) in
            rows.append(
                (0..<row.columnCount).map { row.isNull($0) ? "NULL" : row.text($0).string }.joined(separator: "|"))
        }
        return rows
    }

    /// Everything that is in the database: its definitions, and the rows of every table.
    private static func dump(_ path: String) throws -> [String] {
        let definitions = try rows("SELECT type,name,sql FROM sqlite_master ORDER BY type,name", path)
        let tables = try rows("SELECT name FROM sqlite_master WHERE type='table' ORDER BY name", path)
        return try definitions
            + tables.flatMap { table in try rows("SELECT * FROM \"\(table)\"", path).map { table + ": " + $0 } }
    }

    private static func changes(_ store: Store) throws -> [Change] {
        try store.read { (connection) throws(SQLiteError) in
            var changes: [Change] = []
            try store.database.log.read(connection, after: 0) { (change) throws(SQLiteError) in
                changes.append(change)
                return true
            }
            return changes
        }
    }
}
