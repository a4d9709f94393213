/// A publisher of nothing but an error.
public struct Fail<Output, Failure: Error>: Publisher {
    /// The error.
    public let error: Failure

    /// Ends with `error` at once.
    public init(error: Failure) {
        self.error = error
    }

    /// Ends with `failure` at once, and says what kind of values there might have been.
    public init(outputType: Output.Type, failure: Failure) {
        error = failure
    }

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        OneShot.publish(.failure(error), to: subscriber)
    }
}

extension Fail: Equatable where Failure: Equatable {}
