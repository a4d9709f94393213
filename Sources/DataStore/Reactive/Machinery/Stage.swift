/// An operator with one upstream and no clock, as a value: what it does with each input. `Relay` does the rest.
///
/// A stage is only ever called by one thread at a time and outside all locks, because it calls closures of the user.
protocol Stage {
    associatedtype Input
    associatedtype Output
    associatedtype Failure: Error

    /// What to ask the upstream for when the downstream asks.
    var appetite: Appetite { get }

    /// Whether it has nothing to wait for.
    var isFinished: Bool { get }

    mutating func receive(_ input: Input) throws(Failure) -> Step<Output>

    /// The upstream has finished: the value that is published before the end, if there is one.
    mutating func finish() -> Output?
}

extension Stage {
    var appetite: Appetite { .same }
    var isFinished: Bool { false }
    func finish() -> Output? { nil }
}

/// What a stage does with an input.
enum Step<Output> {
    /// Publishes a value.
    case emit(Output)
    /// Publishes nothing.
    case skip
    /// Publishes a value, then the end.
    case last(Output)
    /// Publishes the end.
    case finish
}

/// How the demand of the downstream becomes a demand to the upstream.
enum Appetite {
    /// One input for each output.
    case same
    /// So many inputs for each output.
    case times(Int)
    /// All inputs at once; the one output waits until it is asked for.
    case everything
}
