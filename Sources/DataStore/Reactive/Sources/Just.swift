/// A publisher of one value, and then the end.
public struct Just<Output>: Publisher {
    /// It does not fail.
    public typealias Failure = Never

    /// The value.
    public let output: Output

    /// Publishes `output` to each subscriber.
    public init(_ output: Output) {
        self.output = output
    }

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
        OneShot.publish(output, to: subscriber)
    }
}

extension Just: Equatable where Output: Equatable {}
