import AppModels
import DataStore
import Testing

/// Opening the database, and opening it anew for models that come later.
@Suite struct OpeningTests {
    @Test("a model brings those that its relations lead to")
    func relations() async throws {
        let store = DataStoreCategory(models: [AppModels.Comment.self], database: ":memory:")
        let post = try await store.save(Post(id: "p", title: "p"))
        try await store.save(AppModels.Comment(id: "c", content: "c", post: post))
        let comments = try #require(try await store.query(Post.self, byIdentifier: "p")?.comments)
        try await comments.fetch()
        #expect(comments.map(\.id) == ["c"])
    }

    @Test("what is in a file is there the next time")
    func file() async throws {
        let folder = TemporaryFolder()
        let path = folder.file("app.db")
        try await DataStoreCategory(models: [Todo.self], database: path).save(Todo(id: "t", name: "milk"))
        let again = DataStoreCategory(models: [Todo.self, Post.self], database: path)
        #expect(try await again.query(Todo.self).map(\.name) == ["milk"])
    }

    @Test("models that would lose data are refused, with the plan, and the data stays")
    func destructive() async throws {
        let folder = TemporaryFolder()
        let path = folder.file("app.db")
        let wide = try ModelSchema.schemas(sdl: "type Note @model { id: ID! text: String extra: Int }")
        let narrow = try ModelSchema.schemas(sdl: "type Note @model { id: ID! text: String }")
        let store = DataStoreCategory(schemas: wide, database: path)
        try await store.save(DynamicModel(wide[0], ["id": "n", "text": "x", "extra": 5]))
        store.close()
        let error = await #expect(throws: DataStoreError.self) {
            try await DataStoreCategory(schemas: narrow, database: path).start()
        }
        #expect(error?.errorDescription.contains("drop field Note.extra") == true)
        let events = DataStoreCategory(schemas: wide, database: path)
        try await events.save(DynamicModel(wide[0], ["id": "m", "text": "y", "extra": 6]))
    }

    @Test("an unusable path throws what is wrong")
    func failures() async throws {
        let folder = TemporaryFolder()
        let nowhere = DataStoreCategory(models: [Todo.self], database: folder.file("none/app.db"))
        await #expect(throws: DataStoreError.self) { try await nowhere.save(Todo(name: "x")) }
    }

    @Test("a store that nobody holds any more is closed, whoever observed it")
    func released() async throws {
        let folder = TemporaryFolder()
        let path = folder.file("app.db")
        do {
            let store = DataStoreCategory(models: [Todo.self], database: path)
            try await store.save(Todo(id: "t", name: "milk"))
            let token = store.publisher(for: Todo.self).sink(receiveCompletion: { _ in }, receiveValue: { _ in })
            var lists = store.observeQuery(for: Todo.self).makeAsyncIterator()
            #expect(try await lists.next()?.items.count == 1)
            token.cancel()
        }
        // Another schema needs the database alone.
        let wider = DataStoreCategory(models: [Todo.self, Memo.self], database: path)
        #expect(try await wider.query(Todo.self).map(\.name) == ["milk"])
    }
}
