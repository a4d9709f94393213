extension Publishers {
    /// Publishes what a closure makes of each value.
    public struct Map<Upstream: Publisher, Output>: Publisher {
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Makes the values that are published.
        public let transform: (Upstream.Output) -> Output

        /// Publishes what `transform` makes of each value.
        public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Inner(downstream: subscriber, transform: transform))
        }

        /// It has no state: the subscription of the upstream is the downstream's, and a cancel there releases this.
        private struct Inner<Downstream: Subscriber>: Subscriber
        where Downstream.Input == Output, Downstream.Failure == Failure {
            let downstream: Downstream
            let transform: (Upstream.Output) -> Output

            var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

            func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }
            func receive(_ input: Upstream.Output) -> Subscribers.Demand { downstream.receive(transform(input)) }
            func receive(completion: Subscribers.Completion<Failure>) { downstream.receive(completion: completion) }
        }
    }
}

extension Publisher {
    /// Publishes what `transform` makes of each value.
    public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> {
        Publishers.Map(upstream: self, transform: transform)
    }

    /// Publishes `output` in the place of each `nil`.
    public func replaceNil<T>(with output: T) -> Publishers.Map<Self, T> where Output == T? {
        map { $0 ?? output }
    }
}

extension Publishers.Map {
    /// Publishes what `transform` makes of each value.
    public func map<T>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Upstream, T> {
        let first = self.transform
        return Publishers.Map<Upstream, T>(upstream: upstream) { transform(first($0)) }
    }
}
