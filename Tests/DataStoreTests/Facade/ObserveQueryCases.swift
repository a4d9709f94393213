import AppModels
import DataStore
import Testing

private typealias Comment = AppModels.Comment

/// How an observed query behaves: a history, and the lists that it shows. The numbers are those of the list of cases that
/// the behaviour of Amplify's library was written down in.
@Suite struct ObserveQueryCases {
    private let store = DataStoreCategory(models: [Post.self], database: ":memory:")

    @Test("1, 7: of an empty store one empty list, and it is synced")
    func empty() async throws {
        var reader = SnapshotReader(store.observeQuery(for: Post.self))
        #expect(try await reader.next() == "")
        try await store.save(Post(id: "a", title: "a"))
        #expect(try await reader.next() == "a")
    }

    @Test("2, 5: what is there first; then a list for each save, at once")
    func first() async throws {
        for id in ["b", "a"] { try await store.save(Post(id: id, title: id)) }
        var reader = SnapshotReader(store.observeQuery(for: Post.self))
        #expect(try await reader.next() == "a b")
        for (id, list) in [("c", "a b c"), ("d", "a b c d")] {
            try await store.save(Post(id: id, title: id))
            #expect(try await reader.next() == list)
        }
    }

    @Test("8, 13: an update replaces the item; saving the same again shows nothing")
    func update() async throws {
        try await store.save(Post(id: "p", title: "old"))
        var reader = SnapshotReader(store.observeQuery(for: Post.self)) { "\($0.id):\($0.title)" }
        #expect(try await reader.next() == "p:old")
        for (id, title) in [("p", "new"), ("p", "new"), ("q", "other")] {
            try await store.save(Post(id: id, title: title))
        }
        #expect(try await reader.next(2) == ["p:new", "p:new q:other"])
    }

    @Test("9, 10, 21: what no longer matches leaves; what does not match changes nothing")
    func leaving() async throws {
        let keys = Post.keys
        var reader = SnapshotReader(
            store.observeQuery(for: Post.self, where: keys.title.beginsWith("title"), sort: .ascending(keys.id)))
        #expect(try await reader.next() == "")
        for (id, title) in [
            ("1", "title 1"), ("2", "title 2"), ("2", "Does not match"), ("2", "still not"), ("3", "title 3"),
        ] {
            try await store.save(Post(id: id, title: title))
        }
        #expect(try await reader.next(4) == ["1", "1 2", "1", "1 3"])
    }

    @Test("11: what begins to match is added")
    func entering() async throws {
        try await store.save(Post(id: "1", title: "xyz 1"))
        try await store.save(Post(id: "2", title: "doesNotMatch"))
        var reader = SnapshotReader(store.observeQuery(for: Post.self, where: Post.keys.title.beginsWith("xyz")))
        #expect(try await reader.next() == "1")
        try await store.save(Post(id: "2", title: "xyz 2"))
        #expect(try await reader.next() == "1 2")
    }

    @Test("12: a deletion shows once")
    func deletion() async throws {
        let post = try await store.save(Post(id: "p", title: "p"))
        var reader = SnapshotReader(store.observeQuery(for: Post.self))
        #expect(try await reader.next() == "p")
        try await store.delete(post)
        try await store.delete(post)
        try await store.save(Post(id: "q", title: "q"))
        #expect(try await reader.next(2) == ["", "q"])
    }

    @Test("14: a change of the sort key moves the item")
    func moving() async throws {
        for title in ["m", "z", "a"] { try await store.save(Post(id: title, title: title)) }
        var reader = SnapshotReader(store.observeQuery(for: Post.self, sort: .ascending(Post.keys.title))) { $0.title }
        #expect(try await reader.next() == "a m z")
        try await store.save(Post(id: "a", title: "n"))
        try await store.save(Post(id: "z", title: "b"))
        #expect(try await reader.next(2) == ["m n z", "b m n"])
    }

    @Test("15: several sort keys, each in its direction")
    func severalKeys() async throws {
        for (id, rating) in [("1", 5.0), ("2", 10), ("6", 10), ("5", 20)] {
            try await store.save(Post(id: id, title: "t", rating: rating))
        }
        var reader = SnapshotReader(
            store.observeQuery(
                for: Post.self, sort: .by(.ascending(Post.keys.rating), .ascending(Post.keys.id))))
        #expect(try await reader.next() == "1 2 6 5")
        for (id, rating, list) in [
            ("1b", 10.0, "1 1b 2 6 5"), ("9", 1, "9 1 1b 2 6 5"), ("0", 30, "9 1 1b 2 6 5 0"),
        ] {
            try await store.save(Post(id: id, title: "t", rating: rating))
            #expect(try await reader.next() == list)
        }
    }

