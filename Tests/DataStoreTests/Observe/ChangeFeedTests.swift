import DataStore
import Dispatch
import Testing

/// The feed tells every committed change, once, in commit order.
@Suite("The change feed")
struct ChangeFeedTests {
    private static let sdl = "type Tag @model { id: ID! n: Int }"

    private final class Recorder: ChangeListener {
        let batches = Mailbox<ChangeBatch>()

        func receive(_ batch: ChangeBatch) { batches.put(batch) }
    }

    private func listen(_ store: Store) -> Recorder {
        let recorder = Recorder()
        store.feed.queue.sync { store.feed.add(recorder) }
        return recorder
    }

    private func wait(_ store: Store, for seq: Int64, seconds: Int = 10) throws -> Bool {
        let promise = Promise<Bool>()
        store.feed.wait(for: seq, seconds: seconds) { promise.fulfil($0) }
        return try promise.get()
    }

    @Test("changes of many transactions, ours and others'")
    func order() throws {
        let test = try TestStore(ChangeFeedTests.sdl)
        let recorder = listen(test.store)
        let outsider = try test.outsider()
        for number in 0..<50 {
            try test.perform(test.create("Tag", #"{"id":"a\#(number)"}"#), test.create("Tag", #"{"id":"b\#(number)"}"#))
            try outsider.execute("INSERT INTO Tag(id) VALUES('c\(number)')")
        }
        #expect(try wait(test.store, for: 150))
        let batches = recorder.batches.rest()
        let told = batches.flatMap(\.changes)
        #expect(told.map(\.seq) == Array(1...150))
        #expect(told.map(ChangeText.line) == (try test.changes().map(ChangeText.line)))
        for batch in batches {
            #expect(batch.position == Position(epoch: test.store.database.epoch, seq: batch.changes.last?.seq ?? -1))
            #expect(batch.endsTransaction)
        }
        #expect(test.store.feed.queue.sync { test.store.feed.position.seq } == 150)
    }

    @Test("what is told is what the log says, value for value, whoever wrote it and however it is on its way")
    func toldAsLogged() throws {
        let seed = UInt64.random(in: .min ... .max)
        var random = SplitMix64(seed: seed)
        let test = try TestStore(
            "type Row @model { id: ID! n: Int x: Float s: String j: AWSJSON b: Boolean children: [Child] @hasMany }"
                + " type Child @model { id: ID! }")
        let model = try test.model("Row")
        let recorder = listen(test.store)
        let outsider = try test.outsider()
        let answers = Mailbox<Bool>()
        var asked = 0
        for step in 0..<600 {
            var operations: [DataStore.Operation] = []
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let id = "\(Int.random(in: 0..<40, using: &random))"
                switch Int.random(in: 0..<8, using: &random) {
                case 0, 1:
                    // Some are refused because the key is taken, and take their transaction with them.
                    var values = [Value](repeating: .null, count: model.fields.count)
                    values[0] = .text(Text(id))
                    values[1] = .int(RowImageTests.int(&random))
                    values[2] = .double(RowImageTests.double(&random))
                    values[3] = .text(Text(RowImageTests.text(&random)))
                    values[4] = .json(JSON.string(Text(RowImageTests.text(&random))).compact)
                    values[5] = .bool(Bool.random(using: &random))
                    values[6] = .text(Instant.now.stored)
                    values[7] = values[6]
                    values[8] = .int(0)
                    operations.append(.create(Record(model: model, values: values), isFresh: false))
                case 2, 3: operations.append(try test.replace("Row", .text(Text(id)), by: #"{"s":"it's '' \#(step)"}"#))
                case 4: operations.append(try test.merge("Row", .text(Text(id)), patch: #"{"n":\#(step)}"#))
                case 5: operations.append(try test.delete("Row", .text(Text(id))))
                default:
                    operations.append(
                        try test.create("Child", #"{"id":"\#(step)-\#(operations.count)","rowChildrenId":"\#(id)"}"#))
                }
            }
            asked += 1
            test.store.perform(operations) { _ in answers.put(true) }
            if Int.random(in: 0..<50, using: &random) == 0 {
                try outsider.execute(
                    "INSERT INTO Child(id) VALUES('out \(step)'); UPDATE Row SET n=\(step) WHERE id='3'")
            }
        }
        for _ in 0..<asked { _ = try answers.next() }
        let logged = try test.changes()
        #expect(try wait(test.store, for: logged.last?.seq ?? 0))
        let told = recorder.batches.rest().flatMap(\.changes)
        try #require(told.count == logged.count && told.count > 300, "seed \(seed)")
        for (told, logged) in zip(told, logged) {
            #expect(
                told.seq == logged.seq && told.transaction == logged.transaction && told.kind == logged.kind
                    && told.time == logged.time && told.old?.values == logged.old?.values
                    && told.new?.values == logged.new?.values && told.model === logged.model,
                "seed \(seed), change \(logged.seq)")
        }
    }

    @Test("what is written while nobody listens is passed over, and what follows is told at once")
    func dozing() throws {
        let test = try TestStore(ChangeFeedTests.sdl)
        for round in 0..<20 {
            try test.perform(test.create("Tag", #"{"id":"unheard \#(round)"}"#))
            let recorder = listen(test.store)
            try test.perform(test.create("Tag", #"{"id":"heard \#(round)"}"#))
            #expect(try recorder.batches.next().changes.map(ChangeText.line) == ["+ Tag heard \(round) 1"])
            test.store.feed.queue.sync { test.store.feed.remove(recorder) }
        }
    }

    @Test("writes of others are found without being asked for")
    func outside() throws {
        let test = try TestStore(ChangeFeedTests.sdl)
        let recorder = listen(test.store)
        try test.outsider().execute("INSERT INTO Tag(id) VALUES('a')")
        #expect(try recorder.batches.next().changes.map(ChangeText.line) == ["+ Tag a 1"])
    }

    @Test("what others roll back, or have not committed, is not told")
    func uncommitted() throws {
        let test = try TestStore(ChangeFeedTests.sdl)
        let recorder = listen(test.store)
        let outsider = try test.outsider()
        try outsider.execute("BEGIN IMMEDIATE; INSERT INTO Tag(id) VALUES('a')")
        #expect(try !wait(test.store, for: 1, seconds: 0))
        try outsider.execute("ROLLBACK; INSERT INTO Tag(id) VALUES('b')")
        #expect(try wait(test.store, for: 1))
        #expect(recorder.batches.rest().flatMap(\.changes).map(ChangeText.line) == ["+ Tag b 1"])
    }

    @Test("a transaction of more than 1000 changes comes in several batches", arguments: [999, 1000, 1001, 2000, 2500])
    func long(_ count: Int) throws {
        let test = try TestStore(ChangeFeedTests.sdl, inMemory: true)
        let recorder = listen(test.store)
        let operations = try (0..<count).map { try test.create("Tag", #"{"id":"\#($0)"}"#) }
        _ = try test.answer(to: operations).get()
        try test.perform(test.create("Tag", #"{"id":"next"}"#))
        #expect(try wait(test.store, for: Int64(count) + 1))
        let batches = recorder.batches.rest()
        #expect(batches.allSatisfy { $0.changes.count <= 1000 })
        #expect(batches.flatMap(\.changes).map(\.seq) == (1...Int64(count + 1)).map { $0 })
        for (index, batch) in batches.enumerated() {
            let following = index + 1 < batches.count ? batches[index + 1].changes.first : nil
            #expect(batch.endsTransaction == (batch.changes.last?.transaction != following?.transaction))
        }
    }

    @Test("one who begins to listen hears what follows; one who ends hears no more")
    func comeAndGo() throws {
        let test = try TestStore(ChangeFeedTests.sdl, inMemory: true)
        try test.perform(test.create("Tag", #"{"id":"a"}"#))
        #expect(try wait(test.store, for: 1))
        let recorder = listen(test.store)
        try test.perform(test.create("Tag", #"{"id":"b"}"#))
        #expect(try wait(test.store, for: 2))
        #expect(recorder.batches.rest().flatMap(\.changes).map(\.seq) == [2])
        let feed = test.store.feed
        feed.queue.sync { feed.remove(recorder) }
        try test.perform(test.create("Tag", #"{"id":"c"}"#))
        #expect(try wait(test.store, for: 3))
        #expect(recorder.batches.rest().isEmpty)
    }

    @Test("waiting for a position: there already, later, not in time")
    func waiting() throws {
        let test = try TestStore(ChangeFeedTests.sdl)
        try test.perform(test.create("Tag", #"{"id":"a"}"#))
        #expect(try wait(test.store, for: 0, seconds: 0))
        #expect(try wait(test.store, for: 1, seconds: 0))
        #expect(try !wait(test.store, for: 2, seconds: 0))
        let ours = Promise<Bool>()
        let others = Promise<Bool>()
        test.store.feed.wait(for: 2, seconds: 10) { ours.fulfil($0) }
        test.store.feed.wait(for: 3, seconds: 10) { others.fulfil($0) }
        try test.perform(test.create("Tag", #"{"id":"b"}"#))
        #expect(try ours.get())
        try test.outsider().execute("INSERT INTO Tag(id) VALUES('c')")
        #expect(try others.get())
    }

    @Test("a new feed begins at the head")
    func head() throws {
        let test = try TestStore(ChangeFeedTests.sdl)
        try test.perform(test.create("Tag", #"{"id":"a"}"#))
        let again = try Store(Database(path: test.path, schema: test.store.schema, policy: .additiveOnly))
        #expect(again.feed.queue.sync { again.feed.position } == Position(epoch: test.store.database.epoch, seq: 1))
    }

    @Test("a store that nobody holds any more is gone, with its feed")
    func lifetime() throws {
        weak var store: Store?
        weak var feed: ChangeFeed?
        weak var live: LiveQueries?
        do {
            let test = try TestStore(ChangeFeedTests.sdl, inMemory: true)
            try test.perform(test.create("Tag", #"{"id":"a"}"#))
            #expect(try wait(test.store, for: 1))
            (store, feed, live) = (test.store, test.store.feed, test.store.live)
        }
        // The last block on the queues may still be ending.
        try eventually("the end of the store") { store == nil && feed == nil && live == nil }
    }
}
