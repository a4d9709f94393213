import DataStore
import Testing

/// Several writes as one, deletions and what goes with them, and how far the log reaches.
@Suite("The store")
struct TransactionTests {
    private static let tree = """
        type Comment @model {
          id: ID! n: Int upID: ID
          up: Comment @belongsTo(references: ["upID"]) down: [Comment] @hasMany(references: ["upID"])
        }
        """

    @Test("all or none; the index of the first that was not possible; a parent before its child in one transaction")
    func allOrNone() throws {
        let test = try TestStore(TransactionTests.tree, inMemory: true)
        let refused = try test.answer(to: [
            test.create("Comment", #"{"id":"a"}"#), test.create("Comment", #"{"id":"b","upID":"a"}"#),
            test.create("Comment", #"{"id":"c","upID":"z"}"#), test.create("Comment", #"{"id":"a"}"#),
        ])
        guard case .failure(let refusal) = refused, case .conflict(let detail) = refusal.error else {
            Issue.record("\(refused)")
            return
        }
        #expect(refusal.index == 2 && detail.contains("upID") && detail.contains("z"))
        #expect(try test.rows("Comment") == [] && test.log() == [] && test.store.head().seq == 0)

        let position = try test.perform(
            test.create("Comment", #"{"id":"a"}"#), test.create("Comment", #"{"id":"b","upID":"a"}"#)
        ).position
        #expect(position.seq == 2 && position.epoch == test.store.database.epoch)
        #expect(try test.perform(test.merge("Comment", "a", patch: "{}")).position == position)
        #expect(try test.perform().position == position)
    }

    @Test(
        "a foreign key of several fields has all of them or none; a required one, which is the record's own too, tells nothing"
    )
    func halfKeys() throws {
        let test = try TestStore(
            """
            type P @model { a: ID! @primaryKey(sortKeyFields: ["b"]) b: ID! cs: [C] @hasMany(references: ["pa", "pb"]) }
            type C @model { id: ID! pa: ID pb: ID p: P @belongsTo(references: ["pa", "pb"]) }
            type D @model { pa: ID! @primaryKey(sortKeyFields: ["n"]) n: Int! pb: ID p: P @belongsTo(fields: ["pa", "pb"]) }
            """, inMemory: true)
        try test.perform(test.create("P", #"{"a":"x","b":"y"}"#), test.create("D", #"{"pa":"x","n":1}"#))
        let refused = try test.answer(to: [
            test.create("C", #"{"id":"1"}"#), test.create("C", #"{"id":"2","pa":"x"}"#),
        ])
        guard case .failure(let refusal) = refused, case .conflict(let detail) = refusal.error else {
            Issue.record("\(refused)")
            return
        }
        #expect(refusal.index == 1 && detail == "pa, pb: a key of P has all of its parts or none")
        try test.perform(test.create("C", #"{"id":"3","pa":"x","pb":"y"}"#))
        guard case .failure = try test.answer(to: [test.merge("C", "3", patch: #"{"pb":null}"#)]) else {
            Issue.record("half a key by a merge")
            return
        }
        try test.perform(test.merge("C", "3", patch: #"{"pa":null,"pb":null}"#))
    }

    @Test("after close everything is refused, and nothing is lost")
    func close() throws {
        let test = try TestStore(TransactionTests.tree)
        try test.perform(test.create("Comment", #"{"id":"a"}"#))
        test.store.close()
        guard case .failure(let refusal) = try test.answer(to: [test.create("Comment", #"{"id":"b"}"#)]),
            case .closed = refusal.error
        else {
            Issue.record("written after close")
            return
        }
        let again = try Store(Database(path: test.path, schema: test.store.schema, policy: .additiveOnly))
        #expect(try again.page(Query(test.model("Comment"))).records.map(\.line) == ["a 1"])
    }

    @Test("a tree of comments goes with its root, each once, children first")
    func deleteTree() throws {
        let test = try TestStore(TransactionTests.tree, inMemory: true)
        try test.perform(test.create("Comment", #"{"id":"r","n":0}"#), test.create("Comment", #"{"id":"other","n":9}"#))
        var level = ["r"]
        for _ in 0..<3 {
            let next = level.flatMap { up in (0..<4).map { "\(up)\($0)" } }
            let operations = try next.map {
                try test.create("Comment", #"{"id":"\#($0)","n":1,"upID":"\#($0.dropLast())"}"#)
            }
            _ = try test.answer(to: operations).get()
            level = next
        }
        let head = try test.store.head().seq
        #expect(try test.delete("Comment", where: "n < 5") == 85)
        #expect(try test.rows("Comment") == ["other 1 n=9"])
        let deleted = try test.changes(after: head)
        #expect(
            deleted.count == 85 && Set(deleted.map(\.record.key)).count == 85
                && Set(deleted.map(\.transaction)).count == 1)
        var gone: Set<String> = []
        for change in deleted {
            let id = change.record.key.values[0].word
            gone.insert(id)
            #expect(id == "r" || !gone.contains(String(id.dropLast())), "\(id) after what it belongs to")
        }
    }

    @Test("records that point at themselves and at each other")
    func cycles() throws {
        let test = try TestStore(TransactionTests.tree, inMemory: true)
        try test.perform(test.create("Comment", #"{"id":"self","upID":"self"}"#))
        try test.perform(
            test.create("Comment", #"{"id":"a"}"#), test.create("Comment", #"{"id":"b","upID":"a"}"#),
            test.merge("Comment", "a", patch: #"{"upID":"b"}"#))
        try test.perform(test.delete("Comment", "self"), test.delete("Comment", "a"))
        #expect(try test.rows("Comment") == [])
        #expect(try test.log().last == "- Comment self 2 upID=self; - Comment b 2 upID=a; - Comment a 3 upID=b")
    }

    /// SQLite stops a cascade at 1000 levels.
    @Test("a chain of 2000 records goes whole", arguments: [false, true])
    func deepChain(_ byCondition: Bool) throws {
        let test = try TestStore(TransactionTests.tree, inMemory: true)
        let chain = try (0..<2000).map {
            try test.create("Comment", $0 == 0 ? #"{"id":"0","n":1}"# : #"{"id":"\#($0)","upID":"\#($0 - 1)"}"#)
        }
        _ = try test.answer(to: chain).get()
        try test.perform(
            test.create("Comment", #"{"id":"branch","upID":"1500"}"#), test.create("Comment", #"{"id":"other"}"#))
        if byCondition {
            #expect(try test.delete("Comment", where: "n == 1") == 1)
        } else {
            try test.perform(test.delete("Comment", "0"))
        }
        #expect(try test.rows("Comment") == ["other 1"])
        let deleted = try test.changes(after: 2002)
        #expect(deleted.count == 2001 && deleted.allSatisfy { $0.kind == .delete && $0.transaction == 2003 })
        #expect(deleted.last?.record.key.values[0].word == "0")
        #expect(Set(deleted.map(\.record.key)).count == 2001)
    }

    @Test("a deep chain over two models, with what its records own")
    func deepChainOfTwo() throws {
        let test = try TestStore(
            """
            type A @model { id: ID! bID: ID b: B @belongsTo(references: ["bID"]) bs: [B] @hasMany(references: ["aID"]) }
            type B @model { id: ID! aID: ID a: A @belongsTo(references: ["aID"]) as: [A] @hasMany(references: ["bID"]) extra: Extra @hasOne }
            type Extra @model { id: ID! }
            """, inMemory: true)
        var operations = [try test.create("Extra", #"{"id":"e"}"#), try test.create("A", #"{"id":"0"}"#)]
        for number in 1..<1600 {
            let (model, key) = number % 2 == 0 ? ("A", "bID") : ("B", "aID")
            let owns = number == 1599 ? #","bExtraId":"e""# : ""
            operations.append(try test.create(model, #"{"id":"\#(number)","\#(key)":"\#(number - 1)"\#(owns)}"#))
        }
        _ = try test.answer(to: operations).get()
        try test.perform(test.delete("A", "0"))
        #expect(try test.rows("A") == [] && test.rows("B") == [] && test.rows("Extra") == [])
        #expect(try test.changes().filter { $0.kind == .delete }.count == 1601)
    }

    @Test(
        "what the log can still tell",
        arguments: [
            ("", nil as String?), ("0", nil), ("3", nil), ("5", nil), ("6", "ahead"), ("9223372036854775807", "ahead"),
            ("other-3", "another"),
        ])
    func reach(_ asked: String, _ obstacle: String?) throws {
        let test = try TestStore(TransactionTests.tree, inMemory: true)
        for id in 1...5 { try test.perform(test.create("Comment", #"{"id":"\#(id)"}"#)) }
        let epoch = test.store.database.epoch
        let position = asked.isEmpty ? nil : Position(asked.contains("-") ? asked : "\(epoch)-\(asked)")
        let reach = try test.store.reach(of: position)
        #expect(reach.head == Position(epoch: epoch, seq: 5) && reach.oldest == 1)
        #expect(
            obstacle.map { reach.obstacle?.contains($0) ?? false } ?? (reach.obstacle == nil), "\(reach.obstacle ?? "")"
        )
    }

    @Test("a log without changes")
    func emptyLog() throws {
        let test = try TestStore(TransactionTests.tree, inMemory: true)
        let epoch = test.store.database.epoch
        #expect(try test.store.head() == Position(epoch: epoch, seq: 0))
        #expect(try test.store.reach(of: Position(epoch: epoch, seq: 0)).obstacle == nil)
        #expect(try test.store.reach(of: Position(epoch: epoch, seq: 1)).obstacle != nil)
    }

    @Test("pages with counts, and what is not there")
    func pages() throws {
        let test = try TestStore(TransactionTests.tree, inMemory: true)
        _ = try test.answer(to: (0..<10).map { try test.create("Comment", #"{"id":"\#($0)","n":\#($0 % 2)}"#) }).get()
        let page = try test.store.page(test.query("Comment", where: "n == 1", limit: 3), counting: true)
        #expect(page.records.map(\.line) == ["1 1 n=1", "3 1 n=1", "5 1 n=1"] && page.goesOn && page.count == 5)
        let whole = try test.store.page(test.query("Comment", where: "n == 1", limit: 5))
        #expect(whole.records.count == 5 && !whole.goesOn && whole.count == nil)
        #expect(try test.record("Comment", "none") == nil)
        #expect(try test.store.recordAtOnce(test.model("Comment"), Key(["1"]))??.version == 1)
    }
}
