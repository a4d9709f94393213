import AppModels
import DataStore
import Testing

private typealias Comment = AppModels.Comment

/// What observers of changes are told, and what saves and deletions do. Numbers as in ``ObserveQueryCases``.
@Suite struct ObserveCases {
    private let store = DataStoreCategory(models: [Post.self], database: ":memory:")

    @Test("28: a create, an update, a delete with the last record; of this model alone")
    func kinds() async throws {
        var events = store.observe(Post.self).makeAsyncIterator()
        let post = try await store.save(Post(id: "p", title: "one", rating: 4.5, status: .draft))
        try await store.save(Comment(id: "c", content: "x"))
        try await store.save(Post(id: "p", title: "two"))
        try await store.delete(post)
        var seen: [MutationEvent] = []
        while seen.count < 3, let event = try await events.next() { seen.append(event) }
        #expect(seen.map(\.brief) == ["create p v1", "update p v2", "delete p v3"])
        #expect(seen.map(\.modelName) == ["Post", "Post", "Post"])
        #expect(try seen.map { try $0.decodeModel(as: Post.self).title } == ["one", "two", "two"])
        #expect(try seen[0].decodeModel(as: Post.self).status == .draft)
        #expect(throws: DataStoreError.self) { try seen[0].decodeModel(as: Comment.self) }
    }