    @Test("16: no value is first ascending and last descending; enums go by their text")
    func nulls() async throws {
        let posts: [(String, Double?, PostStatus?)] = [("a", 2, .published), ("b", nil, .draft), ("c", 1, nil)]
        for (id, rating, status) in posts {
            try await store.save(Post(id: id, title: "t", rating: rating, status: status))
        }
        for (sort, list) in [
            (QuerySortInput.ascending(Post.keys.rating), "b c a"), (.descending(Post.keys.rating), "a c b"),
            (.ascending(Post.keys.status), "c b a"), (.descending(Post.keys.status), "a b c"),
        ] {
            var reader = SnapshotReader(store.observeQuery(for: Post.self, sort: sort))
            #expect(try await reader.next() == list)
        }
    }

    @Test("17: among equals the key decides")
    func ties() async throws {
        for id in ["1", "2", "4", "5"] { try await store.save(Post(id: id, title: "t", rating: 1)) }
        var reader = SnapshotReader(store.observeQuery(for: Post.self, sort: .ascending(Post.keys.rating)))
        #expect(try await reader.next() == "1 2 4 5")
        try await store.save(Post(id: "3", title: "t", rating: 1))
        #expect(try await reader.next() == "1 2 3 4 5")
    }

    @Test("18, 19: stopped, it stays and shows nothing; started, the list once, however often")
    func stopping() async throws {
        try await store.save(Post(id: "a", title: "a"))
        var reader = SnapshotReader(store.observeQuery(for: Post.self))
        #expect(try await reader.next() == "a")
        try await store.stop()
        try await store.start()
        try await store.start()
        try await store.save(Post(id: "b", title: "b"))
        #expect(try await reader.next(2) == ["a", "a b"])
    }

    @Test("20: cleared, it stays, and shows what is saved then")
    func clearing() async throws {
        try await store.save(Post(id: "a", title: "a"))
        var reader = SnapshotReader(store.observeQuery(for: Post.self))
        #expect(try await reader.next() == "a")
        try await store.clear()
        try await store.save(Post(id: "p", title: "p"))
        var list = try await reader.next()
        if list == "" { list = try await reader.next() }
        #expect(list == "p")
        #expect(try await store.query(Post.self).count == 1)
    }

    @Test("22: a predicate on what a record belongs to holds for later changes, too")
    func relations() async throws {
        let post = try await store.save(Post(id: "P1", title: "p"))
        try await store.save(Post(id: "P2", title: "p"))
        try await store.save(Comment(id: "c1", content: "x", post: post))
        var reader = SnapshotReader(store.observeQuery(for: Comment.self, where: Comment.keys.post == "P1"))
        #expect(try await reader.next() == "c1")
        try await store.save(Comment(id: "c2", content: "x", post: post))
        #expect(try await reader.next() == "c1 c2")
    }

    @Test("23: saves that race with the call are all shown, and the last list is what a query answers")
    func race() async throws {
        let store = store
        let count = 1000
        let saving = Task {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<count {
                    group.addTask { try await store.save(Post(id: "\(10_000 + number)", title: "t")) }
                }
                try await group.waitForAll()
            }
        }
        _ = try await store.save(Post(id: "a", title: "t"))
        let sequence = store.observeQuery(for: Post.self)
        var shown = 0
        for try await snapshot in sequence {
            #expect(snapshot.items.count >= shown)
            shown = snapshot.items.count
            if shown == count + 1 { break }
        }
        try await saving.value
        #expect(try await store.query(Post.self).count == shown)
    }

    @Test("25: a query that cannot be made ends the sequence with a DataStoreError")
    func failing() async throws {
        let sequence = store.observeQuery(for: Post.self, where: field("nothing") == "x")
        await #expect(throws: DataStoreError.self) { for try await _ in sequence {} }
        let folder = TemporaryFolder()
        let unusable = DataStoreCategory(models: [Post.self], database: folder.file("none/none.db"))
        await #expect(throws: DataStoreError.self) { for try await _ in unusable.observeQuery(for: Post.self) {} }
    }

    @Test("27: starts, stops and changes at once end no stream")
    func chaos() async throws {
        let store = store
        let sequence = store.observeQuery(for: Post.self)
        let seed = UInt64.random(in: 0 ... .max)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for part in 0..<4 {
                group.addTask {
                    var generator = SplitMix64(seed: seed &+ UInt64(part))
                    for number in 0..<100 {
                        switch UInt.random(in: 0..<4, using: &generator) {
                        case 0: try await store.stop()
                        case 1: try await store.start()
                        default: try await store.save(Post(id: "\(part)-\(number % 10)", title: "\(number)"))
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        try await store.save(Post(id: "last", title: "last"))
        let last = try await store.query(Post.self).map { "\($0.id) \($0.title)" }
        for try await snapshot in sequence where snapshot.items.map({ "\($0.id) \($0.title)" }) == last { return }
        Issue.record("the stream ended; seed \(seed)")
    }
}
