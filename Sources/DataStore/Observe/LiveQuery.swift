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

    // What every change looks at comes first, side by side: with many queries it is not in the cache.
    /// The list, once it was read.
    private var list: LiveList?
    private var listeners: [any LiveQueryListener] = []
    private let model: ModelDefinition
    private let predicate: CompiledPredicate
    /// Whether other records decide, too, be they of the same model.
    private let crossesRelations: Bool
    private(set) var hasEnded = false
    /// The newest position whose effect the list shows.
    private(set) var position: Position
    private let limit: Int?
    private let maximumCount: Int

    let identity: Identity
    /// Names of the models whose changes matter.
    let models: Set<String>
    private let form: ListForm
    /// What was committed since the first read began.
    private var waiting: [Transaction] = []
    /// Those who wait for the first read.
    private var callers: [(listener: any LiveQueryListener, completion: LiveQueries.Completion)] = []
    /// Why it can no longer be live.
    private var end: StoreError?

    /// Changes that wait for the first read; past it the read is done again.
    private static let waitingLimit = 10_000

    init(_ identity: Identity, _ form: ListForm, position: Position, maximumCount: Int) {
        self.identity = identity
        self.form = form
        self.position = position
        self.maximumCount = maximumCount
        let query = identity.query
        model = query.model
        limit = query.limit
        models = query.predicate.models.union([query.model.name])
        predicate = CompiledPredicate(query.predicate)
        crossesRelations = query.predicate.crossesRelations
    }

    /// Whether nobody watches and nobody waits for it.
    var isIdle: Bool { isLoading ? callers.isEmpty : listeners.isEmpty }

    var isLoading: Bool { list == nil }

    /// What is shown now.
    private func snapshot(_ list: LiveList) -> Snapshot { Snapshot(position: position, items: Array(list.shown)) }

    /// Adds a listener, which hears of every snapshot after the one that `completion` gets.
    func add(_ listener: any LiveQueryListener, _ completion: @escaping LiveQueries.Completion) {
        guard let list else { return callers.append((listener, completion)) }
        listeners.append(listener)
        completion(.success(snapshot(list)))
    }

    func remove(_ listener: any LiveQueryListener) {
        listeners.removeAll { $0 === listener }
        callers.removeAll { $0.listener === listener }
    }

    /// The first read is done. Answers whether it must be done again.
    func loaded(_ result: Result<LiveQueries.Loaded, StoreError>, _ reader: LiveQueries.Reader) -> Bool {
        guard isLoading else { return false }
        let committed = waiting
        waiting = []
        switch result {
        case .failure(let error):
            let answered = callers
            callers = []
            for caller in answered { caller.completion(.failure(error)) }
        case .success(let loaded):
            if committed.reduce(0, { $0 + $1.changes.count }) >= Self.waitingLimit,
                committed.last.map({ $0.position.seq > loaded.position.seq }) ?? false
            {
                return true
            }
            let answered = callers
            callers = []
            position = loaded.position
            list = LiveList(form, limit: limit, records: loaded.records)
            for transaction in committed where !hasEnded { apply(transaction, reader) }
            if let end {
                // It grew past its bound between the read and now.
                for caller in answered { caller.completion(.failure(end)) }
                return false
            }
            guard let list else { return false }
            listeners += answered.map(\.listener)
            let snapshot = snapshot(list)
            for caller in answered { caller.completion(.success(snapshot)) }
        }
        return false
    }

    /// Brings the list to a transaction of the log, and tells the listeners when it shows another one then.
    func apply(_ transaction: Transaction, _ reader: LiveQueries.Reader) {
        if isLoading {
            waiting.append(transaction)
            if waiting.count > Self.waitingLimit { waiting.removeFirst() }
            return
        }
        // What the list was read with is in it already.
        guard transaction.position.seq > position.seq else { return }
        if crossesRelations || transaction.changes.isEmpty { return reload(list.map { Array($0.shown) } ?? [], reader) }
        switch changed(by: transaction.changes) {
        case .unchanged: break
        case .changed:
            position = transaction.position
            if let list { publish(list) }
        case .exhausted(let shown): reload(shown, reader)
        }
    }

    /// What the changes do to the list, which is changed in its place.
    private func changed(by changes: [Change]) -> LiveList.Outcome {
        if changes.count == 1 {
            let (before, after) = matches(changes[0])
            return before || after ? list?.apply(changes[0], before: before, after: after) ?? .unchanged : .unchanged
        }
        var matched: [(change: Change, before: Bool, after: Bool)] = []
        for change in changes {
            let (before, after) = matches(change)
            if before || after { matched.append((change, before, after)) }
        }
        return matched.isEmpty ? .unchanged : list?.apply(matched) ?? .unchanged
    }

    /// Whether the record belongs to the list, before the change and after it.
    private func matches(_ change: Change) -> (before: Bool, after: Bool) {
        let isOurs = change.model === model || change.model.name == model.name
        return (isOurs && matches(change.old), isOurs && matches(change.new))
    }

    private func matches(_ record: Record?) -> Bool {
        guard let record else { return false }
        return predicate.matches(record)
    }

    /// Reads the list anew and shows it. One that is being read for the first time will be shown in any case.
    func restart(_ reader: LiveQueries.Reader) {
        guard !isLoading, let list = read(reader) else { return }
        publish(list)
    }

    /// What was committed to a log that is no more does not count.
    func forgetWaiting() { waiting = [] }

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
            let list = LiveList(form, limit: limit, records: loaded.records)
            self.list = list
            position = loaded.position
            return list
        }
    }

    private func publish(_ list: LiveList) {
        if limit == nil, list.count > maximumCount { return fail(.tooManyItems(limit: maximumCount)) }
        let snapshot = snapshot(list)
        for listener in listeners { listener.receive(snapshot) }
    }

    /// The list outgrew its bound, or cannot be read.
    private func fail(_ reason: StoreError) {
        end = reason
        hasEnded = true
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
