extension Publishers {
    /// Publishes the values of a publisher that does not fail, as one of the type that may.
    public struct SetFailureType<Upstream: Publisher, Failure: Error>: Publisher where Upstream.Failure == Never {
        /// The kind of values of the upstream.
        public typealias Output = Upstream.Output

        /// Where the values come from.
        public let upstream: Upstream

        /// Publishes the values of `upstream`.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Inner(downstream: subscriber))
        }

        /// It has no state: the subscription of the upstream is the downstream's, and a cancel there releases this.
        private struct Inner<Downstream: Subscriber>: Subscriber {
            typealias Failure = Never

            let downstream: Downstream

            var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

            func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }
            func receive(_ input: Downstream.Input) -> Subscribers.Demand { downstream.receive(input) }
            func receive(completion: Subscribers.Completion<Never>) { downstream.receive(completion: .finished) }
        }
    }
}

extension Publishers.SetFailureType: Equatable where Upstream: Equatable {}

extension Publisher where Failure == Never {
    /// The same publisher, of the type that may fail with `E`.
    public func setFailureType<E: Error>(to failureType: E.Type) -> Publishers.SetFailureType<Self, E> {
        Publishers.SetFailureType(upstream: self)
    }
}
