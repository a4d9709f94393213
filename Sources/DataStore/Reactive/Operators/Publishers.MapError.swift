extension Publishers {
    /// Publishes the values as they are, and what a closure makes of the error.
    public struct MapError<Upstream: Publisher, Failure: Error>: Publisher {
        /// The kind of values of the upstream.
        public typealias Output = Upstream.Output

        /// Where the values come from.
        public let upstream: Upstream
        /// Makes the error that is published.
        public let transform: (Upstream.Failure) -> Failure

        /// Publishes what `transform` makes of the error.
        public init(upstream: Upstream, _ transform: @escaping (Upstream.Failure) -> Failure) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(MapErrorInner(downstream: subscriber, transform: transform))
        }
    }
}

/// It has no state: the subscription of the upstream is the downstream's, and a cancel there releases this.
struct MapErrorInner<Failure: Error, Downstream: Subscriber>: Subscriber {
    let downstream: Downstream
    let transform: (Failure) -> Downstream.Failure

    var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

    func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }
    func receive(_ input: Downstream.Input) -> Subscribers.Demand { downstream.receive(input) }

    func receive(completion: Subscribers.Completion<Failure>) {
        downstream.receive(completion: completion.mapFailure(transform))
    }
}

extension Publisher {
    /// Publishes what `transform` makes of the error.
    public func mapError<E: Error>(_ transform: @escaping (Failure) -> E) -> Publishers.MapError<Self, E> {
        Publishers.MapError(upstream: self, transform)
    }
}
