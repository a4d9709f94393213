import Dispatch
import Locks

/// Follows one live query for one tap. Of snapshots that wait too long only the newest stays.
final class SnapshotInlet: LiveQueryListener, StoreFollower, @unchecked Sendable {
    // Sendable: `state` is a lock around all that changes; the tap is one itself.
    private struct State {
        /// What the tap got last.
        var shown: [LiveList.Item] = []
        var isShown = false
    }

    private let query: Query
    private weak let tap: (any SnapshotSink)?
    /// The store over the database as it is open now.
    private let current: Lock<TypedStore>
    private let state = Lock(State())

    /// A tap of the query's list as it is now, and of each other one that follows.
    static func tap<M: Model>(
        _ type: M.Type, _ store: TypedStore, _ query: Query, isOver: @escaping @Sendable (SnapshotInlet) -> Void
    ) -> (tap: Tap<DataStoreQuerySnapshot<M>>, inlet: SnapshotInlet) {
        let current = Lock(store)
        let models = SnapshotModels<M>()
        let tap = BufferedTap<Snapshot, DataStoreQuerySnapshot<M>> { snapshot throws(DataStoreError) in
            DataStoreQuerySnapshot(items: try models.models(of: snapshot, current.withLock { $0 }), isSynced: true)
        }
        let inlet = SnapshotInlet(current, query, tap)
        tap.onRelease {
            inlet.leave()
            isOver(inlet)
        }
        inlet.join(store)
        return (tap, inlet)
    }

    private init(_ current: Lock<TypedStore>, _ query: Query, _ tap: any SnapshotSink) {
        self.current = current
        self.query = query
        self.tap = tap
    }

    private func join(_ store: TypedStore) {
        store.store.start()
        store.store.live.watch(query, nil, self) { [weak self] result in
            switch result {
            case .success(let snapshot): self?.receive(first: snapshot)
            case .failure(let error): self?.end(error)
            }
        }
    }

    private func leave() { current.withLock { $0.store }.live.unwatch(query, nil, self) }

    func finish() { tap?.finish(.finished) }

    /// Goes on with the same database after it was opened anew.
    func follow(_ store: TypedStore) {
        let isNew = current.withLock { current in
            defer { current = store }
            return current !== store
        }
        guard isNew else { return }
        join(store)
    }

    private func receive(first snapshot: Snapshot) {
        // Opened anew, it shows the same list.
        let isKnown = state.withLock { state in
            state.isShown
                && state.shown.elementsEqual(snapshot.items) { $0.record.hasSameContent(as: $1.record) }
        }
        if !isKnown { receive(snapshot) }
    }

    func receive(_ snapshot: Snapshot) {
        state.withLock { state in
            state.shown = snapshot.items
            state.isShown = true
        }
        tap?.append(snapshot)
    }

    func end(_ reason: StoreError) {
        let path = current.withLock { $0.path }
        tap?.finish(.failure(DataStoreError(reason, FailedAction(.observe, query.model), path: path)))
    }
}

/// Takes snapshots, of whatever model.
private protocol SnapshotSink: AnyObject, Sendable {
    func append(_ snapshot: Snapshot)
    func finish(_ completion: Subscribers.Completion<DataStoreError>)
}

extension BufferedTap: SnapshotSink where Item == Snapshot {
    /// How many snapshots wait for a slow observer.
    private static var capacity: Int { 16 }

    fileprivate func append(_ snapshot: Snapshot) { append(snapshot, atMost: Self.capacity) }
}

/// The models of snapshots; those of items that stay are made once.
private final class SnapshotModels<M: Model> {
    private var known: [ObjectIdentifier: (item: LiveList.Item, model: M)] = [:]

    func models(of snapshot: Snapshot, _ store: TypedStore) throws(DataStoreError) -> [M] {
        var models: [M] = []
        models.reserveCapacity(snapshot.items.count)
        var kept: [ObjectIdentifier: (item: LiveList.Item, model: M)] = [:]
        kept.reserveCapacity(snapshot.items.count)
        for item in snapshot.items {
            let name = ObjectIdentifier(item)
            let model = if let known = known[name] { known.model } else { try store.model(M.self, item.record) }
            kept[name] = (item, model)
            models.append(model)
        }
        known = kept
        return models
    }
}
