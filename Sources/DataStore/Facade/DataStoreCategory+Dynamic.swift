/// Models that are known by their name alone.
extension DataStoreCategory {
    /// The records of the model of that name that match, in order: of `sort`, else of their key.
    public func query(
        _ modelName: ModelName, where predicate: (any QueryPredicate)? = nil, sort sortInput: QuerySortInput? = nil,
        paginate paginationInput: QueryPaginationInput? = nil, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> [DynamicModel] {
        let (store, definition) = try model(modelName, file, line)
        return try await awaited {
            store.query(
                DynamicModel.self, definition, where: predicate, sort: sortInput, paginate: paginationInput,
                completion: $0)
        }
    }

    /// The record of the model of that name with this key; nil when there is none.
    public func query(
        _ modelName: ModelName, byIdentifier identifier: String, file: StaticString = #fileID, line: UInt = #line
    ) async throws -> DynamicModel? {
        let (store, definition) = try model(modelName, file, line)
        let key = try Identity.text(identifier).key(of: definition, store.types, file, line)
        return try await awaited { store.query(DynamicModel.self, definition, key, completion: $0) }
    }

    /// The records of the model of that name that match, and again each time that the list changes.
    public func observeQuery(
        for modelName: ModelName, where predicate: (any QueryPredicate)? = nil, sort sortInput: QuerySortInput? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) -> AmplifyAsyncThrowingSequence<DataStoreQuerySnapshot<DynamicModel>> {
        AmplifyAsyncThrowingSequence { [self] in
            tap(where: predicate, sort: sortInput) { () throws(DataStoreError) in try model(modelName, file, line) }
        }
    }

    /// The open store and the definition of the model of that name. A name that is registered nowhere is a mistake in the
    /// program: it stops a debug build at the caller's line, and throws in a release build.
    func model(
        _ name: ModelName, _ file: StaticString, _ line: UInt
    ) throws(DataStoreError) -> (store: TypedStore, definition: ModelDefinition) {
        guard let store = try openStore(), let definition = store.types.schema.model(named: name) else {
            throw DataStoreError.invalidModelName(name).asMistake(file, line)
        }
        return (store, definition)
    }
}

extension DataStoreError {
    /// The error of a mistake in the program, which stops a debug build at the caller's line.
    func asMistake(_ file: StaticString, _ line: UInt) -> DataStoreError {
        assertionFailure("\(errorDescription) \(recoverySuggestion)", file: file, line: line)
        return self
    }
}
