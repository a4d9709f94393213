/// A publisher of no value, which ends at once or never.
public struct Empty<Output, Failure: Error>: Publisher, Equatable {
    /// Whether it ends at once.
    public let completeImmediately: Bool

    /// Ends at once, or never.
    public init(completeImmediately: Bool = true) {
        self.completeImmediately = completeImmediately
    }

    /// The same, and says what kind of values and errors there might have been.
    public init(completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type) {
        self.init(completeImmediately: completeImmediately)
    }

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        if completeImmediately {
            OneShot.publish(.finished, to: subscriber)
        } else {
            subscriber.receive(subscription: Subscriptions.empty)
        }
    }
}
