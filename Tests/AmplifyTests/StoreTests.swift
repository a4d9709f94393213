import AWSDataStorePlugin
import Amplify
import AppModels
import Foundation
import Testing

private typealias Comment = AppModels.Comment

/// The store of the program, as an app uses it: set up by nobody, and by the plugin.
@Suite(.serialized) struct StoreTests {
    init() { setenv("RIVULET_DATABASE", ":memory:", 1) }

    @Test func theSnippetsRun() async throws {
        let todos = TodoObserver()
        let posts = PostObserver()
        todos.subscribeToPosts()
        posts.subscribeToPosts()
        try await Amplify.DataStore.save(Todo(name: "milk"))
        try await Amplify.DataStore.save(Post(title: "post 1", rating: 11))
        #expect(try await Amplify.DataStore.query(Todo.self).map(\.name) == ["milk"])
        todos.unsubscribeFromPosts()
        posts.unsubscribeFromPosts()
        try await Amplify.DataStore.clear()
    }

    @Test func whatTheSnippetsAreTold() async throws {
        try await Amplify.DataStore.clear()
        let post = Post.keys
        var lists = Amplify.DataStore.observeQuery(
            for: Post.self, where: post.title.beginsWith("post") && post.rating > 10.0,
            sort: .ascending(post.rating)
        ).makeAsyncIterator()
        #expect(try await lists.next()?.items.isEmpty == true)
        var changes = Amplify.DataStore.observe(Post.self).makeAsyncIterator()
        for (title, rating) in [("post a", 30.0), ("other", 40), ("post b", 20), ("post c", 10)] {
            try await Amplify.DataStore.save(Post(id: title, title: title, rating: rating))
        }
        #expect(try await lists.next()?.items.map(\.title) == ["post a"])
        let snapshot = try #require(try await lists.next())
        #expect(snapshot.items.map(\.title) == ["post b", "post a"] && snapshot.isSynced)
        for title in ["post a", "other", "post b", "post c"] {
            let change = try #require(try await changes.next())
            #expect(change.modelId == title && change.mutationType == MutationEvent.MutationType.create.rawValue)
            #expect(try change.decodeModel(as: Post.self).title == title)
        }
        try await Amplify.DataStore.clear()
    }

    @Test func callsAndSequencesArePublishers() async throws {
        let save = Amplify.Publisher.create { try await Amplify.DataStore.save(Todo(id: "x", name: "milk")) }
        for try await todo in save.values { #expect(todo.id == "x") }
        let lists = Amplify.Publisher.create(Amplify.DataStore.observeQuery(for: Todo.self)).first()
        for try await list in lists.values { #expect(list.items.contains { $0.id == "x" }) }
        try await Amplify.DataStore.delete(Todo.self, withIdentifier: "x")
    }

    /// Models are taken in as they are used; who observes others does not notice.
    @Test func modelsComeLater() async throws {
        await Amplify.reset()
        try await Amplify.DataStore.save(Todo(id: "t", name: "one"))
        var lists = Amplify.DataStore.observeQuery(for: Todo.self).makeAsyncIterator()
        var changes = Amplify.DataStore.observe(Todo.self).makeAsyncIterator()
        #expect(try await lists.next()?.items.map(\.name) == ["one"])
        let post = try await Amplify.DataStore.save(Post(title: "p"))
        try await Amplify.DataStore.save(Comment(content: "c", post: post))
        try await Amplify.DataStore.save(Todo(id: "t", name: "two"))
        #expect(try await lists.next()?.items.map(\.name) == ["two"])
        let change = try #require(try await changes.next())
        #expect(change.mutationType == "update" && change.version == 2)
        #expect(try await Amplify.DataStore.query(Comment.self).first?.post?.title == "p")
        try await Amplify.DataStore.clear()
    }

    @Test func aPluginSetsItUp() async throws {
        await Amplify.reset()
        try Amplify.add(
            plugin: AWSDataStorePlugin(modelRegistration: App.registration, configuration: .custom(syncPageSize: 10)))
        try Amplify.configure()
        #expect(throws: ConfigurationError.self) { try Amplify.configure() }
        #expect(throws: ConfigurationError.self) {
            try Amplify.add(plugin: AWSDataStorePlugin(modelRegistration: App.registration))
        }
        #expect(Amplify.DataStore.configuration.syncPageSize == 10)
        #expect(ModelRegistry.modelSchema(from: "Purchase") != nil)
        try await Amplify.DataStore.start()
        try await Amplify.DataStore.save(Todo(name: "milk"))
        try await Amplify.DataStore.stop()
        await Amplify.reset()
    }

    /// The rules of a schema's text hold for a type that is registered with it.
    @Test func aTypeMayHaveTheSchemaOfAText() async throws {
        await Amplify.reset()
        let sdl = "type Contact @model { id: ID! email: AWSEmail! level: Int @default(value: \"3\") }"
        for schema in try ModelSchema.schemas(sdl: sdl) {
            ModelRegistry.register(modelType: Contact.self, modelSchema: schema)
        }
        await #expect(throws: DataStoreError.self) {
            try await Amplify.DataStore.save(Contact(id: "c", email: "no address"))
        }
        #expect(try await Amplify.DataStore.save(Contact(id: "c", email: "c@example.com")).level == 3)
        try await Amplify.DataStore.clear()
        await Amplify.reset()
    }

    @Test func theHubTells() async throws {
        await Amplify.reset()
        let events = EventLog()
        let token = Amplify.Hub.listen(to: .dataStore) { events.add($0.eventName) }
        var ready = Amplify.Hub.publisher(for: .dataStore).filter {
            $0.eventName == HubPayload.EventName.DataStore.ready
        }.values.makeAsyncIterator()
        let next = Task { @Sendable in try await Amplify.DataStore.save(Todo(name: "milk")) }
        _ = await ready.next()
        _ = try await next.value
        Amplify.Hub.removeListener(token)
        #expect(events.names.first == HubPayload.EventName.DataStore.outboxStatus)
        #expect(events.names.last == HubPayload.EventName.DataStore.ready)
        #expect(events.names.contains(HubPayload.EventName.DataStore.modelSynced))
        try await Amplify.DataStore.clear()
    }
}

/// Written by hand, like an app's model without a generator.
private struct Contact: Model {
    let id: String
    var email: String
    var level: Int?

    enum CodingKeys: String, ModelKey { case id, email, level }

    static let schema = defineSchema { model in
        model.fields(
            .id(), .field(CodingKeys.email, is: .required, ofType: .string),
            .field(CodingKeys.level, is: .optional, ofType: .int))
    }
}

/// Names of events, from whatever thread.
private final class EventLog: @unchecked Sendable {
    // Sendable: `all` is only used under the lock.
    private let lock = NSLock()
    private var all: [String] = []

    func add(_ name: String) { lock.withLock { all.append(name) } }

    var names: [String] { lock.withLock { all } }
}
