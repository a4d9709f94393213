extension Publishers {
    /// Publishes what a closure makes of each value, unless it is `nil`.
    public struct CompactMap<Upstream: Publisher, Output>: Publisher {
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Makes the values that are published.
        public let transform: (Upstream.Output) -> Output?

        /// Publishes what `transform` makes of each value, unless it is `nil`.
        public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output?) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(CompactMapInner(downstream: subscriber, transform: transform))
        }
    }
}

/// It has no state: the subscription of the upstream is the downstream's, and a cancel there releases this.
struct CompactMapInner<Input, Downstream: Subscriber>: Subscriber {
    typealias Failure = Downstream.Failure

    let downstream: Downstream
    let transform: (Input) -> Downstream.Input?

    var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

    func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

    func receive(_ input: Input) -> Subscribers.Demand {
        guard let output = transform(input) else { return .max(1) }
        return downstream.receive(output)
    }

    func receive(completion: Subscribers.Completion<Failure>) { downstream.receive(completion: completion) }
}

extension Publisher {
    /// Publishes what `transform` makes of each value, unless it is `nil`.
    public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Self, T> {
        Publishers.CompactMap(upstream: self, transform: transform)
    }
}
