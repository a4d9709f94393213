import DataStore
import Dispatch
import Testing

/// Live queries in the cases that need a story of their own.
@Suite("Live queries")
struct LiveQueryTests {
    private static let sdl = """
        type Post @model { id: ID! n: Int title: String comments: [Comment] @hasMany(references: ["postID"]) }
        type Comment @model { id: ID! n: Int postID: ID post: Post @belongsTo(references: ["postID"]) }
        """

    private func seeded(_ count: Int, options: Store.Options = Store.Options(), inMemory: Bool = true) throws
        -> TestStore
    {
        let test = try TestStore(LiveQueryTests.sdl, inMemory: inMemory, options: options)
        let operations = try (0..<count).map { try test.create("Post", #"{"id":"\#(1000 + $0)","n":\#($0)}"#) }
        _ = try test.answer(to: operations).get()
        return test
    }

    /// A window reads `limit` and 32 more: here 33 of 34. When what it does not hold went first, it runs empty.
    @Test("a window whose tail was deleted unseen still tells that its last item went")
    func exhaustedWindow() throws {
        let test = try seeded(34)
        let recorder = SnapshotRecorder()
        let query = try test.query("Post", sort: "n", limit: 1)
        #expect(try test.watch(query, recorder).get().versions == ["1000 1"])
        for number in (1..<34).reversed() { try test.perform(test.delete("Post", .text(Text("\(1000 + number)")))) }
        try test.settle()
        #expect(recorder.snapshots().isEmpty)
        try test.perform(test.delete("Post", "1000"))
        try test.settle()
        #expect(recorder.snapshots().map(\.versions) == [[]])
    }

    @Test("a window refills with what follows")
    func refill() throws {
        let test = try seeded(200)
        let recorder = SnapshotRecorder()
        let query = try test.query("Post", sort: "-n", limit: 2)
        #expect(try test.watch(query, recorder).get().versions == ["1199 1", "1198 1"])
        for number in (2..<200).reversed() {
            try test.perform(test.delete("Post", .text(Text("\(1000 + number)"))))
            try test.settle()
            #expect(recorder.snapshots().map(\.versions) == [["\(999 + number) 1", "\(998 + number) 1"]])
        }
    }

    @Test("a deletion of a whole window in one transaction")
    func refillAtOnce() throws {
        let test = try seeded(200)
        let recorder = SnapshotRecorder()
        #expect(try test.watch(test.query("Post", sort: "n", limit: 3), recorder).get().items.count == 3)
        #expect(try test.delete("Post", where: "n < 150") == 150)
        try test.settle()
        #expect(recorder.snapshots().map(\.versions) == [["1150 1", "1151 1", "1152 1"]])
    }

    @Test("conditions across belongsTo follow the parents")
    func parents() throws {
        let test = try seeded(3)
        try test.perform(
            test.create("Comment", #"{"id":"a","postID":"1000"}"#),
            test.create("Comment", #"{"id":"b","postID":"1001"}"#),
            test.create("Comment", #"{"id":"c"}"#))
        let recorder = SnapshotRecorder()
        let query = try test.query("Comment", where: "post.n > 0")
        #expect(try test.watch(query, recorder).get().versions == ["b 1"])
        func expect(_ lists: [[String]], after operation: Operation) throws {
            try test.perform(operation)
            try test.settle()
            #expect(recorder.snapshots().map(\.versions) == lists)
        }
        try expect([["a 1", "b 1"]], after: test.merge("Post", "1000", patch: #"{"n":5}"#))
        try expect([], after: test.merge("Post", "1000", patch: #"{"n":6}"#))
        try expect([], after: test.merge("Post", "1002", patch: #"{"n":0}"#))
        try expect([["a 1"]], after: test.merge("Comment", "b", patch: #"{"postID":"1002"}"#))
        try expect([["a 1", "b 2"]], after: test.merge("Post", "1002", patch: #"{"n":1}"#))
        try expect([["b 2"]], after: test.delete("Post", "1000"))
    }

    @Test("a transaction that changes nothing shown is silent; one that changes several things is one snapshot")
    func silence() throws {
        let test = try seeded(5)
        let recorder = SnapshotRecorder()
        #expect(
            try test.watch(test.query("Post", where: "n >= 2", sort: "n", limit: 2), recorder).get().items.count == 2)
        func expect(_ lists: [[String]], after operations: [Operation]) throws {
            _ = try test.answer(to: operations).get()
            try test.settle()
            #expect(recorder.snapshots().map(\.versions) == lists)
        }
        try expect([], after: [test.merge("Post", "1000", patch: #"{"title":"x"}"#)])
        try expect([], after: [test.merge("Post", "1004", patch: #"{"title":"x"}"#)])
        try expect([], after: [test.merge("Post", "1002", patch: #"{"n":2}"#)])
        try expect([], after: [test.create("Post", #"{"id":"x","n":2}"#), test.delete("Post", "x")])
        try expect([], after: [test.create("Comment", #"{"id":"c"}"#)])
        try expect(
            [["1002 2", "y 1"]],
            after: [
                test.create("Post", #"{"id":"y","n":2}"#), test.merge("Post", "1002", patch: #"{"title":"x"}"#),
                test.delete("Post", "1003"),
            ])
    }

    @Test("many who watch the same share one list and its bytes; the last who leaves frees it")
    func sharing() throws {
        let test = try seeded(10)
        let recorders = (0..<100).map { _ in SnapshotRecorder() }
        let query = try test.query("Post", where: "n > 2 && title == null", sort: "-n")
        let same = try test.query("Post", where: #"{"and":[{"title":{"eq":null}},{"n":{"gt":2}}]}"#, sort: "-n,id")
        let live = test.store.live
        let queue = test.store.feed.queue
        for (index, recorder) in recorders.enumerated() {
            let first = try test.watch(index % 2 == 0 ? query : same, recorder).get()
            #expect(first.items.count == 7)
        }
        #expect(queue.sync { live.count } == 1)
        try test.perform(test.merge("Post", "1005", patch: #"{"n":50}"#))
        try test.settle()
        var heard = recorders.map { $0.snapshots() }
        #expect(heard.allSatisfy { $0.count == 1 })
        weak let item = heard[0][0].items[0]
        #expect(heard.allSatisfy { $0[0].items[0] === item })

        let other = try test.query("Post", sort: "-n")
        let last = SnapshotRecorder()
        _ = try test.watch(other, last).get()
        #expect(queue.sync { live.count } == 2)
        for (index, recorder) in recorders.enumerated() { live.unwatch(index % 2 == 0 ? same : query, nil, recorder) }
        #expect(queue.sync { live.count } == 1)
        heard = []
        #expect(item == nil, "something still holds the list")
        try test.perform(test.merge("Post", "1005", patch: #"{"n":51}"#))
        try test.settle()
        #expect(recorders.allSatisfy { $0.snapshots().isEmpty } && last.snapshots().count == 1)
        live.unwatch(other, nil, last)
        #expect(queue.sync { live.count } == 0)
    }

    @Test("one who leaves while the list is read is not held")
    func leaveWhileLoading() throws {
        let test = try seeded(10)
        let query = try test.query("Post")
        weak var gone: SnapshotRecorder?
        do {
            let recorder = SnapshotRecorder()
            gone = recorder
            test.store.live.watch(query, nil, recorder) { _ in }
            test.store.live.unwatch(query, nil, recorder)
        }
        let (store, live) = (test.store, test.store.live)
        try eventually("the end of the query") { store.feed.queue.sync { live.count } == 0 }
        #expect(gone == nil)
    }

    @Test("a list without a limit ends when it grows past the maximum; a window does not")
    func growth() throws {
        var options = Store.Options()
        options.maximumSnapshotItems = 5
        let test = try seeded(5, options: options)
        let (list, window, lateComer) = (SnapshotRecorder(), SnapshotRecorder(), SnapshotRecorder())
        #expect(try test.watch(test.query("Post"), list).get().items.count == 5)
        #expect(try test.watch(test.query("Post", limit: 3), window).get().items.count == 3)
        try test.perform(test.create("Post", #"{"id":"0"}"#))
        try test.settle()
        let events = list.events.rest()
        guard events.count == 1, case .end(.tooManyItems(limit: 5)) = events[0] else {
            Issue.record("\(events)")
            return
        }
        #expect(window.snapshots().map(\.versions) == [["0 1", "1000 1", "1001 1"]])
        guard case .failure(.tooManyItems(limit: 5)) = try test.watch(test.query("Post"), lateComer) else {
            Issue.record("a list past the maximum began")
            return
        }
        #expect(test.store.feed.queue.sync { test.store.live.count } == 1)
        // Small enough again, it may be watched again.
        try test.perform(test.delete("Post", "0"))
        #expect(try test.watch(test.query("Post"), lateComer).get().items.count == 5)
    }

    @Test("no gap and no repeat between the first snapshot and those that follow, while others write")
    func gapFree() throws {
        let test = try seeded(0)
        let store = test.store
        let creates = try (0..<400).map { try test.create("Post", #"{"id":"\#(10_000 + $0)","n":\#($0)}"#) }
        let done = Promise<Bool>()
        DispatchQueue.global().async {
            let written = DispatchSemaphore(value: 0)
            for create in creates {
                store.perform([create]) { _ in written.signal() }
                written.wait()
            }
            done.fulfil(true)
        }
        var watched: [(SnapshotRecorder, Snapshot)] = []
        for number in 0..<20 {
            // Distinct queries are read anew; equal ones join a list.
            let query = try test.query("Post", where: number % 3 == 0 ? "" : "n >= -\(number)")
            let recorder = SnapshotRecorder()
            watched.append((recorder, try test.watch(query, recorder).get()))
        }
        _ = try done.get()
        try test.settle()
        let all = try test.lines(test.query("Post"))
        for (recorder, first) in watched {
            let snapshots = [first] + recorder.snapshots()
            #expect(snapshots.last?.lines == all)
            let counts = snapshots.map(\.items.count)
            // Each transaction made one record, and each is one snapshot.
            #expect(counts == Array((counts.first ?? 0)...400))
            #expect(snapshots.map { Int($0.position.seq) } == counts)
        }
    }

    @Test("a transaction of more changes than are applied one by one")
    func huge() throws {
        let test = try seeded(0)
        let recorder = SnapshotRecorder()
        let (whole, all) = (try test.query("Post", where: "n < 3", sort: "-n"), SnapshotRecorder())
        #expect(try test.watch(test.query("Post", sort: "n", limit: 2), recorder).get().items.isEmpty)
        #expect(try test.watch(whole, all).get().items.isEmpty)
        let operations = try (0..<21_000).map { try test.create("Post", #"{"id":"\#(100_000 + $0)","n":\#($0)}"#) }
        _ = try test.answer(to: operations).get()
        try test.settle()
        #expect(recorder.snapshots().map(\.versions) == [["100000 1", "100001 1"]])
        #expect(all.snapshots().map(\.lines) == [try test.lines(whole)])
    }

    @Test("rows that other programs change where the log does not say so are found all the same")
    func unloggedTimes() throws {
        let test = try seeded(3, inMemory: false)
        let recorder = SnapshotRecorder()
        let query = try test.query("Post", sort: "updatedAt")
        _ = try test.watch(query, recorder).get()
        let outsider = try test.outsider()
        try outsider.execute("UPDATE Post SET updatedAt='2100-01-01T00:00:00.000000000Z' WHERE id='1000'")
        try outsider.execute("UPDATE Post SET n=9 WHERE id='1000'")
        try test.settle()
        #expect(recorder.snapshots().last?.lines == (try test.lines(query)))
    }

    /// Those who tell changes look parents up, also for what was committed last before a stop.
    @Test("looking a parent up does not start a stopped store; a deleted one is shown as it was last")
    func departedParent() throws {
        let test = try seeded(1)
        let hop = ForeignKeyHop(
            relation: "post", fields: [2], columns: ["postID"], target: "Post", targetColumns: ["id"])
        try test.perform(test.merge("Post", "1000", patch: #"{"title":"last"}"#))
        try test.perform(test.delete("Post", "1000"))
        try test.settle()
        let stopped = Promise<Bool>()
        test.store.stop { stopped.fulfil(true) }
        #expect(try stopped.get())
        #expect(test.store.parent(hop, Key(["1000"]))?.version == 2)
        #expect(test.store.parent(hop, Key(["none"])) == nil)
        #expect(test.store.state == .stopped)
    }
}
