import DataStore
import Dispatch
import Testing

/// The one writer: many jobs in one transaction, each with its own outcome.
@Suite("The writer")
struct WriterTests {
    private static let sdl = "type Tag @model { id: ID! n: Int s: String }"

    struct Rig {
        let test = TemporaryFolder()
        let database: Database
        let writer: Writer
        let commits = Mailbox<Int>()
        let tag: ModelDefinition

        init(path: String? = nil) throws {
            let schema = try TestStore.schema(WriterTests.sdl)
            database = try Database(path: path ?? test.file("test.db"), schema: schema, policy: .additiveOnly)
            let commits = commits
            writer = try Writer(database) { _ in commits.put(1) }
            tag = try #require(schema.model(named: "Tag"))
        }

        func record(_ id: String, _ text: String = "") -> Record {
            let now = Value.text(Instant.now.stored)
            return Record(model: tag, values: [.text(Text(id)), .int(1), .text(Text(text)), now, now, .int(0)])
        }

        /// Inserts; then fails with `conflict` when `failing`.
        func insert(_ ids: String..., failing: Bool = false) -> Promise<Result<Position, StoreError>> {
            let promise = Promise<Result<Position, StoreError>>()
            let records = ids.map { record($0) }
            writer.submit { (transaction) throws(StoreError) in
                for record in records { _ = try transaction.insert(record) }
                if failing { throw .conflict("as asked") }
                return true
            } completion: {
                promise.fulfil($0.map { $0.1 })
            }
            return promise
        }

        /// Keeps the writer's queue busy until the returned semaphore is signalled, so that jobs gather.
        func hold() -> DispatchSemaphore {
            let gate = DispatchSemaphore(value: 0)
            writer.maintain { (_) throws(SQLiteError) in gate.wait() }
            return gate
        }

        func ids() throws -> [String] {
            try database.readers.withReader { (connection) throws(SQLiteError) in
                var ids: [String] = []
                try connection.query("SELECT id FROM Tag ORDER BY id") { (row) throws(SQLiteError) in
                    ids.append(row.text(0).string)
                }
                return ids
            }
        }

        func changes() throws -> [Change] {
            try database.readers.withReader { (connection) throws(SQLiteError) in
                var changes: [Change] = []
                try database.log.read(connection, after: 0) { (change) throws(SQLiteError) in
                    changes.append(change)
                    return true
                }
                return changes
            }
        }
    }

