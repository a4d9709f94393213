import DataStore
import Testing

/// The log keeps what it shall, and no more.
@Suite("Retention")
struct LogPrunerTests {
    private static let sdl = "type Tag @model { id: ID! n: Int }"

    private func store(changes: Int, days: Int = 7) throws -> TestStore {
        var options = Store.Options()
        options.retention = Retention(changes: changes, days: days)
        return try TestStore(LogPrunerTests.sdl, options: options)
    }

    private func write(_ test: TestStore, _ count: Int) throws {
        _ = try test.answer(to: (0..<count).map { try test.create("Tag", #"{"id":"\#($0)"}"#) }).get()
    }

    @Test(
        "by number: the newest stay, also of 0, and of more than one step",
        arguments: [(10, 100), (0, 5), (1, 5), (100, 4321)])
    func byNumber(_ kept: Int, _ count: Int) throws {
        let test = try store(changes: kept)
        try write(test, count)
        let oldest = Int64(count - max(kept, 1) + 1)
        try eventually("the end of the old changes") { try test.store.reach(of: nil).oldest == oldest }
        #expect(try test.changes().map(\.seq) == Array(oldest...Int64(count)))
        let epoch = test.store.database.epoch
        #expect(try test.store.head() == Position(epoch: epoch, seq: Int64(count)))
        for (seq, isKept) in [
            (0, false), (oldest - 2, false), (oldest - 1, true), (oldest, true), (Int64(count), true),
        ] {
            let position = Position(epoch: epoch, seq: max(seq, 0))
            #expect((try test.store.reach(of: position).obstacle == nil) == isKept, "\(seq)")
        }
        // Numbers go on.
        #expect(try test.perform(test.create("Tag", #"{"id":"next"}"#)).position.seq == Int64(count) + 1)
        #expect(try test.rows("Tag").count == count + 1)
    }

    @Test("by age: what is older than the days goes, but for the newest change")
    func byAge() throws {
        let test = try store(changes: 1000, days: 2)
        try write(test, 10)
        let outsider = try test.outsider()
        try outsider.execute(
            "UPDATE _rivulet_changes SET at=strftime('%Y-%m-%dT%H:%M:%f000000Z','now','-3 days') WHERE seq<=6")
        try eventually("the end of the old changes") { try test.store.reach(of: nil).oldest == 7 }
        try outsider.execute("UPDATE _rivulet_changes SET at=strftime('%Y-%m-%dT%H:%M:%f000000Z','now','-3 days')")
        try eventually("the end of the old changes") { try test.store.reach(of: nil).oldest == 10 }
        #expect(try test.changes().map(\.seq) == [10])
    }

    @Test("the version of a deleted record is remembered as long as its deletion is in the log")
    func tombstones() throws {
        let test = try store(changes: 3)
        try test.perform(test.create("Tag", #"{"id":"a"}"#), test.delete("Tag", "a"))
        try test.perform(test.create("Tag", #"{"id":"a"}"#))
        #expect(try test.rows("Tag") == ["a 3"])
        try test.perform(test.delete("Tag", "a"))
        #expect(try test.outsider().integer("SELECT count(*) FROM _rivulet_tombstones") == 1)
        try write(test, 10)
        try eventually("the end of the tombstone") {
            try test.outsider().integer("SELECT count(*) FROM _rivulet_tombstones") == 0
        }
        #expect(try test.store.reach(of: nil).oldest > 4)
        try test.perform(test.create("Tag", #"{"id":"a"}"#))
        #expect(try test.rows("Tag", where: "id == 'a'") == ["a 1"])
    }
}
