import AppModels
import DataStore
import Testing

/// Mistakes in the program: models that the store does not have, and keys of other fields.
@Suite struct MistakeTests {
    enum Mistake: String, CaseIterable, Codable, Sendable {
        case save, delete, deleteByIdentifier, deleteWhere, query, queryByIdentifier, transaction
        case publisher, observe, observeQuery
        case dynamicModel, queryByName, observeByName
        case otherKey, textForTwoFields

        /// The line of the call in ``make()``.
        var isOfKey: Bool { self == .otherKey || self == .textForTwoFields }

        func make() async throws {
            let store = DataStoreCategory(models: [Todo.self, Purchase.self], database: ":memory:")
            switch self {
            case .save: try await store.save(Post(title: "x"))
            case .delete: try await store.delete(Post(title: "x"))
            case .deleteByIdentifier: try await store.delete(Post.self, withIdentifier: "p")
            case .deleteWhere: try await store.delete(Post.self, where: Post.keys.title == "x")
            case .query: _ = try await store.query(Post.self)
            case .queryByIdentifier: _ = try await store.query(Post.self, byIdentifier: "p")
            case .transaction: try await store.transaction { try $0.save(Post(title: "x")) }
            case .publisher: for try await _ in store.publisher(for: Post.self).values {}
            case .observe: for try await _ in store.observe(Post.self) {}
            case .observeQuery: for try await _ in store.observeQuery(for: Post.self) {}
            case .dynamicModel:
                let schemas = try ModelSchema.schemas(sdl: "type Poem @model { id: ID! }")
                try await store.save(DynamicModel(schemas[0], ["id": "p"]))
            case .queryByName: _ = try await store.query("Poem")
            case .observeByName: for try await _ in store.observe("Poem") {}
            case .otherKey:
                let key = Purchase.IdentifierProtocol.make(fields: (name: "other", value: "x"))
                _ = try await store.query(Purchase.self, byIdentifier: key)
            case .textForTwoFields:
                let publisher: DataStorePublisher<Void> = store.delete(Purchase.self, withId: "x")
                for try await _ in publisher.values {}
            }
        }
    }

    #if DEBUG
        @Test("stops a debug build, at the line of the call", arguments: Mistake.allCases)
        func stops(_ mistake: Mistake) async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                [mistake = mistake as Mistake] in
                do {
                    try await mistake.make()
                } catch {
                    return
                }
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("MistakeTests.swift:"), "\(text.prefix(500))")
            #expect(text.contains(mistake.isOfKey ? "customer (String!), number (Int!)" : "is registered."))
        }
    #else
        @Test("throws in a release build", arguments: Mistake.allCases)
        func throwsInRelease(_ mistake: Mistake) async {
            let error = await #expect(throws: DataStoreError.self) { try await mistake.make() }
            let text = error?.errorDescription ?? ""
            #expect(text.contains(mistake.isOfKey ? "customer (String!), number (Int!)" : "is registered."))
        }
    #endif
}
