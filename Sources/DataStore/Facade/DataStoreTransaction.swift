/// Writes that are made together: all or none.
public struct DataStoreTransaction {
    /// Makes an operation once the store is open.
    private typealias Write = (TypedStore) throws(DataStoreError) -> TypedWrite

    private let category: DataStoreCategory
    private var writes: [Write] = []

    fileprivate init(_ category: DataStoreCategory) { self.category = category }

    /// Saves a model, as ``DataStoreCategory/save(_:where:file:line:)->M`` does.
    public mutating func save<M: Model>(
        _ model: M, where condition: (any QueryPredicate)? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws(DataStoreError) {
        // The store is opened for the model now, so that all are known when the operations are made.
        _ = try category.store(of: model, file, line)
        writes.append { store throws(DataStoreError) in
            TypedWrite(operation: try store.save(model, where: condition), type: M.self)
        }
    }

    /// Deletes a record and what belongs to it. One that is not there ends the transaction.
    public mutating func delete<M: Model>(
        _ model: M, where condition: (any QueryPredicate)? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws(DataStoreError) {
        let (_, definition, key) = try category.place(of: model, file, line)
        try delete(M.self, definition, key, where: condition)
    }

    /// Deletes the record of that key and what belongs to it. One that is not there ends the transaction.
    public mutating func delete<M: Model>(
        _ modelType: M.Type, withIdentifier identifier: String, where condition: (any QueryPredicate)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) throws(DataStoreError) where M: ModelIdentifiable, M.IdentifierFormat == ModelIdentifierFormat.Default {
        let (store, definition) = try category.model(modelType, file, line)
        let key = try Identity.text(identifier).key(of: definition, store.types, file, line)
        try delete(modelType, definition, key, where: condition)
    }

    /// Deletes the record of that key and what belongs to it. One that is not there ends the transaction.
    public mutating func delete<M: Model>(
        _ modelType: M.Type, withIdentifier identifier: ModelIdentifier<M, M.IdentifierFormat>,
        where condition: (any QueryPredicate)? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws(DataStoreError) where M: ModelIdentifiable {
        let (store, definition) = try category.model(modelType, file, line)
        let key = try Identity.fields(identifier).key(of: definition, store.types, file, line)
        try delete(modelType, definition, key, where: condition)
    }

    private mutating func delete<M: Model>(
        _ modelType: M.Type, _ definition: ModelDefinition, _ key: Key?, where condition: (any QueryPredicate)?
    ) throws(DataStoreError) {
        guard let key else {
            throw .invalidOperation(
                causedBy: ConstraintViolation(
                    "No \(definition.name) was deleted: none can have the identifier.",
                    "Give the identifier of a record that is there."))
        }
        writes.append { store throws(DataStoreError) in
            let definition = try store.types.definition(named: definition.name)
            return TypedWrite(operation: try store.delete(definition, key, where: condition), type: M.self)
        }
    }

    fileprivate func run(_ store: TypedStore, _ completion: @escaping TypedStore.Completion<[any Model]>)
        throws(DataStoreError)
    {
        var operations: [TypedWrite] = []
        for write in writes { operations.append(try write(store)) }
        store.perform(operations, completion: completion)
    }
}

extension DataStoreCategory {
    /// Makes all writes that `body` names in one transaction, or none of them; their changes are told together. Answers the
    /// records, in the order of the writes: as they are stored, or as they were when they were deleted.
    @discardableResult
    public nonisolated(nonsending) func transaction(
        _ body: (inout DataStoreTransaction) throws -> Void
    ) async throws -> [any Model] {
        var transaction = DataStoreTransaction(self)
        try body(&transaction)
        let made = transaction
        guard let store = try openStore() else { return [] }
        return try await awaited { completion throws(DataStoreError) in try made.run(store, completion) }
    }
}
