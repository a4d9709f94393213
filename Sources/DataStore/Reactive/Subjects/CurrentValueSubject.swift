/// A subject that keeps the value sent last and publishes it to each new subscriber first.
///
/// All subscribers receive the values in one order, that of the sends. A subscriber that has asked for nothing while
/// values were sent receives the latest of them when it asks. A value sent while another is being delivered, by another
/// thread or from within a subscriber, is delivered after it, possibly after `send` has returned.
public final class CurrentValueSubject<Output, Failure: Error>: Subject {
    private let broadcast: Broadcast<Output, Failure>
    private let initial: Output

    /// A subject whose value is `value`.
    public init(_ value: Output) {
        initial = value
        broadcast = Broadcast(value)
    }

    /// The value sent last. Setting it sends it.
    public var value: Output {
        get { broadcast.latest ?? initial }
        set { broadcast.send(newValue) }
    }

    /// Attaches a subscriber: it receives the value, and then what is sent from now on.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        broadcast.subscribe(subscriber)
    }

    /// Sets the value and publishes it. From any thread.
    public func send(_ value: Output) {
        broadcast.send(value)
    }

    /// Publishes the end, after all that was sent before. The value stays.
    public func send(completion: Subscribers.Completion<Failure>) {
        broadcast.send(completion: completion)
    }

    /// Asks `subscription` for all.
    public func send(subscription: any Subscription) {
        broadcast.send(subscription: subscription)
    }
}

// Sendable: its state is behind one lock. Subscribers are called on the thread that sends, as they expect of a subject.
extension CurrentValueSubject: @unchecked Sendable where Output: Sendable {}
