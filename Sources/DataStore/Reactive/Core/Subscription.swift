/// The link from a publisher to one subscriber. The subscriber asks for values by it, and ends it by `cancel()`.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
    /// Asks for `demand` values more. From any thread, also while a value is being received. Asking for none has no
    /// effect.
    func request(_ demand: Subscribers.Demand)
}