    @Test("29: a condition on what is not there fails; without one, or with all, it is saved; a failure tells nothing")
    func conditionOnNothing() async throws {
        var events = store.observe(Post.self).makeAsyncIterator()
        let error = await #expect(throws: DataStoreError.self) {
            try await store.save(Post(id: "p", title: "p"), where: Post.keys.title == "x")
        }
        #expect(error?.isInvalidCondition == true)
        #expect(try await store.query(Post.self).isEmpty)
        try await store.save(Post(id: "q", title: "q"), where: QueryPredicateConstant.all)
        #expect(try await events.next()?.brief == "create q v1")
    }

    @Test("30: a condition that does not hold changes nothing")
    func condition() async throws {
        try await store.save(Post(id: "p", title: "a"))
        var events = store.observe(Post.self).makeAsyncIterator()
        let error = await #expect(throws: DataStoreError.self) {
            try await store.save(Post(id: "p", title: "c"), where: Post.keys.title == "b")
        }
        #expect(error?.isInvalidCondition == true)
        #expect(try await store.query(Post.self, byIdentifier: "p")?.title == "a")
        try await store.save(Post(id: "p", title: "d"), where: Post.keys.title == "a")
        #expect(try await events.next()?.brief == "update p v2")
    }

    @Test("31: deleting what is not there succeeds and tells nothing; a condition that does not hold fails")
    func deletions() async throws {
        try await store.save(Post(id: "p", title: "a"))
        var events = store.observe(Post.self).makeAsyncIterator()
        try await store.delete(Post.self, withIdentifier: "missing")
        try await store.delete(Post.self, withIdentifier: "missing", where: Post.keys.title == "zzz")
        let error = await #expect(throws: DataStoreError.self) {
            try await store.delete(Post.self, withIdentifier: "p", where: Post.keys.title == "zzz")
        }
        #expect(error?.isInvalidCondition == true)
        try await store.delete(Post.self, withIdentifier: "p", where: Post.keys.title == "a")
        #expect(try await events.next()?.brief == "delete p v2")
    }

    @Test("33: a cascade tells of each record, children first, and lists show it")
    func cascade() async throws {
        let post = try await store.save(Post(id: "p", title: "p"))
        for id in ["a", "b", "c"] { try await store.save(Comment(id: id, content: id, post: post)) }
        try await store.save(Comment(id: "d", content: "d"))
        var events = store.observe(Comment.self).makeAsyncIterator()
        var lists = SnapshotReader(store.observeQuery(for: Comment.self))
        #expect(try await lists.next() == "a b c d")
        try await store.delete(post)
        #expect(Set(try await events.next(3)) == ["delete a v2", "delete b v2", "delete c v2"])
        #expect(try await lists.next() == "d")
    }

    @Test("34, 35: not, contains, ne, between and attributeExists select what they say")
    func predicates() async throws {
        for (id, title, rating) in [("1", "a", 1.0), ("2", "100%", 3), ("3", "100x", nil)]
            as [(String, String, Double?)]
        {
            try await store.save(Post(id: id, title: title, rating: rating))
        }
        let post = Post.keys
        let rows: [(any QueryPredicate, String)] = [
            (not(post.title == "a"), "2 3"), (post.title.contains("0%"), "2"), (post.title.contains("A"), ""),
            (post.rating != 1.0, "2 3"), (post.rating.between(start: 1.0, end: 3.0), "1 2"),
            (post.rating.attributeExists(false), "3"), (post.rating == nil, "3"),
            (post.title.beginsWith("100") && post.rating > 1, "2"),
        ]
        for (predicate, expected) in rows {
            #expect(try await store.query(Post.self, where: predicate).map(\.id).joined(separator: " ") == expected)
            var reader = SnapshotReader(store.observeQuery(for: Post.self, where: predicate))
            #expect(try await reader.next() == expected)
        }
        try await store.delete(Post.self, where: post.rating > 0)
        #expect(try await store.query(Post.self).map(\.id) == ["3"])
        try await store.delete(Post.self, where: QueryPredicateConstant.all)
        #expect(try await store.query(Post.self).isEmpty)
    }

    @Test("pages follow each other")
    func pages() async throws {
        for number in 0..<5 { try await store.save(Post(id: "\(number)", title: "t")) }
        for (page, ids) in [(UInt(0), "4 3"), (1, "2 1"), (2, "0"), (3, "")] {
            let posts = try await store.query(
                Post.self, sort: .descending(Post.keys.id), paginate: .page(page, limit: 2))
            #expect(posts.map(\.id).joined(separator: " ") == ids)
        }
    }

    @Test("a transaction is made whole or not at all, and told together")
    func transaction() async throws {
        var lists = SnapshotReader(store.observeQuery(for: Comment.self))
        #expect(try await lists.next() == "")
        let post = Post(id: "p", title: "p")
        let made = try await store.transaction { transaction in
            try transaction.save(post)
            for id in ["a", "b"] { try transaction.save(Comment(id: id, content: id, post: post)) }
        }
        #expect(made.map(\.identifier) == ["p", "a", "b"])
        #expect(try await lists.next() == "a b")
        await #expect(throws: DataStoreError.self) {
            try await store.transaction { transaction in
                try transaction.delete(Comment(id: "a", content: "a"))
                try transaction.save(Comment(id: "z", content: "z", post: Post(id: "none", title: "none")))
            }
        }
        try await store.transaction { try $0.delete(Comment.self, withIdentifier: "b") }
        #expect(try await lists.next() == "a")
    }

    @MainActor private final class Screen { var titles: [String] = [] }

    @Test("a transaction of the main actor may use what belongs to it")
    @MainActor func mainActor() async throws {
        let screen = Screen()
        try await store.transaction { transaction in
            screen.titles.append("p")
            try transaction.save(Post(id: "p", title: screen.titles[0]))
        }
        #expect(screen.titles == ["p"])
        #expect(try await store.query(Post.self).map(\.title) == ["p"])
    }

    @Test("a record that does not fit is refused, with model and field")
    func violation() async throws {
        var events = store.observe(Comment.self).makeAsyncIterator()
        let error = await #expect(throws: DataStoreError.self) {
            try await store.save(Comment(id: "c", content: "c", post: Post(id: "none", title: "none")))
        }
        #expect(error?.errorDescription.contains("Comment") == true)
        #expect(error?.errorDescription.contains("Post") == true)
        try await store.save(Comment(id: "d", content: "d"))
        #expect(try await events.next()?.brief == "create d v1")
    }
}
