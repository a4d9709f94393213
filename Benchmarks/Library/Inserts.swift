import DataStore
import Dispatch

/// New records, so many in a transaction, each transaction awaited: what the loop of `sqlite_limit.c` does.
struct Inserts {
    private let order: Order

    init(_ order: Order) { self.order = order }

    /// Records that are only values, as the server has them.
    func records() throws -> [(String, Double)] {
        let schema = try Posts.schema()
        let store = try Store(Database(path: order.file, schema: schema, policy: .additiveOnly))
        defer { store.close() }
        let reader = RecordReader(try Posts.model(of: schema))
        let answered = DispatchSemaphore(value: 0)
        let failure = Failure()
        let watch = Stopwatch()
        var rows = 0
        while watch.elapsed < order.seconds {
            var operations: [Operation] = []
            operations.reserveCapacity(order.batch)
            for _ in 0..<order.batch {
                operations.append(.create(try Posts.record(rows, rating: rows % 1000, reader), isFresh: false))
                rows += 1
            }
            store.perform(operations) { result in
                if case .failure(let refusal) = result { failure.set(refusal.error) }
                answered.signal()
            }
            answered.wait()
            try failure.check()
        }
        return figures(rows, watch)
    }

    /// `DynamicModel`, through the API of programs.
    func dynamic() async throws -> [(String, Double)] {
        let schemas = try ModelSchema.schemas(sdl: Posts.sdl)
        let store = DataStoreCategory(schemas: schemas, database: order.file)
        return try await measure(store) { number in
            DynamicModel(
                schemas[0],
                [
                    "id": .string(Posts.id(number)), "title": .string("Post number \(number)"),
                    "content": .string(Posts.content), "rating": .int(number % 1000), "status": "draft",
                ])
        }
    }

    /// A Codable struct, through the API of programs.
    func typed() async throws -> [(String, Double)] {
        let store = DataStoreCategory(models: [Post.self], database: order.file)
        return try await measure(store) { number in
            Post(
                id: Posts.id(number), title: "Post number \(number)", content: Posts.content, rating: number % 1000,
                status: .draft)
        }
    }

    private func measure<M: Model>(_ store: DataStoreCategory, _ make: (Int) -> M) async throws -> [(String, Double)] {
        // Opens the database.
        try await store.start()
        defer { store.close() }
        let watch = Stopwatch()
        var rows = 0
        while watch.elapsed < order.seconds {
            if order.batch == 1 {
                try await store.save(make(rows))
                rows += 1
            } else {
                try await store.transaction { transaction in
                    for _ in 0..<order.batch {
                        try transaction.save(make(rows))
                        rows += 1
                    }
                }
            }
        }
        return figures(rows, watch)
    }

    private func figures(_ rows: Int, _ watch: Stopwatch) -> [(String, Double)] {
        let (elapsed, cpu) = (watch.elapsed, watch.cpu)
        return [
            ("counted", Double(rows)), ("rate", Double(rows) / elapsed), ("server_cpu_us", cpu / Double(rows) * 1e6),
        ]
    }
}
