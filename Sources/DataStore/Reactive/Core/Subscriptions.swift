/// The namespace of ready subscriptions.
public enum Subscriptions {
    /// The subscription of a publisher that has nothing to publish: it ignores all that it is told.
    public static var empty: any Subscription { EmptySubscription.shared }
}

/// See `Subscriptions.empty`.
private struct EmptySubscription: Subscription, CustomStringConvertible, Sendable {
    static let shared = EmptySubscription()
    let combineIdentifier = CombineIdentifier()

    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
    var description: String { "Empty" }
}
