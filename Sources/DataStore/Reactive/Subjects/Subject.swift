/// A publisher that publishes what it is sent.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
    /// Publishes a value.
    func send(_ value: Output)

    /// Publishes the end. What is sent later is dropped.
    func send(completion: Subscribers.Completion<Failure>)

    /// Hands over a subscription whose values are sent to this subject. It is held until the end.
    func send(subscription: any Subscription)
}

extension Subject where Output == Void {
    /// Publishes an event that carries no value.
    public func send() {
        send(())
    }
}

extension Publisher {
    /// Sends what this publishes to `subject`, until the answer is released.
    public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable where S.Output == Output, S.Failure == Failure {
        let subscriber = SubjectSubscriber(subject)
        subscribe(subscriber)
        return AnyCancellable(subscriber)
    }
}
