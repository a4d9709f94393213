/// Saving.
extension DataStoreCategory {
    /// Saves a model: a new record, or over the one with its key that is stored. Answers the record as it is stored.
    ///
    /// With `condition` the stored record must match it, else nothing is saved and ``DataStoreError/invalidCondition(_:_:_:)`` is
    /// thrown. What the stored record has and the type does not know stays. A save that changes nothing is no change.
    @discardableResult
    public func save<M: Model>(
        _ model: M, where condition: (any QueryPredicate)? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> M {
        let store = try store(of: model, file, line)
        return try await awaited { store.save(model, where: condition, completion: $0) }
    }

    /// The same, for those who do not wait: `completion` is called on a queue of the library.
    public func save<M: Model>(
        _ model: M, where condition: (any QueryPredicate)? = nil, file: StaticString = #fileID, line: UInt = #line,
        completion: @escaping DataStoreCallback<M>
    ) {
        answered(completion) { [self] completion throws(DataStoreError) in
            try store(of: model, file, line).save(model, where: condition, completion: completion)
        }
    }

    /// The same, as a publisher of the saved record. It is saved whether somebody subscribes or not.
    @_disfavoredOverload
    public func save<M: Model>(
        _ model: M, where condition: (any QueryPredicate)? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> DataStorePublisher<M> {
        published { [self] in save(model, where: condition, file: file, line: line, completion: $0) }
    }

    /// The store, open and with the model of `model`. One that it does not have is a mistake in the program: it stops a debug
    /// build at the caller's line, and throws in a release build.
    func store<M: Model>(of model: M, _ file: StaticString, _ line: UInt) throws(DataStoreError) -> TypedStore {
        guard let dynamic = model as? DynamicModel else { return try self.model(M.self, file, line).store }
        return try self.model(dynamic.schema.name, file, line).store
    }
}
