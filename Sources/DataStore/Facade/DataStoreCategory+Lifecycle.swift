import Dispatch

/// Starting and stopping.
extension DataStoreCategory {
    /// Tells again what changes: each query that is observed its list as it is now, each observer of changes what follows the last one
    /// that it was told of. Opens the database. Every other call does this, too.
    public func start() async throws {
        try await awaited { completion throws(DataStoreError) in try begin(completion) }
    }

    /// Tells nothing any more, to anyone, until it is started. Who observes stays; who observes changes gets then what was
    /// missed. Returns when the last change was told.
    public func stop() async throws { try await awaited { end($0) } }

    /// Stops, and removes every record without telling anyone. The change log begins anew.
    public func clear() async throws {
        try await awaited { completion throws(DataStoreError) in try erase(completion) }
    }

    private func begin(_ completion: @escaping TypedStore.Completion<Void>) throws(DataStoreError) {
        guard let store = try openStore() else { return completion(.success(())) }
        store.store.start()
        // Behind what tells everyone how things are.
        store.store.feed.queue.async { completion(.success(())) }
    }

    private func end(_ completion: @escaping TypedStore.Completion<Void>) {
        guard let store = presentStore else { return completion(.success(())) }
        store.store.stop { completion(.success(())) }
    }

    private func erase(_ completion: @escaping TypedStore.Completion<Void>) throws(DataStoreError) {
        guard let store = try openStore() else { return completion(.success(())) }
        store.store.clear { result in
            completion(result.mapError { DataStoreError($0, FailedAction(.clear), path: store.path) })
        }
    }
}

/// Starting and stopping for those who do not wait.
extension DataStoreCategory {
    /// Starts; `completion` is called on a queue of the library.
    public func start(completion: @escaping DataStoreCallback<Void>) {
        answered(completion) { [self] completion throws(DataStoreError) in try begin(completion) }
    }

    /// Stops; `completion` is called on a queue of the library.
    public func stop(completion: @escaping DataStoreCallback<Void>) {
        answered(completion) { [self] completion throws(DataStoreError) in end(completion) }
    }

    /// Clears; `completion` is called on a queue of the library.
    public func clear(completion: @escaping DataStoreCallback<Void>) {
        answered(completion) { [self] completion throws(DataStoreError) in try erase(completion) }
    }

    /// Starts, as a publisher.
    @_disfavoredOverload
    public func start() -> DataStorePublisher<Void> { published { [self] in start(completion: $0) } }

    /// Stops, as a publisher.
    @_disfavoredOverload
    public func stop() -> DataStorePublisher<Void> { published { [self] in stop(completion: $0) } }

    /// Clears, as a publisher.
    @_disfavoredOverload
    public func clear() -> DataStorePublisher<Void> { published { [self] in clear(completion: $0) } }
}
