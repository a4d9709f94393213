import DataStore

/// How often a predicate of three terms is decided.
struct Predicates {
    private let order: Order

    init(_ order: Order) { self.order = order }

    /// All three terms of nearly every record are looked at: the first two hold.
    func measure() throws -> [(String, Double)] {
        let schema = try Posts.schema()
        let model = try Posts.model(of: schema)
        let reader = RecordReader(model)
        let records = try (0..<1000).map { number in try Posts.record(number, rating: number, reader) }
        let text = #"rating >= 10 && status == "draft" && title.beginsWith("Post number 1")"#
        let predicate = CompiledPredicate(try Predicate.parse(text, for: model, in: schema).normalized)
        let expected = (10..<1000).filter { String($0).hasPrefix("1") }.count
        var wrong = 0
        let time = microseconds(of: order.seconds) {
            var matches = 0
            for record in records where predicate.matches(record) { matches += 1 }
            if matches != expected { wrong += 1 }
        }
        guard wrong == 0 else { throw Refusal("\(wrong) passes counted other matches than \(expected)") }
        return [("rate", Double(records.count) / time * 1e6), ("ns", time / Double(records.count) * 1000)]
    }
}
