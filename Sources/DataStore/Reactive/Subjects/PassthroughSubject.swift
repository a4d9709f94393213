/// A subject that publishes what it is sent to those who have subscribed and asked for it.
///
/// All subscribers receive the values in one order, that of the sends. A value sent while another is being delivered,
/// by another thread or from within a subscriber, is delivered after it, possibly after `send` has returned.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
    private let broadcast = Broadcast<Output, Failure>()

    /// A subject without subscribers.
    public init() {}

    /// Attaches a subscriber: it receives what is sent from now on.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        broadcast.subscribe(subscriber)
    }

    /// Publishes a value. From any thread. Who has not asked for it does not receive it.
    public func send(_ value: Output) {
        broadcast.send(value)
    }

    /// Publishes the end, after all that was sent before.
    public func send(completion: Subscribers.Completion<Failure>) {
        broadcast.send(completion: completion)
    }

    /// Asks `subscription` for all, as soon as a subscriber has asked for something.
    public func send(subscription: any Subscription) {
        broadcast.send(subscription: subscription)
    }
}

// Sendable: its one field is a lock around all its state. Subscribers are called on the thread that sends, as they
// expect of a subject.
extension PassthroughSubject: @unchecked Sendable where Output: Sendable {}
