extension Publishers {
    /// Publishes the values of the publishers that a closure makes of the values of the upstream.
    public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher
    where NewPublisher.Failure == Upstream.Failure {
        /// The kind of values of the publishers that are made.
        public typealias Output = NewPublisher.Output
        /// The kind of errors of all.
        public typealias Failure = Upstream.Failure

        /// What the publishers are made of.
        public let upstream: Upstream
        /// How many there are at a time.
        public let maxPublishers: Subscribers.Demand
        /// Makes the publishers.
        public let transform: (Upstream.Output) -> NewPublisher

        /// Publishes the values of the publishers that `transform` makes, of `maxPublishers` at a time.
        public init(
            upstream: Upstream, maxPublishers: Subscribers.Demand,
            transform: @escaping (Upstream.Output) -> NewPublisher
        ) {
            self.upstream = upstream
            self.maxPublishers = maxPublishers
            self.transform = transform
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let outflow = Outflow((), .ahead(1), downstream: subscriber)
            subscriber.receive(subscription: outflow)
            upstream.subscribe(
                OuterInlet(outflow, demand: maxPublishers) { [transform] outer, value in
                    outflow.addOpen()
                    outflow.merge(transform(value)) { outer.ask(.max(1)) }
                })
        }
    }
}

extension Publisher {
    /// Publishes the values of the publishers that `transform` makes of the values of this, of `maxPublishers` at a time.
    public func flatMap<T, P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where T == P.Output, P.Failure == Failure {
        Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
    }

    /// The same for publishers that do not fail.
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
        flatMap(maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
    }
}

extension Publisher where Failure == Never {
    /// The same for a publisher that does not fail, of publishers that may.
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
        setFailureType(to: P.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
    }

    /// The same where nothing fails.
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where P.Failure == Never {
        Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
    }
}
