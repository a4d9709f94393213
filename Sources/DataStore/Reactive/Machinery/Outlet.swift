/// What waits to be published, as a value: values in order, the demand for them, the completion behind them.
///
/// One thread publishes at a time: whom `begin()` answers true, and until `next()` answers nothing.
struct Outlet<Output, Failure: Error> {
    enum Item {
        case value(Output)
        case completion(Subscribers.Completion<Failure>)
    }

    private var values = Queue<Output>()
    private var completion: Subscribers.Completion<Failure>?
    private var isPublishing = false
    private(set) var demand = Subscribers.Demand.none

    /// How many values wait.
    var count: Int { values.count }
    var isFinishing: Bool { completion != nil }

    mutating func request(_ more: Subscribers.Demand) {
        demand += more
    }

    /// Adds a value. There is none behind a completion.
    mutating func send(_ value: Output) {
        guard completion == nil else { return }
        values.append(value)
    }

    /// Adds the completion. It waits for the values before it; a failure only for those that have been asked for.
    mutating func send(completion: Subscribers.Completion<Failure>) {
        if self.completion == nil { self.completion = completion }
    }

    /// The value that has waited longest, taken out unpublished.
    mutating func discardFirst() -> Output? {
        values.popFirst()
    }

    /// All that waits unpublished, taken out.
    mutating func discardAll() -> Queue<Output> {
        var discarded = Queue<Output>()
        swap(&values, &discarded)
        return discarded
    }

    /// Whether the caller is to publish now: something is due, and nobody is at it.
    mutating func begin() -> Bool {
        guard !isPublishing, isDue else { return false }
        isPublishing = true
        return true
    }

    private var isDue: Bool {
        if demand > .none, !values.isEmpty { return true }
        switch completion {
        case .failure: return true
        case .finished: return values.isEmpty
        case nil: return false
        }
    }

    mutating func next() -> Item? {
        if demand > .none, let value = values.popFirst() {
            demand -= 1
            return .value(value)
        }
        switch completion {
        case .failure(let error): return .completion(.failure(error))
        case .finished where values.isEmpty: return .completion(.finished)
        default:
            isPublishing = false
            return nil
        }
    }
}
