import Dispatch
import Locks

/// Amplify's DataStore: typed models that are kept in a database and observed.
///
/// ``Amplify/DataStore`` is the one of the program. Others are made over models and a database of their own. The
/// database is opened by the first call that needs it; models of types that it does not know yet are taken in then, without
/// a break for who observes. Every call but ``stop()->()`` and ``clear()->()`` starts what was stopped.
///
/// All that fails throws ``DataStoreError``; nothing is changed and nobody is told then.
public final class DataStoreCategory: Sendable {
    /// Where the models come from.
    enum Models: Sendable {
        /// Whatever is registered, and types as they are used.
        case registry
        case these([ModelRegistry.Entry])
    }

    private struct State: Sendable {
        var store: TypedStore?
        /// Which state of the registry `store` is of.
        var generation = -1
        var database: String?
        var configuration: DataStoreConfiguration
    }

    /// Its events.
    public let hub: HubCategory
    private let models: Models
    private let state: Lock<State>
    /// Those to be told when the database was opened anew. Not behind the other lock, which is held while that happens.
    private let followers = Lock([ObjectIdentifier: any StoreFollower]())

    /// A store of these models, and of those that their relations lead to. `database` is a file's path, or `:memory:`; without it
    /// it is as ``Amplify/DataStore`` has it.
    public convenience init(
        models: [any Model.Type], database: String? = nil, configuration: DataStoreConfiguration = .default
    ) {
        self.init(
            .these(ModelRegistry.entries(from: models)), database: database, configuration: configuration,
            hub: HubCategory())
    }

    /// A store of models that are known at run time only, as ``ModelSchema/schemas(sdl:path:)`` reads them.
    public convenience init(
        schemas: [ModelSchema], database: String? = nil, configuration: DataStoreConfiguration = .default
    ) {
        self.init(
            .these(schemas.map { ModelRegistry.Entry(type: DynamicModel.self, schema: $0) }), database: database,
            configuration: configuration, hub: HubCategory())
    }

    init(_ models: Models, database: String?, configuration: DataStoreConfiguration, hub: HubCategory) {
        self.models = models
        self.hub = hub
        state = Lock(State(database: database, configuration: configuration))
    }

    /// How it behaves.
    public var configuration: DataStoreConfiguration { state.withLock { $0.configuration } }

    /// Sets how it behaves. Throws once it is open.
    func configure(_ configuration: DataStoreConfiguration) throws(DataStoreError) {
        try state.withLock { state throws(DataStoreError) in
            guard state.store == nil else {
                throw .configuration("DataStore is in use already.", "Add its plugin before the first call.")
            }
            state.configuration = configuration
        }
    }

    /// Closes the database; the next call opens it again. Who observes is finished.
    package func close() {
        let store = state.withLock { state in
            defer {
                state.store = nil
                state.generation = -1
            }
            return state.store
        }
        let followers = followers.withLock { followers in
            defer { followers = [:] }
            return followers
        }
        for follower in followers.values { follower.finish() }
        store?.store.close()
    }

    // MARK: The open store

    /// Takes a type in as it is used, where models are not given once and for all.
    func registerWhereUnknown(_ type: any Model.Type) {
        guard case .registry = models, type != DynamicModel.self, type != AnyModel.self else { return }
        ModelRegistry.registerWhereUnknown(type)
    }

    /// The store; nil when there are no models, so that there is nothing to store.
    func openStore() throws(DataStoreError) -> TypedStore? {
        // The lock is held while the database opens: whoever else calls needs it open, too.
        try state.withLock { state throws(DataStoreError) in
            let (generation, schemas) = schemas
            if let store = state.store, generation == state.generation { return store }
            guard !schemas.isEmpty else { return nil }
            let types = try self.types
            if let store = state.store, types === store.types { return store }
            let path = if let path = state.database { path } else { try DatabaseLocation.standard() }
            let former = state.store
            // A file has one migration at a time; a private database has no other name than its store.
            if path != TypedStore.memoryPath { former?.store.close() }
            do throws(DataStoreError) {
                let store = try TypedStore.open(types, path: path, from: former)
                install(store, in: &state)
                state.generation = generation
                return store
            } catch {
                if let former, path != TypedStore.memoryPath {
                    install(try TypedStore.open(former.types, path: path, from: nil), in: &state)
                }
                throw error
            }
        }
    }

    private func install(_ store: TypedStore, in state: inout State) {
        let isStopped = state.store.map { $0.store.state != .running } ?? false
        state.store = store
        store.tellHub { [hub] in hub.dispatch(to: .dataStore, payload: $0) }
        if case .registry = models { DefaultModelProvider.current = store }
        for follower in followers.withLock({ Array($0.values) }) { follower.follow(store) }
        if !isStopped { store.store.start() }
    }

    /// Keeps one who observes `store` over every new opening of the database.
    func add(_ follower: any StoreFollower, of store: TypedStore) {
        followers.withLock { $0[ObjectIdentifier(follower)] = follower }
        if let present = presentStore, present !== store { follower.follow(present) }
    }

    /// How many observe, and how many distinct queries are kept current for them.
    package var observed: (observers: Int, queries: Int) {
        let queries = presentStore.map { store in store.store.feed.queue.sync { store.store.live.count } }
        return (followers.withLock { $0.count }, queries ?? 0)
    }

    func remove(_ follower: any StoreFollower) { followers.withLock { $0[ObjectIdentifier(follower)] = nil } }

    /// What is open already.
    var presentStore: TypedStore? { state.withLock { $0.store } }

    private var schemas: (generation: Int, schemas: [ModelSchema]) {
        switch models {
        case .registry: ModelRegistry.state
        case .these(let entries): (0, entries.map(\.schema))
        }
    }

    private var types: ModelTypes {
        get throws(DataStoreError) {
            switch models {
            case .registry: try ModelRegistry.types()
            case .these(let entries): try ModelTypes(entries.map(\.schema))
            }
        }
    }
}

/// One who observes a store, and goes on with the next one over the same database.
protocol StoreFollower: AnyObject, Sendable {
    func follow(_ store: TypedStore)
    /// There is no store any more.
    func finish()
}