    @Test("jobs that wait together are one commit, and each has its own outcome")
    func groupCommit() throws {
        let rig = try Rig()
        _ = try rig.insert("a").get().get()
        _ = try rig.commits.next()
        let gate = rig.hold()
        let jobs = [
            rig.insert("b"), rig.insert("c", "d", failing: true), rig.insert("e", "f"), rig.insert("x", "a"),
            rig.insert("g"),
        ]
        gate.signal()
        let outcomes = try jobs.map { try $0.get() }
        #expect(outcomes.map(WriterTests.describe) == ["2", "conflict", "4", "conflict", "5"])
        #expect(try rig.ids() == ["a", "b", "e", "f", "g"])
        #expect(
            ChangeText.lines(try rig.changes()).map { $0.filter { $0 != "=" } } == [
                "+ Tag a 1 n1 s", "+ Tag b 1 n1 s", "+ Tag e 1 n1 s; + Tag f 1 n1 s", "+ Tag g 1 n1 s",
            ])
        _ = try rig.commits.next()
        #expect(rig.commits.rest().isEmpty, "five jobs made more than one commit")
    }

    private static func describe(_ outcome: Result<Position, StoreError>) -> String {
        switch outcome {
        case .success(let position): "\(position.seq)"
        case .failure(.conflict): "conflict"
        case .failure(.busy): "busy"
        case .failure(.full): "full"
        case .failure(.closed): "closed"
        case .failure(let other): "\(other)"
        }
    }

    @Test("a job that changes nothing has the position of those before it, and commits in silence")
    func nothing() throws {
        let rig = try Rig()
        #expect(try rig.insert().get().get().seq == 0)
        _ = try rig.insert("a").get().get()
        _ = try rig.commits.next()
        #expect(try rig.insert().get().get() == Position(epoch: rig.database.epoch, seq: 1))
        #expect(try WriterTests.describe(rig.insert("b", failing: true).get()) == "conflict")
        #expect(rig.commits.rest().isEmpty)
    }

    @Test("10 000 jobs from many threads: each once, in the order of their positions")
    func manyThreads() throws {
        let rig = try Rig(path: ":memory:")
        let answers = Mailbox<(String, Int64)>()
        DispatchQueue.concurrentPerform(iterations: 100) { thread in
            for number in 0..<100 {
                let record = rig.record("\(thread)-\(number)")
                rig.writer.submit { (transaction) throws(StoreError) in
                    _ = try transaction.insert(record)
                    if number % 10 == 9 { throw .conflict("as asked") }
                    return record.key
                } completion: { result in
                    if case .success(let (key, position)) = result {
                        answers.put((key.values[0].word, position.seq))
                    } else {
                        answers.put(("", 0))
                    }
                }
            }
        }
        var made: [Int64: String] = [:]
        var refused = 0
        for _ in 0..<10_000 {
            let (id, seq) = try answers.next()
            if id.isEmpty { refused += 1 } else { made[seq] = id }
        }
        #expect(refused == 1000 && made.count == 9000)
        for change in try rig.changes() { #expect(made[change.seq] == change.record.key.values[0].word) }
    }

    @Test("while another program holds the database: busy after the timeout, then as before")
    func busy() throws {
        let rig = try Rig()
        let shorter = Promise<Bool>()
        rig.writer.maintain { (connection) throws(SQLiteError) in
            connection.setBusyTimeout(milliseconds: 50)
            shorter.fulfil(true)
        }
        _ = try shorter.get()
        let other = try Connection(path: rig.test.file("test.db"))
        try other.execute("BEGIN IMMEDIATE; INSERT INTO Tag(id) VALUES('other')")
        let gate = rig.hold()
        let jobs = [rig.insert("a"), rig.insert("b")]
        gate.signal()
        #expect(try jobs.map { WriterTests.describe(try $0.get()) } == ["busy", "busy"])
        try other.execute("ROLLBACK")
        #expect(try WriterTests.describe(rig.insert("c").get()) == "1")
        #expect(try rig.ids() == ["c"])
    }

    @Test("a full disk: full, nothing half there, and as before when there is room again")
    func full() throws {
        let rig = try Rig()
        _ = try rig.insert("a").get().get()
        try rig.limitPages { $0 }
        let big = rig.record("big", String(repeating: "x", count: 300_000))
        let gate = rig.hold()
        let promise = Promise<Result<Position, StoreError>>()
        let small = rig.insert("b")
        rig.writer.submit { (transaction) throws(StoreError) in
            _ = try transaction.insert(rig.record("before"))
            _ = try transaction.insert(big)
            return true
        } completion: {
            promise.fulfil($0.map { $0.1 })
        }
        gate.signal()
        #expect(try WriterTests.describe(promise.get()) == "full")
        // A job beside it is done whole or refused for the same reason.
        let beside = try WriterTests.describe(small.get())
        #expect(try rig.ids() == (beside == "full" ? ["a"] : ["a", "b"]))
        #expect(try rig.changes().count == rig.ids().count)

        try rig.limitPages { _ in 1_000_000 }
        #expect(try WriterTests.describe(rig.insert("c").get()) == "\(try rig.changes().count)")
        #expect(try rig.ids().contains("c"))
    }

    @Test("close finishes what was taken, and refuses what comes later")
    func close() throws {
        let rig = try Rig()
        let gate = rig.hold()
        let taken = (0..<100).map { rig.insert("\($0)") }
        let closed = Promise<Bool>()
        DispatchQueue.global().async {
            rig.writer.close()
            closed.fulfil(true)
        }
        // The refusals begin while the queue is still held.
        try eventually("the refusal") { try WriterTests.describe(rig.refusalOrNothing()) == "closed" }
        gate.signal()
        _ = try closed.get()
        for job in taken { #expect(try WriterTests.describe(job.get()) != "closed") }
        #expect(try rig.ids().count == 100)
        #expect(try WriterTests.describe(rig.insert("late").get()) == "closed")
        #expect(rig.test.bytes(of: "test.db-wal").isEmpty, "the log was not written back")
        rig.writer.close()
    }

    @Test("maintenance that fails in the middle of a transaction leaves none behind")
    func maintenance() throws {
        let rig = try Rig()
        rig.writer.maintain { (connection) throws(SQLiteError) in
            try connection.execute("BEGIN IMMEDIATE; INSERT INTO Tag(id) VALUES('half')")
            try connection.execute("INSERT INTO nothing VALUES(1)")
        }
        #expect(try WriterTests.describe(rig.insert("a").get()) == "1")
        #expect(try rig.ids() == ["a"])
    }
}

extension WriterTests.Rig {
    /// Gives the writer's connection a bound of pages, made of how many there are.
    fileprivate func limitPages(_ bound: @escaping @Sendable (Int64) -> Int64) throws {
        let done = Promise<Bool>()
        writer.maintain { (connection) throws(SQLiteError) in
            let count = try connection.integer("PRAGMA page_count") ?? 0
            try connection.execute("PRAGMA max_page_count=\(bound(count))")
            done.fulfil(true)
        }
        _ = try done.get()
    }

    /// The answer to a job that does nothing, when it is there at once: a refusal.
    fileprivate func refusalOrNothing() throws -> Result<Position, StoreError> {
        let answers = Mailbox<Result<Position, StoreError>>()
        writer.submit { (_) throws(StoreError) in
            true
        } completion: {
            answers.put($0.map { $0.1 })
        }
        return answers.rest().first ?? .failure(.notFound)
    }
}
