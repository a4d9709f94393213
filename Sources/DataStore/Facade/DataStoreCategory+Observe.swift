/// Observing.
extension DataStoreCategory {
    /// Publishes every change of records of a model that is committed after a subscription: once each, in commit order, those of
    /// cascades too. It does not end by ``stop()->()`` or ``clear()->()``.
    ///
    /// Subscribers are called on a queue of the library. One that is slow loses nothing and holds up nobody: what does not
    /// fit its buffer of 1000 changes is read from the change log when it has time.
    public func publisher<M: Model>(
        for modelType: M.Type, file: StaticString = #fileID, line: UInt = #line
    ) -> AnyPublisher<MutationEvent, DataStoreError> {
        AnyPublisher(TapPublisher { [self] in tap(for: modelType, file, line) })
    }

    /// The same for the model of that name.
    public func publisher(
        for modelName: ModelName, file: StaticString = #fileID, line: UInt = #line
    ) -> AnyPublisher<MutationEvent, DataStoreError> {
        AnyPublisher(TapPublisher { [self] in tap(for: modelName, file, line) })
    }

    /// Every change of every model.
    public var publisher: AnyPublisher<MutationEvent, DataStoreError> {
        AnyPublisher(
            TapPublisher { [self] in
                tap { () throws(DataStoreError) in
                    guard let store = try openStore() else {
                        throw .configuration("There are no models.", "Register the models before observing them.")
                    }
                    return (store, nil)
                }
            })
    }

    /// Every change of records of a model that is committed from now on, as ``publisher(for:file:line:)-(M.Type,_,_)``, as a sequence.
    public func observe<M: Model>(
        _ modelType: M.Type, file: StaticString = #fileID, line: UInt = #line
    ) -> AmplifyAsyncThrowingSequence<MutationEvent> {
        AmplifyAsyncThrowingSequence { [self] in tap(for: modelType, file, line) }
    }

    /// Every change of records of the model of that name, as a sequence.
    public func observe(
        _ modelName: ModelName, file: StaticString = #fileID, line: UInt = #line
    ) -> AmplifyAsyncThrowingSequence<MutationEvent> {
        AmplifyAsyncThrowingSequence { [self] in tap(for: modelName, file, line) }
    }

    /// The records that match, as ``query(_:where:sort:paginate:file:line:)->[M]`` answers them, and again each time that a transaction changes
    /// the list: what is in it, its order, or an item.
    ///
    /// The sequence is a publisher, too. To an observer that is slow the newest list counts: of more than 16 that wait only
    /// the newest stays.
    public func observeQuery<M: Model>(
        for modelType: M.Type, where predicate: (any QueryPredicate)? = nil, sort sortInput: QuerySortInput? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) -> AmplifyAsyncThrowingSequence<DataStoreQuerySnapshot<M>> {
        AmplifyAsyncThrowingSequence { [self] in tap(of: modelType, where: predicate, sort: sortInput, file, line) }
    }

    /// The same as a publisher, each of whose subscribers begins with the list as it is then.
    @_disfavoredOverload
    public func observeQuery<M: Model>(
        for modelType: M.Type, where predicate: (any QueryPredicate)? = nil, sort sortInput: QuerySortInput? = nil,
        file: StaticString = #fileID, line: UInt = #line
    ) -> AnyPublisher<DataStoreQuerySnapshot<M>, DataStoreError> {
        AnyPublisher(TapPublisher { [self] in tap(of: modelType, where: predicate, sort: sortInput, file, line) })
    }

    private func tap<M: Model>(for type: M.Type, _ file: StaticString, _ line: UInt) -> Tap<MutationEvent> {
        tap { () throws(DataStoreError) in
            let (store, definition) = try model(type, file, line)
            return (store, definition.name)
        }
    }

    private func tap(for name: ModelName, _ file: StaticString, _ line: UInt) -> Tap<MutationEvent> {
        tap { () throws(DataStoreError) in
            let (store, definition) = try model(name, file, line)
            return (store, definition.name)
        }
    }

    private func tap(
        _ model: () throws(DataStoreError) -> (store: TypedStore, name: ModelName?)
    ) -> Tap<MutationEvent> {
        do throws(DataStoreError) {
            let (store, name) = try model()
            let (tap, inlet) = MutationInlet.tap(store, model: name) { [weak self] in self?.remove($0) }
            add(inlet, of: store)
            return tap
        } catch {
            return .failed(error)
        }
    }

    private func tap<M: Model>(
        of type: M.Type, where predicate: (any QueryPredicate)?, sort: QuerySortInput?, _ file: StaticString,
        _ line: UInt
    ) -> Tap<DataStoreQuerySnapshot<M>> {
        tap(where: predicate, sort: sort) { () throws(DataStoreError) in try model(type, file, line) }
    }

    func tap<M: Model>(
        where predicate: (any QueryPredicate)?, sort: QuerySortInput?,
        _ model: () throws(DataStoreError) -> (store: TypedStore, definition: ModelDefinition)
    ) -> Tap<DataStoreQuerySnapshot<M>> {
        do throws(DataStoreError) {
            let (store, definition) = try model()
            let query = try store.types.query(definition, where: predicate, sort: sort)
            let (tap, inlet) = SnapshotInlet.tap(M.self, store, query) { [weak self] in self?.remove($0) }
            add(inlet, of: store)
            return tap
        } catch {
            return .failed(error)
        }
    }
}
