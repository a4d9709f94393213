import Dispatch

/// All live queries. Equal ones share a list and its bytes. Everything here happens on the feed's queue.
package final class LiveQueries: ChangeListener, @unchecked Sendable {
    // Sendable: the stored properties are only used on the feed's queue.
    package typealias Completion = @Sendable (Result<Snapshot, StoreError>) -> Void
    typealias Reader = (Query, Int) -> Result<Loaded, StoreError>

    /// A list as it was read, and the position at which.
    struct Loaded: Sendable {
        let records: [Record]
        let position: Position
    }

    private let feed: ChangeFeed
    private let database: Database
    /// The most items of a list without a limit.
    private let maximumCount: Int
    private var queries: [LiveQuery.Identity: LiveQuery] = [:]
    private var forms = ListForms()
    /// By name of the model whose changes matter.
    private var byModel: [String: QueryIndex<LiveQuery>] = [:]
    /// The part of a long transaction that was read so far.
    private var unfinished: [Change] = []
    private var isUnfinishedTooLong = false
    /// Which log first reads are of.
    private var generation = 0
    /// First reads, off the feed's queue.
    private let loading = DispatchQueue(label: "rivulet.live", qos: .userInitiated)

    /// A transaction of more changes is not applied one by one: its queries are read anew.
    private static let transactionLimit = 20_000

    package init(_ database: Database, feed: ChangeFeed, maximumCount: Int) {
        self.database = database
        self.feed = feed
        self.maximumCount = maximumCount
        feed.queue.async { feed.add(self) }
    }

    /// Watches a query. `completion` gets the first snapshot, or why there is none; `listener` hears of those after it.
    package func watch(
        _ query: Query, _ projection: Projection?, _ listener: any LiveQueryListener, completion: @escaping Completion
    ) {
        feed.queue.async {
            let identity = LiveQuery.Identity(query: query, projection: projection)
            // What was answered before this call must be in the first snapshot.
            self.feed.catchUp()
            if let known = self.queries[identity] { return known.add(listener, completion) }
            let made = LiveQuery(
                identity, self.forms.take(identity), position: self.feed.position, maximumCount: self.maximumCount)
            made.add(listener, completion)
            self.queries[identity] = made
            for name in made.models {
                self.byModel[name, default: QueryIndex()].insert(made, query.predicate, of: query.model)
            }
            self.load(identity)
        }
    }

    /// Ends a watch.
    package func unwatch(_ query: Query, _ projection: Projection?, _ listener: any LiveQueryListener) {
        feed.queue.async {
            let identity = LiveQuery.Identity(query: query, projection: projection)
            guard let known = self.queries[identity] else { return }
            known.remove(listener)
            // One that is being read is looked at again when the read is done.
            if known.isIdle, !known.isLoading { self.forget(known) }
        }
    }

    /// How many distinct queries are live. On the feed's queue.
    package var count: Int { queries.count }

    package var isIdle: Bool { queries.isEmpty && unfinished.isEmpty }

    package func receive(_ batch: ChangeBatch) {
        dispatchPrecondition(condition: .onQueue(feed.queue))
        guard !queries.isEmpty else {
            isUnfinishedTooLong = false
            return unfinished.removeAll()
        }
        let changes = batch.changes
        if changes.count == 1, batch.endsTransaction {
            return finish(changes, Position(epoch: batch.position.epoch, seq: changes[0].seq))
        }
        var start = 0
        for index in changes.indices {
            let isLast = index + 1 == changes.count
            if !isLast, changes[index + 1].transaction == changes[index].transaction { continue }
            let part = Array(changes[start...index])
            start = index + 1
            if isLast, !batch.endsTransaction {
                collect(part)
            } else {
                finish(part, Position(epoch: batch.position.epoch, seq: changes[index].seq))
            }
        }
    }

    /// Whoever watches hears of what there is now, be it what was shown before.
    package func resumed() {
        for query in queries.values {
            query.restart(read)
            if query.hasEnded { forget(query) }
        }
    }

    package func restarted() {
        generation += 1
        unfinished.removeAll()
        isUnfinishedTooLong = false
        for query in queries.values { query.forgetWaiting() }
    }

    private func collect(_ part: [Change]) {
        unfinished += part
        if unfinished.count > Self.transactionLimit { isUnfinishedTooLong = true }
        if isUnfinishedTooLong {
            // Which models it touched is enough to read their queries anew.
            var seen: Set<String> = []
            unfinished = unfinished.filter { seen.insert($0.model.name).inserted }
        }
    }

    private func finish(_ part: [Change], _ position: Position) {
        let changes = unfinished.isEmpty ? part : unfinished + part
        let isTooLong = isUnfinishedTooLong
        unfinished.removeAll()
        isUnfinishedTooLong = false
        let transaction = LiveQuery.Transaction(changes: isTooLong ? [] : changes, position: position)
        for query in touched(by: changes, isWhole: !isTooLong) {
            query.apply(transaction, read)
            if query.hasEnded { forget(query) }
        }
    }

    /// The queries that a transaction can concern, each once. Of one that is not whole every query of its models.
    private func touched(by changes: [Change], isWhole: Bool) -> [LiveQuery] {
        if changes.count == 1, isWhole { return byModel[changes[0].model.name]?.candidates(changes) ?? [] }
        var found: [LiveQuery] = []
        var seen: Set<ObjectIdentifier> = []
        for (name, part) in Dictionary(grouping: changes, by: \.model.name) {
            guard let index = byModel[name] else { continue }
            // A query across relations is in the index of each of its models.
            for query in isWhole ? index.candidates(part) : index.all
            where seen.insert(ObjectIdentifier(query)).inserted {
                found.append(query)
            }
        }
        return found
    }

    private func load(_ identity: LiveQuery.Identity) {
        let generation = generation
        loading.async {
            let result = self.read(identity.query, self.maximumCount)
            self.feed.queue.async {
                guard let query = self.queries[identity] else { return }
                // The log it was read of is no more.
                if generation != self.generation { return self.load(identity) }
                if query.loaded(result, self.read) { return self.load(identity) }
                if query.isIdle { self.forget(query) }
            }
        }
    }

    private func forget(_ query: LiveQuery) {
        // It may be forgotten already, and another one watched in its place.
        guard queries[query.identity] === query else { return }
        queries[query.identity] = nil
        forms.leave(query.identity)
        for name in query.models {
            byModel[name]?.remove(query, query.identity.query.predicate, of: query.identity.query.model)
            if byModel[name]?.isEmpty ?? false { byModel[name] = nil }
        }
    }

    /// The list and the log's head, of one moment.
    private func read(_ query: Query, _ maximumCount: Int) -> Result<Loaded, StoreError> {
        // `select` reads one row more than the limit.
        let bound = LiveList.capacity(limit: query.limit).map { $0 - 1 } ?? maximumCount
        let select = Query(query.model, where: query.predicate, sort: query.sort, limit: bound).select
        do throws(SQLiteError) {
            let loaded = try database.readers.withReader { (connection) throws(SQLiteError) -> Loaded in
                try connection.run("BEGIN")
                defer { connection.endRead() }
                let position = try ChangeLog.position(connection)
                var records: [Record] = []
                try connection.query(select) { (row) throws(SQLiteError) in
                    records.append(row.record(of: query.model))
                }
                return Loaded(records: records, position: position)
            }
            if query.limit == nil, loaded.records.count > maximumCount {
                return .failure(.tooManyItems(limit: maximumCount))
            }
            return .success(loaded)
        } catch {
            return .failure(StoreError(error))
        }
    }
}
