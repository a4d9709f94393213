/// A type that receives values from a publisher.
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
    /// The kind of values received.
    associatedtype Input
    /// The kind of error received; `Never` when none is.
    associatedtype Failure: Error

    /// Hands over the subscription, by which values are asked for. Called once, before anything else.
    func receive(subscription: any Subscription)

    /// Hands over a value. The answer is what the subscriber asks for on top of what it asked for before.
    func receive(_ input: Input) -> Subscribers.Demand

    /// Says that no value will follow, by success or by failure.
    func receive(completion: Subscribers.Completion<Failure>)
}

extension Subscriber where Input == Void {
    /// Says that an event happened which carries no value.
    public func receive() -> Subscribers.Demand {
        receive(())
    }
}
