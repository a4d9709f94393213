/// Deleting.
extension DataStoreCategory {
    /// Deletes a record and what belongs to it; each is a change that observers are told. One that is not there is deleted already.
    ///
    /// With `condition` the stored record must match it, else nothing is deleted and
    /// ``DataStoreError/invalidCondition(_:_:_:)`` is thrown.
    public func delete<M: Model>(
        _ model: M, where condition: (any QueryPredicate)? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        let (store, definition, key) = try place(of: model, file, line)
        try await awaited { store.delete(definition, key, where: condition, completion: $0) }
    }

    /// Deletes the record of that key and what belongs to it.
    public func delete<M: Model>(
        _ modelType: M.Type, withIdentifier identifier: String, where condition: (any QueryPredicate)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws where M: ModelIdentifiable, M.IdentifierFormat == ModelIdentifierFormat.Default {
        try await delete(modelType, of: .text(identifier), where: condition, file, line)
    }

    /// Deletes the record of that key and what belongs to it.
    public func delete<M: Model>(
        _ modelType: M.Type, withIdentifier identifier: ModelIdentifier<M, M.IdentifierFormat>,
        where condition: (any QueryPredicate)? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws where M: ModelIdentifiable {
        try await delete(modelType, of: .fields(identifier), where: condition, file, line)
    }

    /// Deletes the record with this `id` and what belongs to it.
    @available(*, deprecated, renamed: "delete(_:withIdentifier:where:)")
    public func delete<M: Model>(
        _ modelType: M.Type, withId id: String, where condition: (any QueryPredicate)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await delete(modelType, of: .text(id), where: condition, file, line)
    }

    /// Deletes every record that matches, and what belongs to it, in one transaction; with
    /// ``QueryPredicateConstant/all`` all of them.
    public func delete<M: Model>(
        _ modelType: M.Type, where predicate: any QueryPredicate, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        let (store, definition) = try model(modelType, file, line)
        try await awaited { store.delete(definition, where: predicate, completion: $0) }
    }

    private func delete<M: Model>(
        _ modelType: M.Type, of identity: Identity, where condition: (any QueryPredicate)?, _ file: StaticString,
        _ line: UInt
    ) async throws {
        let (store, definition) = try model(modelType, file, line)
        let key = try identity.key(of: definition, store.types, file, line)
        try await awaited { store.delete(definition, key, where: condition, completion: $0) }
    }

    /// Where the record of a model is.
    func place<M: Model>(
        of model: M, _ file: StaticString, _ line: UInt
    ) throws(DataStoreError) -> (store: TypedStore, definition: ModelDefinition, key: Key?) {
        let store = try store(of: model, file, line)
        let schema = model.ownSchema
        let definition = try store.types.definition(named: schema.name)
        return (store, definition, try store.types.key(model.identifier(schema: schema), of: definition))
    }
}

/// Deleting for those who do not wait.
extension DataStoreCategory {
    /// Deletes a record and what belongs to it; `completion` is called on a queue of the library.
    public func delete<M: Model>(
        _ model: M, where condition: (any QueryPredicate)? = nil, file: StaticString = #fileID, line: UInt = #line,
        completion: @escaping DataStoreCallback<Void>
    ) {
        answered(completion) { [self] completion throws(DataStoreError) in
            let (store, definition, key) = try place(of: model, file, line)
            store.delete(definition, key, where: condition, completion: completion)
        }
    }

    /// Deletes the record with this `id` and what belongs to it; `completion` is called on a queue of the library.
    public func delete<M: Model>(
        _ modelType: M.Type, withId id: String, where condition: (any QueryPredicate)? = nil,
        file: StaticString = #fileID, line: UInt = #line, completion: @escaping DataStoreCallback<Void>
    ) {
        answered(completion) { [self] completion throws(DataStoreError) in
            let (store, definition) = try self.model(modelType, file, line)
            let key = try Identity.text(id).key(of: definition, store.types, file, line)
            store.delete(definition, key, where: condition, completion: completion)
        }
    }

    /// Deletes every record that matches; `completion` is called on a queue of the library.
    public func delete<M: Model>(
        _ modelType: M.Type, where predicate: any QueryPredicate, file: StaticString = #fileID, line: UInt = #line,
        completion: @escaping DataStoreCallback<Void>
    ) {
        answered(completion) { [self] completion throws(DataStoreError) in
            let (store, definition) = try self.model(modelType, file, line)
            store.delete(definition, where: predicate, completion: completion)
        }
    }

    /// Deletes a record and what belongs to it, as a publisher. It is deleted whether somebody subscribes or not.
    @_disfavoredOverload
    public func delete<M: Model>(
        _ model: M, where condition: (any QueryPredicate)? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> DataStorePublisher<Void> {
        published { [self] in delete(model, where: condition, file: file, line: line, completion: $0) }
    }

    /// Deletes the record with this `id`, as a publisher.
    @_disfavoredOverload
    public func delete<M: Model>(
        _ modelType: M.Type, withId id: String, where condition: (any QueryPredicate)? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) -> DataStorePublisher<Void> {
        published { [self] in
            delete(modelType, withId: id, where: condition, file: file, line: line, completion: $0)
        }
    }

    /// Deletes every record that matches, as a publisher.
    @_disfavoredOverload
    public func delete<M: Model>(
        _ modelType: M.Type, where predicate: any QueryPredicate, file: StaticString = #fileID, line: UInt = #line
    ) -> DataStorePublisher<Void> {
        published { [self] in delete(modelType, where: predicate, file: file, line: line, completion: $0) }
    }
}
