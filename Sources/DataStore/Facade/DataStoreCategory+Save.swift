/// Saving.
extension DataStoreCategory {
    /// Saves a model: a new record, or over the one with its key that is stored. Answers the record as it is stored.
    ///
    /// With `condition` the stored record must match it, else nothing is saved and ``DataStoreError/invalidCondition(_:_:_:)`` is
    /// thrown. What the stored record has and the type does not know stays. A save that changes nothing is no change.
    @discardableResult
    public func save<M: Model>(_ model: M, where condition: (any QueryPredicate)? = nil) async throws -> M {
        let store = try store(saving: model)
        return try await awaited { store.save(model, where: condition, completion: $0) }
    }

    /// The same, for those who do not wait: `completion` is called on a queue of the library.
    public func save<M: Model>(
        _ model: M, where condition: (any QueryPredicate)? = nil, completion: @escaping DataStoreCallback<M>
    ) {
        answered(completion) { [self] completion throws(DataStoreError) in
            try store(saving: model).save(model, where: condition, completion: completion)
        }
    }

    /// The same, as a publisher of the saved record. It is saved whether somebody subscribes or not.
    @_disfavoredOverload
    public func save<M: Model>(
        _ model: M, where condition: (any QueryPredicate)? = nil
    ) -> DataStorePublisher<M> {
        published { [self] in save(model, where: condition, completion: $0) }
    }

    private func store<M: Model>(saving model: M) throws(DataStoreError) -> TypedStore {
        guard let model = model as? DynamicModel else { return try store(for: M.self) }
        return try store(for: model)
    }

    /// The store, open and with the model of a record whose schema is known at run time only.
    func store(for model: DynamicModel) throws(DataStoreError) -> TypedStore {
        guard let store = try openStore() else { throw .invalidModelName(model.schema.name) }
        return store
    }
}
