extension Publishers {
    /// Publishes how many values there were.
    public struct Count<Upstream: Publisher>: Publisher {
        /// The count.
        public typealias Output = Int
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Publishes how many values there were.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let stage = ReduceStage<Upstream.Output, Int, Failure>(result: 0) { count, _ in count += 1 }
            upstream.relay(through: stage, to: subscriber)
        }
    }
}

extension Publishers.Count: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Publishes how many values there were.
    public func count() -> Publishers.Count<Self> {
        Publishers.Count(upstream: self)
    }
}
