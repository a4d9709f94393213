import DataStore
import Glibc
import Testing

/// A store over a database of its own, with the short forms that tests need.
final class TestStore {
    let store: Store
    let folder = TemporaryFolder()

    /// `inMemory`: no other program can write to it.
    init(_ sdl: String, inMemory: Bool = false, options: Store.Options = Store.Options()) throws {
        let schema = try TestStore.schema(sdl)
        let path = inMemory ? ":memory:" : folder.file("test.db")
        store = try Store(Database(path: path, schema: schema, policy: .additiveOnly), options: options)
    }

    var path: String { folder.file("test.db") }

    static func schema(_ sdl: String) throws -> Schema {
        let loaded = load(sdl)
        return try #require(loaded.schema, "\(SchemaText.describe(loaded.diagnostics))")
    }

    func model(_ name: String) throws -> ModelDefinition { try #require(store.schema.model(named: name)) }

    // MARK: Writing

    typealias Answer = Result<([Operation.Outcome], Position), Store.Refusal>

    func answer(to operations: [Operation]) throws -> Answer {
        let promise = Promise<Answer>()
        store.perform(operations) { promise.fulfil($0) }
        return try promise.get()
    }

    @discardableResult
    func perform(_ operations: Operation...) throws -> (outcomes: [Operation.Outcome], position: Position) {
        let (outcomes, position) = try answer(to: operations).get()
        return (outcomes, position)
    }

    func create(_ name: String, _ json: String) throws -> Operation {
        let record = try RecordReader(model(name)).create(from: TestStore.json(json), now: Instant.now.inMilliseconds)
        return .create(record, isFresh: false)
    }

    func merge(_ name: String, _ key: Value..., patch: String, _ conditions: Conditions = Conditions()) throws
        -> Operation
    {
        .merge(try model(name), Key(key), try TestStore.json(patch), conditions)
    }

    func replace(_ name: String, _ key: Value..., by body: String, _ conditions: Conditions = Conditions()) throws
        -> Operation
    {
        .replace(try model(name), Key(key), try TestStore.json(body), conditions)
    }

    func delete(_ name: String, _ key: Value..., on conditions: Conditions = Conditions()) throws -> Operation {
        .delete(try model(name), Key(key), conditions)
    }

    func delete(_ name: String, where text: String) throws -> Int {
        let promise = Promise<Result<(Int, Position), StoreError>>()
        store.delete(where: try query(name, where: text)) { promise.fulfil($0) }
        return try promise.get().get().0
    }

    /// A connection as another program has one.
    func outsider() throws -> Connection {
        let connection = try Connection(path: path)
        connection.setBusyTimeout(milliseconds: 5000)
        try connection.execute("PRAGMA foreign_keys=ON")
        return connection
    }

    // MARK: Reading

    func query(_ name: String, where text: String = "", sort: String = "", limit: Int? = nil) throws -> Query {
        let model = try model(name)
        return Query(
            model, where: text.isEmpty ? .all : try Predicate.parse(text, for: model, in: store.schema),
            sort: sort.isEmpty ? nil : try Sort.parse(sort, for: model), limit: limit)
    }

    func record(_ name: String, _ key: Value...) throws -> Record? { try store.record(model(name), Key(key)) }

    /// The JSON of the records of a model in key order, a line each, without times.
    func rows(_ name: String, where text: String = "") throws -> [String] {
        try store.page(query(name, where: text)).records.map { $0.line }
    }

    func changes(after seq: Int64 = 0) throws -> [Change] {
        try store.read { (connection) throws(SQLiteError) in
            var changes: [Change] = []
            try store.database.log.read(connection, after: seq) { (change) throws(SQLiteError) in
                changes.append(change)
                return true
            }
            return changes
        }
    }

    /// The log as lines: changes of one transaction stand in one, those of others have `outside` before them.
    func log(after seq: Int64 = 0) throws -> [String] { ChangeText.lines(try changes(after: seq)) }

    static func json(_ text: String) throws -> JSON { try JSONReader.read(Text(text)) }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    package init(stringLiteral value: String) { self = .text(Text(value)) }
    package init(integerLiteral value: Int64) { self = .int(value) }
}
