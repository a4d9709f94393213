extension Publishers {
    /// Publishes the first value.
    public struct First<Upstream: Publisher>: Publisher {
        /// The kind of values of the upstream.
        public typealias Output = Upstream.Output
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Publishes the first value.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.relay(through: SearchStage<Output, Output, Failure>(fallback: nil) { .some($0) }, to: subscriber)
        }
    }
}

extension Publishers.First: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Publishes the first value.
    public func first() -> Publishers.First<Self> {
        Publishers.First(upstream: self)
    }
}
