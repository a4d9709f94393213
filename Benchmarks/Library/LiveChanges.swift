import DataStore
import Dispatch
import Locks

/// What live queries on distinct equality predicates add to the cost of a change.
struct LiveChanges {
    /// One who watches.
    private final class Watcher: LiveQueryListener {
        let snapshots = Lock(0)

        func receive(_ snapshot: Snapshot) { snapshots.withLock { $0 += 1 } }
        func end(_ reason: StoreError) { snapshots.withLock { $0 = -1_000_000 } }
    }

    private let order: Order

    init(_ order: Order) { self.order = order }

    /// As many records as queries, one in each list. Each change is a transaction that takes its record out of one list
    /// and puts it into another; what is measured is all that the live queries do with it, up to those who watch.
    func measure() throws -> [(String, Double)] {
        let schema = try Posts.schema()
        let model = try Posts.model(of: schema)
        let store = try Store(Database(path: order.file, schema: schema, policy: .additiveOnly))
        defer { store.close() }
        let reader = RecordReader(model)
        var records: [Record] = []
        let (created, failure) = (DispatchGroup(), Failure())
        for number in 0..<order.queries {
            let record = try Posts.record(number, rating: number, reader)
            records.append(record)
            created.enter()
            store.perform([.create(record, isFresh: false)]) { result in
                if case .failure(let refusal) = result { failure.set(refusal.error) }
                created.leave()
            }
        }
        created.wait()
        try failure.check()
        let watcher = Watcher()
        for rating in 0..<order.queries {
            let predicate = try Predicate.parse("rating == \(rating)", for: model, in: schema)
            try watch(store, Query(model, where: predicate), watcher)
        }
        var head = try store.head()
        let before = watcher.snapshots.withLock { $0 }
        var (spent, made) = (0.0, 0)
        // A few at a time: what the feed tells was read just now, and is not cold.
        while spent < order.seconds {
            let batches = try batches(of: model, &records, after: head)
            spent += store.feed.queue.sync {
                let watch = Stopwatch()
                for batch in batches { store.live.receive(batch) }
                return watch.cpu
            }
            made += batches.count
            head = batches.last?.position ?? head
        }
        let told = watcher.snapshots.withLock { $0 } - before
        guard told == 2 * made else { throw Refusal("\(told) lists were told of \(made) changes") }
        return [("cost", spent / Double(made) * 1e6), ("changes", Double(made)), ("told", Double(told))]
    }

    /// Changes of random records to random ratings, as the feed reads them from the log.
    private func batches(
        of model: ModelDefinition, _ records: inout [Record], after head: Position
    ) throws -> [ChangeBatch] {
        guard let place = model.fields.firstIndex(where: { $0.name == "rating" }) else { throw Refusal("no rating") }
        var batches: [ChangeBatch] = []
        for step in 1...Int64(100) {
            let number = Int.random(in: records.indices)
            let old = records[number]
            var values = old.values
            // Never the one that it has, so that each change concerns two lists.
            if case .int(let rating) = values[place] {
                let moved = Int(rating) + Int.random(in: 1..<records.count)
                values[place] = .int(Int64(moved % records.count))
            }
            let new = Record(model: model, values: values)
            records[number] = new
            let seq = head.seq + step
            let change = Change(
                seq: seq, transaction: seq, kind: .update, source: .local, time: "", old: old, new: new)
            batches.append(
                ChangeBatch(
                    changes: [change], endsTransaction: true, position: Position(epoch: head.epoch, seq: seq)))
        }
        return batches
    }

    private func watch(_ store: Store, _ query: Query, _ watcher: Watcher) throws {
        let answered = DispatchSemaphore(value: 0)
        let failure = Failure()
        store.live.watch(query, nil, watcher) { result in
            if case .failure(let error) = result { failure.set(error) }
            answered.signal()
        }
        answered.wait()
        try failure.check()
    }
}
