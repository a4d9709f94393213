import Dispatch
import Locks

/// Follows the changes of one model, or of all, for one tap.
///
/// A tap that is not emptied in time costs no memory: what does not fit is not kept, and is read from the change log once there
/// is room. So nothing is lost, nothing comes twice, and nobody waits for a slow observer.
final class MutationInlet: ChangeListener, StoreFollower, @unchecked Sendable {
    // Sendable: `state` is a lock around all that changes; the tap is one itself.
    typealias Item = (change: Change, epoch: String)

    private struct State {
        /// The last change that the tap got, or that is not for it.
        var position = Position(epoch: "", seq: 0)
        /// Whether changes are passed on as they come; otherwise they are read from the log.
        var isLive = false
        var isReading = false
    }

    private let model: ModelName?
    private weak let tap: BufferedTap<Item, MutationEvent>?
    /// The store over the database as it is open now.
    private let current: Lock<TypedStore>
    private let state = Lock(State())

    /// How many changes wait for a slow observer.
    private static let capacity = 1000

    /// A tap of what follows now. `isOver` is called once nobody wants it any more.
    static func tap(
        _ store: TypedStore, model: ModelName?, isOver: @escaping @Sendable (MutationInlet) -> Void
    ) -> (tap: Tap<MutationEvent>, inlet: MutationInlet) {
        let current = Lock(store)
        let tap = BufferedTap<Item, MutationEvent> { item in
            let store = current.withLock { $0 }
            return MutationEvent(item.change, epoch: item.epoch, types: store.types, provider: store)
        }
        let inlet = MutationInlet(current, model: model, tap)
        tap.onEmpty { [weak inlet] in inlet?.readOn() }
        tap.onRelease {
            inlet.leave()
            isOver(inlet)
        }
        return (tap, inlet)
    }

    private init(_ current: Lock<TypedStore>, model: ModelName?, _ tap: BufferedTap<Item, MutationEvent>) {
        self.current = current
        self.model = model
        self.tap = tap
        let store = current.withLock { $0.store }
        store.start()
        store.feed.queue.sync {
            // What was answered before this call is not told; what is written after it is.
            store.feed.catchUp()
            state.withLock { $0 = State(position: store.feed.position, isLive: true) }
            store.feed.add(self)
        }
    }

    private func leave() {
        let feed = current.withLock { $0.store.feed }
        feed.queue.async { feed.remove(self) }
    }

    func finish() { tap?.finish(.finished) }

    /// Goes on with the same database after it was opened anew.
    func follow(_ store: TypedStore) {
        let isNew = current.withLock { current in
            defer { current = store }
            return current !== store
        }
        guard isNew else { return }
        state.withLock { $0.isLive = false }
        store.store.feed.queue.sync { store.store.feed.add(self) }
        readOn()
    }

    func receive(_ batch: ChangeBatch) {
        guard let tap else { return }
        state.withLock { state in
            guard state.isLive else { return }
            let items = batch.changes.filter { isOurs($0, state.position) }.map { ($0, batch.position.epoch) }
            if tap.count + items.count > Self.capacity {
                state.isLive = false
            } else {
                tap.append(items)
                state.position = batch.position
            }
        }
    }

    func restarted() {
        let epoch = current.withLock { $0.store.database.epoch }
        state.withLock { state in
            state.position = Position(epoch: epoch, seq: 0)
            state.isLive = true
        }
    }

    private func isOurs(_ change: Change, _ position: Position) -> Bool {
        change.seq > position.seq && model.map { $0 == change.model.name } ?? true
    }

    /// Reads what did not fit, now that there is room.
    private func readOn() {
        let position = state.withLock { state -> Position? in
            guard !state.isLive, !state.isReading else { return nil }
            state.isReading = true
            return state.position
        }
        guard let position else { return }
        let store = current.withLock { $0 }
        DispatchQueue.global().async { self.read(store, after: position) }
    }

    private func read(_ store: TypedStore, after position: Position) {
        do throws(StoreError) {
            let reach = try store.store.reach(of: position)
            if position.epoch == reach.head.epoch, let obstacle = reach.obstacle {
                let error = DataStoreError.internalOperation(
                    "\(action(store).outcome): its observer was too slow, and \(obstacle).",
                    "Query what is there, and observe again.")
                return tap?.finish(.failure(error)) ?? ()
            }
            var items: [Item] = []
            var end = max(position.seq, reach.head.seq)
            try store.store.read { (connection) throws(SQLiteError) in
                try store.store.database.log.read(connection, after: position.seq) { (change) throws(SQLiteError) in
                    if isOurs(change, position) { items.append((change, position.epoch)) }
                    end = max(end, change.seq)
                    guard items.count >= Self.capacity else { return true }
                    end = change.seq
                    return false
                }
            }
            took(items, Position(epoch: position.epoch, seq: end), store)
        } catch {
            tap?.finish(.failure(DataStoreError(error, action(store), path: store.path)))
        }
    }

    private func took(_ items: [Item], _ end: Position, _ store: TypedStore) {
        let feed = store.store.feed
        feed.queue.async { [self] in
            let isEmpty = state.withLock { state in
                state.isReading = false
                // A log that began anew meanwhile, or another database, is read from its own position.
                guard isCurrent(store), end.epoch == state.position.epoch, !state.isLive else { return true }
                tap?.append(items)
                state.position = end
                state.isLive = end.seq >= feed.position.seq
                return items.isEmpty
            }
            if isEmpty { readOn() }
        }
    }

    private func action(_ store: TypedStore) -> FailedAction {
        FailedAction(.observe, model.flatMap { store.types.schema.model(named: $0) })
    }

    private func isCurrent(_ store: TypedStore) -> Bool { current.withLock { $0 === store } }
}
