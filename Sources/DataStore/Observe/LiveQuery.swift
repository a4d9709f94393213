/// One distinct live query: its list, and those who watch it. Lives on the feed's queue.
final class LiveQuery {
    /// What makes two queries the same.
    struct Identity: Hashable, Sendable {
        let query: Query
        let projection: Projection?

        static func == (left: Identity, right: Identity) -> Bool {
            left.query.limit == right.query.limit && left.projection == right.projection
                && left.query.identity == right.query.identity
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(query.identity)
            hasher.combine(query.limit)
        }
    }

    /// A transaction's changes, and the position after it.
    struct Transaction {
        let changes: [Change]
        let position: Position
    }

    private enum State {
        /// The first read is under way; what was committed since waits.
        case loading(waiting: [Transaction], callers: [(any LiveQueryListener, LiveQueries.Completion)])
        case live(LiveList)
    }

    let identity: Identity
    /// Names of the models whose changes matter.
    let models: Set<String>
    private let encode: @Sendable (Record) -> [UInt8]
    private let predicate: CompiledPredicate
    /// Whether other records decide, too, be they of the same model.
    private let crossesRelations: Bool
    private let maximumCount: Int
    private var state = State.loading(waiting: [], callers: [])
    private var listeners: [any LiveQueryListener] = []
    /// Why it can no longer be live.
    private var end: StoreError?
    /// The newest position whose effect the list shows.
    private(set) var position: Position

    /// Changes that wait for the first read; past it the read is done again.
    private static let waitingLimit = 10_000

    init(_ identity: Identity, position: Position, maximumCount: Int) {
        self.identity = identity
        self.position = position
        self.maximumCount = maximumCount
        let query = identity.query
        models = query.predicate.models.union([query.model.name])
        predicate = CompiledPredicate(query.predicate)
        crossesRelations = query.predicate.crossesRelations
        let writer = RecordWriter(query.model, fields: identity.projection.map { Set($0.places) })
        encode = { writer.bytes(of: $0) }
    }

    var hasEnded: Bool { end != nil }

    /// Whether nobody watches and nobody waits for it.
    var isIdle: Bool {
        if case .loading(_, let callers) = state { return callers.isEmpty }
        return listeners.isEmpty
    }

    var isLoading: Bool {
        if case .loading = state { return true }
        return false
    }

    /// What is shown now.
    private func snapshot(_ list: LiveList) -> Snapshot { Snapshot(position: position, items: Array(list.shown)) }

    /// Adds a listener, which hears of every snapshot after the one that `completion` gets.
    func add(_ listener: any LiveQueryListener, _ completion: @escaping LiveQueries.Completion) {
        switch state {
        case .loading(let waiting, let callers):
            state = .loading(waiting: waiting, callers: callers + [(listener, completion)])
        case .live(let list):
            listeners.append(listener)
            completion(.success(snapshot(list)))
        }
    }

    func remove(_ listener: any LiveQueryListener) {
        listeners.removeAll { $0 === listener }
        if case .loading(let waiting, let callers) = state {
            state = .loading(waiting: waiting, callers: callers.filter { $0.0 !== listener })
        }
    }

    /// The first read is done. Answers whether it must be done again.
    func loaded(_ result: Result<LiveQueries.Loaded, StoreError>, _ reader: LiveQueries.Reader) -> Bool {
        guard case .loading(let waiting, let callers) = state else { return false }
        switch result {
        case .failure(let error):
            state = .loading(waiting: [], callers: [])
            for (_, completion) in callers { completion(.failure(error)) }
        case .success(let loaded):
            if waiting.reduce(0, { $0 + $1.changes.count }) >= Self.waitingLimit,
                waiting.last.map({ $0.position.seq > loaded.position.seq }) ?? false
            {
                state = .loading(waiting: [], callers: callers)
                return true
            }
            let list = LiveList(
                sort: identity.query.sort, limit: identity.query.limit, records: loaded.records, encode: encode)
            position = loaded.position
            state = .live(list)
            for transaction in waiting where !hasEnded { apply(transaction, reader) }
            if let end {
                // It grew past its bound between the read and now.
                for (_, completion) in callers { completion(.failure(end)) }
                return false
            }
            guard case .live(let current) = state else { return false }
            listeners += callers.map(\.0)
            let snapshot = snapshot(current)
            for (_, completion) in callers { completion(.success(snapshot)) }
        }
        return false
    }

    /// Brings the list to a transaction of the log, and tells the listeners when it shows another one then.
    func apply(_ transaction: Transaction, _ reader: LiveQueries.Reader) {
        switch state {
        case .loading(var waiting, let callers):
            waiting.append(transaction)
            if waiting.count > Self.waitingLimit { waiting.removeFirst() }
            state = .loading(waiting: waiting, callers: callers)
        case .live(var list):
            // What the list was read with is in it already.
            guard transaction.position.seq > position.seq else { return }
            if crossesRelations || transaction.changes.isEmpty { return reload(Array(list.shown), reader) }
            var matched: [(change: Change, before: Bool, after: Bool)] = []
            for change in transaction.changes where change.model.name == identity.query.model.name {
                let before = change.old.map(matches) ?? false
                let after = change.new.map(matches) ?? false
                if before || after { matched.append((change, before, after)) }
            }
            guard !matched.isEmpty else { return }
            // Freed first, so that the list is changed in its place.
            state = .loading(waiting: [], callers: [])
            let outcome = list.apply(matched)
            state = .live(list)
            switch outcome {
            case .unchanged: break
            case .changed:
                position = transaction.position
                publish(list)
            case .exhausted(let shown): reload(shown, reader)
            }
        }
    }

    /// Reads the list anew and shows it. One that is being read for the first time will be shown in any case.
    func restart(_ reader: LiveQueries.Reader) {
        guard case .live = state, let list = read(reader) else { return }
        publish(list)
    }

    /// What was committed to a log that is no more does not count.
    func forgetWaiting() {
        if case .loading(_, let callers) = state { state = .loading(waiting: [], callers: callers) }
    }

    private func matches(_ record: Record) -> Bool { predicate.matches(record) }

    /// Reads the list anew: it may show later transactions, too. `shown` is what the listeners know.
    private func reload(_ shown: [LiveList.Item], _ reader: LiveQueries.Reader) {
        guard let list = read(reader) else { return }
        if !list.shown.elementsEqual(shown, by: { $0.bytes == $1.bytes }) { publish(list) }
    }

    /// The list as it is; nil when it cannot be read, which is the end.
    private func read(_ reader: LiveQueries.Reader) -> LiveList? {
        switch reader(identity.query, maximumCount) {
        case .failure(let error):
            fail(error)
            return nil
        case .success(let loaded):
            let list = LiveList(
                sort: identity.query.sort, limit: identity.query.limit, records: loaded.records, encode: encode)
            state = .live(list)
            position = loaded.position
            return list
        }
    }

    private func publish(_ list: LiveList) {
        if identity.query.limit == nil, list.count > maximumCount { return fail(.tooManyItems(limit: maximumCount)) }
        let snapshot = snapshot(list)
        for listener in listeners { listener.receive(snapshot) }
    }

    /// The list outgrew its bound, or cannot be read.
    private func fail(_ reason: StoreError) {
        end = reason
        let ended = listeners
        listeners = []
        for listener in ended { listener.end(reason) }
    }
}

/// Hears of the snapshots of one live query, on the feed's queue.
package protocol LiveQueryListener: AnyObject, Sendable {
    /// The list shows something else now.
    func receive(_ snapshot: Snapshot)
    /// The query can no longer be live. Nothing follows.
    func end(_ reason: StoreError)
}
