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

    /// As many records as queries, one in each list. Each change takes its record out of one list and puts it into another,
    /// in a transaction of its own; its cost is measured with no query, with one that is not concerned, and with all.
    func measure() throws -> [(String, Double)] {
        let schema = try Posts.schema()
        let model = try Posts.model(of: schema)
        let store = try Store(Database(path: order.file, schema: schema, policy: .additiveOnly))
        defer { store.close() }
        let reader = RecordReader(model)
        for number in 0..<order.queries {
            let record = try Posts.record(number, rating: number, reader)
            store.perform([.create(record, isFresh: false)]) { _ in }
        }
        let changes = try Changes(store, model, records: order.queries)
        _ = try changes.cost(order.seconds / 4)
        let without = try changes.cost(order.seconds)
        let watcher = Watcher()
        for rating in 0..<order.queries {
            let predicate = try Predicate.parse("rating == \(rating)", for: model, in: schema)
            try watch(store, Query(model, where: predicate), watcher)
        }
        _ = try changes.cost(order.seconds / 4)
        let before = watcher.snapshots.withLock { $0 }
        let made = changes.count
        let with = try changes.cost(order.seconds)
        let told = watcher.snapshots.withLock { $0 } - before
        // A change leaves one list and enters another, unless the two are the same one.
        guard told > (changes.count - made) * 19 / 10 else {
            throw Refusal("\(told) lists were told of \(changes.count - made) changes")
        }
        return [
            ("cost", with - without), ("with", with), ("without", without), ("changes", Double(changes.count - made)),
        ]
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

/// Changes of random records to random ratings, many on their way at once.
private final class Changes {
    private let store: Store
    private let model: ModelDefinition
    private let records: Int
    private var generator = SystemRandomNumberGenerator()
    /// How many were made.
    private(set) var count = 0

    init(_ store: Store, _ model: ModelDefinition, records: Int) throws {
        self.store = store
        self.model = model
        self.records = records
    }

    /// Makes changes for so many seconds; processor time of one, in microseconds, until all who watch were told.
    func cost(_ seconds: Double) throws -> Double {
        settle()
        let failure = Failure()
        let watch = Stopwatch()
        let first = count
        while watch.elapsed < seconds {
            let answered = DispatchGroup()
            for _ in 0..<500 {
                answered.enter()
                let number = Int.random(in: 0..<records, using: &generator)
                let rating = Int.random(in: 0..<records, using: &generator)
                let patch = JSON.object([.init("rating", .number(Text(String(rating))))])
                let key = Key([.text(Text(Posts.id(number)))])
                store.perform([.merge(model, key, patch, Conditions())]) { result in
                    if case .failure(let refusal) = result { failure.set(refusal.error) }
                    answered.leave()
                }
                count += 1
            }
            answered.wait()
            try failure.check()
        }
        settle()
        return watch.cpu / Double(count - first) * 1e6
    }

    /// Waits until the feed has told what was committed.
    private func settle() { store.feed.queue.sync { store.feed.catchUp() } }
}
