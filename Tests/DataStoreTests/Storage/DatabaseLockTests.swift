import DataStore
import Testing

/// Who may open a database while another has it, and what a lost column is.
@Suite("Database lock")
struct DatabaseLockTests {
    @Test(
        "one schema twice; another one only when nobody serves, whatever may be lost",
        arguments: [
            "type A @model { id: ID! n: Int m: Int }", "type A @model { id: ID! }",
        ])
    func beside(_ other: String) throws {
        let folder = TemporaryFolder()
        let path = folder.file("test.db")
        let schema = try TestStore.schema("type A @model { id: ID! n: Int }")
        let changed = try TestStore.schema(other)
        var first: Database? = try Database(path: path, schema: schema, policy: .additiveOnly)
        var second: Database? = try Database(path: path, schema: schema, policy: .additiveOnly)
        let content = try ["A", "_rivulet_meta"].map { try Self.rows(path, $0) }
        for open in [first, second] where open != nil {
            do {
                _ = try Database(path: path, schema: changed, policy: .allowDestructive)
                Issue.record("migrated beside a server")
            } catch Database.OpenFailure.migration(.inUse) {
            }
            // A plan needs nobody's leave.
            #expect(try Database.plan(path: path, schema: changed).lines.count == 1)
            #expect(try ["A", "_rivulet_meta"].map { try Self.rows(path, $0) } == content)
            if first != nil { first = nil } else { second = nil }
        }
        second = nil
        #expect(try Database(path: path, schema: changed, policy: .allowDestructive).plan.lines.count == 1)
    }

    @Test("the lock stands where the database is, whatever link leads there")
    func links() throws {
        let folder = TemporaryFolder()
        let schema = try TestStore.schema("type A @model { id: ID! n: Int }")
        let database = try Database(path: folder.file("test.db"), schema: schema, policy: .additiveOnly)
        folder.link("test.db", as: "link.db")
        let changed = try TestStore.schema("type A @model { id: ID! }")
        #expect(throws: Database.OpenFailure.self) {
            try Database(path: folder.file("link.db"), schema: changed, policy: .allowDestructive)
        }
        #expect(folder.names.contains("test.db-lock") && !folder.names.contains("link.db-lock"))
        #expect(database.plan.lines == ["+ create model A"])
    }

    @Test("a quoted name that no column has is no text")
    func lostColumn() throws {
        let folder = TemporaryFolder()
        let connection = try Connection(path: folder.file("test.db"))
        try connection.execute("CREATE TABLE A(id TEXT)")
        #expect(throws: SQLiteError.self) { try connection.execute("SELECT \"n\" FROM A") }
        #expect(throws: SQLiteError.self) { try connection.execute("CREATE INDEX i ON A(\"n\")") }
    }

    private static func rows(_ path: String, _ table: String) throws -> Int64? {
        try Connection(path: path).integer(
            SQL("SELECT count(*)+(SELECT sum(length(sql)) FROM sqlite_master) FROM \(table)"))
    }
}
