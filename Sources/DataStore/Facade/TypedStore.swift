import Dispatch
import Locks

/// An open store with the Swift types over it: what they ask becomes queries and operations, and records become models.
///
/// Completions are called on queues of the store, so they only pass on what they get.
final class TypedStore: ModelProvider {
    typealias Completion<Value> = @Sendable (Result<Value, DataStoreError>) -> Void

    let types: ModelTypes
    let store: Store
    /// Of the database, for messages.
    let path: String
    /// Where reads block.
    private let reading = DispatchQueue(label: "rivulet.reading", attributes: .concurrent)
    /// Keeps the hub's listener.
    private let hubToken = Lock<Hub.Token?>(nil)

    init(_ types: ModelTypes, _ store: Store, path: String) {
        self.types = types
        self.store = store
        self.path = path
    }

    /// Tells what happens to the store, until it is released.
    func tellHub(_ listener: @escaping @Sendable (HubPayload) -> Void) {
        store.hub.listen(
            { listener($0.payload) }, ready: { [weak self] token in self?.hubToken.withLock { $0 = token } })
    }

    // MARK: Writing

    /// Saves a new record, or writes over the stored one what the type knows.
    func save<M: Model>(_ model: M, where condition: (any QueryPredicate)?, completion: @escaping Completion<M>) {
        do throws(DataStoreError) {
            let operation = try save(model, where: condition)
            store.perform([operation]) { [self] result in
                completion(
                    result.mapError { DataStoreError($0.error, operation.action, path: path) }.flatMap {
                        outcomes, _ in
                        Result { () throws(DataStoreError) in try self.model(M.self, outcomes[0].record) }
                    })
            }
        } catch {
            completion(.failure(error))
        }
    }

    /// Deletes a record and what belongs to it. One that is not there is deleted already.
    func delete(
        _ definition: ModelDefinition, _ key: Key?, where condition: (any QueryPredicate)?,
        completion: @escaping Completion<Void>
    ) {
        guard let key else { return completion(.success(())) }
        do throws(DataStoreError) {
            let operation = try delete(definition, key, where: condition)
            store.perform([operation]) { [path] result in
                switch result {
                case .success: completion(.success(()))
                case .failure(let refusal):
                    if case .notFound = refusal.error { return completion(.success(())) }
                    completion(.failure(DataStoreError(refusal.error, operation.action, path: path)))
                }
            }
        } catch {
            completion(.failure(error))
        }
    }

    /// Deletes every record that matches, and what belongs to it.
    func delete(
        _ definition: ModelDefinition, where predicate: any QueryPredicate, completion: @escaping Completion<Void>
    ) {
        do throws(DataStoreError) {
            store.delete(where: try types.query(definition, where: predicate)) { [path] result in
                completion(
                    result.map { _ in }.mapError { DataStoreError($0, FailedAction(.delete, definition), path: path) })
            }
        } catch {
            completion(.failure(error))
        }
    }

    /// Does everything in one transaction, or nothing; the records that were written or deleted, as models.
    func perform(_ writes: [TypedWrite], completion: @escaping Completion<[any Model]>) {
        store.perform(writes.map(\.operation)) { [self] result in
            switch result {
            case .failure(let refusal):
                let action =
                    writes.indices.contains(refusal.index)
                    ? writes[refusal.index].operation.action : FailedAction(.save)
                completion(.failure(DataStoreError(refusal.error, action, path: path)))
            case .success(let (outcomes, _)):
                completion(
                    Result { () throws(DataStoreError) in
                        var models: [any Model] = []
                        for (write, outcome) in zip(writes, outcomes) {
                            models.append(try model(write.type, outcome.record))
                        }
                        return models
                    })
            }
        }
    }

    /// The operation that saves a model.
    func save<M: Model>(_ model: M, where condition: (any QueryPredicate)?) throws(DataStoreError) -> Operation {
        let write = try types.draft(of: model)
        return .save(write, Conditions(predicate: try types.condition(on: write.model, where: condition)))
    }

    /// The operation that deletes a record.
    func delete(
        _ definition: ModelDefinition, _ key: Key, where condition: (any QueryPredicate)?
    ) throws(DataStoreError) -> Operation {
        .delete(definition, key, Conditions(predicate: try types.condition(on: definition, where: condition)))
    }

    // MARK: Reading

    func query<M: Model>(
        _ type: M.Type, _ definition: ModelDefinition, where predicate: (any QueryPredicate)?, sort: QuerySortInput?,
        paginate: QueryPaginationInput?, completion: @escaping Completion<[M]>
    ) {
        let query: Query
        do throws(DataStoreError) {
            query = try types.query(definition, where: predicate, sort: sort, paginate: paginate)
        } catch {
            return completion(.failure(error))
        }
        read(completion) { store throws(DataStoreError) in
            let records = try store.recordsAtOnce(query)
            return try records.map { record throws(DataStoreError) in try store.model(type, record) }
        }
    }

    func query<M: Model>(
        _ type: M.Type, _ definition: ModelDefinition, _ key: Key?, completion: @escaping Completion<M?>
    ) {
        guard let key else { return completion(.success(nil)) }
        read(completion) { store throws(DataStoreError) in
            guard let record = try store.recordAtOnce(definition, key) else { return nil }
            return try store.model(type, record)
        }
    }

    func model<M: Model>(_ type: M.Type, _ record: Record) throws(DataStoreError) -> M {
        try types.model(type, from: record, provider: self)
    }

    private func read<Value>(
        _ completion: @escaping Completion<Value>,
        _ body: @escaping @Sendable (TypedStore) throws(DataStoreError) -> Value
    ) {
        // What was asked for starts a store that was stopped, also when the read comes later.
        store.start()
        reading.async {
            do throws(DataStoreError) {
                completion(.success(try body(self)))
            } catch {
                completion(.failure(error))
            }
        }
    }

    // MARK: ModelProvider

    func record(_ model: ModelDefinition, _ key: Key) async throws(DataStoreError) -> Record? {
        try await withCheckedContinuation { continuation in
            read({ continuation.resume(returning: $0) }) { store throws(DataStoreError) in
                try store.recordAtOnce(model, key)
            }
        }.get()
    }

    func records(_ query: Query) async throws(DataStoreError) -> [Record] {
        try await withCheckedContinuation { continuation in
            read({ continuation.resume(returning: $0) }) { store throws(DataStoreError) in
                try store.recordsAtOnce(query)
            }
        }.get()
    }

    func recordAtOnce(_ model: ModelDefinition, _ key: Key) throws(DataStoreError) -> Record? {
        do {
            return try store.record(model, key)
        } catch {
            throw DataStoreError(error, FailedAction(.query, model, key), path: path)
        }
    }

    private func recordsAtOnce(_ query: Query) throws(DataStoreError) -> [Record] {
        do {
            return try store.page(query).records
        } catch {
            throw DataStoreError(error, FailedAction(.query, query.model), path: path)
        }
    }
}

/// An operation, and the type that its record is of.
struct TypedWrite: Sendable {
    let operation: Operation
    let type: any Model.Type
}

extension Operation {
    /// What it is, should it fail.
    fileprivate var action: FailedAction {
        switch self {
        case .create(let record, _): FailedAction(.save, record.model, record.key)
        case .replace(let model, let key, _, _), .merge(let model, let key, _, _): FailedAction(.save, model, key)
        case .delete(let model, let key, _): FailedAction(.delete, model, key)
        case .save(let write, _): FailedAction(.save, write.model, write.key)
        }
    }
}
