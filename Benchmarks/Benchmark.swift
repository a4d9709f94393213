/// One comparison, by name.
struct Benchmark {
    let name: String
    let run: (Session) throws -> Section

    /// All of them, in the order of the document.
    static var all: [Benchmark] {
        [
            Benchmark(name: "tiny", run: tiny),
            Benchmark(name: "get", run: getByID),
            Benchmark(name: "list", run: list),
            Benchmark(name: "post", run: durablePost),
            Benchmark(name: "fanout", run: fanOut),
            Benchmark(name: "memory", run: memory),
            Benchmark(name: "fed", run: requestsWhileFed),
            Benchmark(name: "start", run: start),
            Benchmark(name: "live", run: liveQuery),
            Benchmark(name: "insert", run: libraryInsert),
            Benchmark(name: "library", run: libraryCore),
        ]
    }
}
