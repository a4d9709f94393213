/// Reading.
extension DataStoreCategory {
    /// The records that match, in order: of `sort`, else of their key.
    public func query<M: Model>(
        _ modelType: M.Type, where predicate: (any QueryPredicate)? = nil, sort sortInput: QuerySortInput? = nil,
        paginate paginationInput: QueryPaginationInput? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [M] {
        let (store, definition) = try model(modelType, file, line)
        return try await awaited {
            store.query(
                modelType, definition, where: predicate, sort: sortInput, paginate: paginationInput, completion: $0)
        }
    }

    /// The record of that key; nil when there is none.
    public func query<M: Model>(
        _ modelType: M.Type, byIdentifier identifier: String, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> M? where M: ModelIdentifiable, M.IdentifierFormat == ModelIdentifierFormat.Default {
        try await query(modelType, of: .text(identifier), file, line)
    }

    /// The record of that key; nil when there is none.
    public func query<M: Model>(
        _ modelType: M.Type, byIdentifier identifier: ModelIdentifier<M, M.IdentifierFormat>,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws -> M? where M: ModelIdentifiable {
        try await query(modelType, of: .fields(identifier), file, line)
    }

    /// The record with this `id`; nil when there is none.
    @available(*, deprecated, renamed: "query(_:byIdentifier:)")
    public func query<M: Model>(
        _ modelType: M.Type, byId id: String, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> M? {
        try await query(modelType, of: .text(id), file, line)
    }

    private func query<M: Model>(
        _ modelType: M.Type, of identity: Identity, _ file: StaticString, _ line: UInt
    ) async throws -> M? {
        let (store, definition) = try model(modelType, file, line)
        let key = try identity.key(of: definition, store.types, file, line)
        return try await awaited { store.query(modelType, definition, key, completion: $0) }
    }

    /// The open store and the definition of a type's model. A type that the store does not have is a mistake in the program:
    /// it stops a debug build at the caller's line, and throws in a release build.
    func model<M: Model>(
        _ type: M.Type, _ file: StaticString, _ line: UInt
    ) throws(DataStoreError) -> (store: TypedStore, definition: ModelDefinition) {
        registerWhereUnknown(type)
        return try model(type.modelName, file, line)
    }
}

/// Reading for those who do not wait.
extension DataStoreCategory {
    /// The records that match; `completion` is called on a queue of the library.
    public func query<M: Model>(
        _ modelType: M.Type, where predicate: (any QueryPredicate)? = nil, sort sortInput: QuerySortInput? = nil,
        paginate paginationInput: QueryPaginationInput? = nil, file: StaticString = #fileID, line: UInt = #line,
        completion: @escaping DataStoreCallback<[M]>
    ) {
        answered(completion) { [self] completion throws(DataStoreError) in
            let (store, definition) = try model(modelType, file, line)
            store.query(
                modelType, definition, where: predicate, sort: sortInput, paginate: paginationInput,
                completion: completion)
        }
    }

    /// The records that match, as a publisher.
    @_disfavoredOverload
    public func query<M: Model>(
        _ modelType: M.Type, where predicate: (any QueryPredicate)? = nil, sort sortInput: QuerySortInput? = nil,
        paginate paginationInput: QueryPaginationInput? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> DataStorePublisher<[M]> {
        published { [self] in
            query(
                modelType, where: predicate, sort: sortInput, paginate: paginationInput, file: file, line: line,
                completion: $0)
        }
    }

    /// The record with this `id`; `completion` is called on a queue of the library.
    public func query<M: Model>(
        _ modelType: M.Type, byId id: String, file: StaticString = #fileID, line: UInt = #line,
        completion: @escaping DataStoreCallback<M?>
    ) {
        answered(completion) { [self] completion throws(DataStoreError) in
            let (store, definition) = try model(modelType, file, line)
            let key = try Identity.text(id).key(of: definition, store.types, file, line)
            store.query(modelType, definition, key, completion: completion)
        }
    }

    /// The record with this `id`, as a publisher.
    @_disfavoredOverload
    public func query<M: Model>(
        _ modelType: M.Type, byId id: String, file: StaticString = #fileID, line: UInt = #line
    ) -> DataStorePublisher<M?> {
        published { [self] in query(modelType, byId: id, file: file, line: line, completion: $0) }
    }
}
