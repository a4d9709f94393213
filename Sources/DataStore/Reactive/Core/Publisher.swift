/// A type that can deliver a sequence of values over time to subscribers that ask for them.
///
/// What every publisher here promises: a subscriber first receives its subscription; it then receives no more values
/// than it asked for, one call at a time; at most one completion ends them; and nothing follows a completion or a
/// cancel. No lock is held while a subscriber, or a closure of the user, is called.
public protocol Publisher<Output, Failure> {
    /// The kind of values published.
    associatedtype Output
    /// The kind of error that may end the values; `Never` when none does.
    associatedtype Failure: Error

    /// Attaches a subscriber. Call `subscribe(_:)` instead.
    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

extension Publisher {
    /// Attaches a subscriber, which receives its subscription before anything else.
    public func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
        receive(subscriber: subscriber)
    }
}
