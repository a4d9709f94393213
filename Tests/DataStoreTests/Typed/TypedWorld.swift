import AppModels
import DataStore
import Testing

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
    func save<M: Model>(_ model: M, where predicate: (any QueryPredicate)? = nil) throws -> M {
        let write = try types.draft(of: model)
        let condition = try types.condition(on: write.model, where: predicate)
        let promise = Promise<Result<([DataStore.Operation.Outcome], Position), Store.Refusal>>()
        store.perform([.save(write, Conditions(predicate: condition))]) { promise.fulfil($0) }
        switch try promise.get() {
        case .success(let (outcomes, _)):
            return try types.model(M.self, from: try #require(outcomes.first).record, provider: self)
        case .failure(let refusal):
            throw DataStoreError(refusal.error, FailedAction(.save, write.model, write.key), path: ":memory:")
        }
    }

    func read<M: Model>(_ type: M.Type, _ key: Value...) throws -> M {
        let record = try store.record(try types.definition(of: type), Key(key))
        return try types.model(type, from: try #require(record), provider: self)
    }

    func record(_ model: ModelDefinition, _ key: Key) async throws(DataStoreError) -> Record? {
        try recordAtOnce(model, key)
    }

    func recordAtOnce(_ model: ModelDefinition, _ key: Key) throws(DataStoreError) -> Record? {
        do {
            return try store.record(model, key)
        } catch {
            throw DataStoreError(error, FailedAction(.query, model, key), path: ":memory:")
        }
    }

    func records(_ query: Query) async throws(DataStoreError) -> [Record] {
        do {
            return try store.page(query).records
        } catch {
            throw DataStoreError(error, FailedAction(.query, query.model), path: ":memory:")
        }
    }
}
