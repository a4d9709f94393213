import AppModels
import DataStore

/// The app's models over a store in memory, which gives lists and references their records.
final class TypedWorld: ModelProvider {
    let types: ModelTypes
    let store: Store

    init(_ schema: Schema? = nil) throws {
        types = try schema.map { ModelTypes($0) } ?? TypedWorld.types()
        store = try Store(Database(path: ":memory:", schema: types.schema, policy: .additiveOnly))
    }

    /// The types over the schema that the app's models make together.
    static func types() throws -> ModelTypes {
        App.registerModels()
        return try ModelTypes([
            Todo.schema, Post.schema, AppModels.Comment.schema, AppModels.Tag.schema, PostTags.schema, Purchase.schema,
            PurchaseLine.schema, Employee.schema, Profile.schema, Account.schema, Memo.schema, Everything.schema,
        ])
    }

    /// Saves as the library does: a new record, or one over what is stored.
    @discardableResult
    func save<M: Model>(_ model: M) throws -> M {
        let write = try types.draft(of: model)
        let now = Instant.now.inMilliseconds
        if let stored = try store.record(write.model, write.key) {
            let record = try write.record(replacing: stored, now: now)
            let body = try JSONReader.read(RecordWriter(record.model).bytes(of: record))
            guard case .object(let members) = body else { return model }
            let kept = members.filter { $0.name != "_version" }
            try perform(.replace(write.model, write.key, .object(kept), Conditions()))
        } else {
            try perform(.create(try write.record(now: now), isFresh: false))
        }
        let stored = try store.record(write.model, write.key)
        return try types.model(M.self, from: try required(stored), provider: self)
    }

    func read<M: Model>(_ type: M.Type, _ key: Value...) throws -> M {
        let record = try store.record(try types.definition(of: type), Key(key))
        return try types.model(type, from: try required(record), provider: self)
    }

    private func required(_ record: Record?) throws -> Record {
        guard let record else { throw StoreError.notFound }
        return record
    }

    private func perform(_ operation: DataStore.Operation) throws {
        let promise = Promise<Result<([DataStore.Operation.Outcome], Position), Store.Refusal>>()
        store.perform([operation]) { promise.fulfil($0) }
        _ = try promise.get().get()
    }

    func record(_ model: ModelDefinition, _ key: Key) async throws(DataStoreError) -> Record? {
        try recordAtOnce(model, key)
    }

    func recordAtOnce(_ model: ModelDefinition, _ key: Key) throws(DataStoreError) -> Record? {
        do {
            return try store.record(model, key)
        } catch {
            throw DataStoreError(error, model: model.name, path: ":memory:")
        }
    }

    func records(_ query: Query) async throws(DataStoreError) -> [Record] {
        do {
            return try store.page(query).records
        } catch {
            throw DataStoreError(error, model: query.model.name, path: ":memory:")
        }
    }
}
