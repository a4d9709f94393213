extension Publishers {
    /// Publishes no value, only the end.
    public struct IgnoreOutput<Upstream: Publisher>: Publisher {
        /// There are no values.
        public typealias Output = Never
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Publishes no value, only the end.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.relay(
                through: SearchStage<Upstream.Output, Never, Failure>(fallback: nil) { _ in nil }, to: subscriber)
        }
    }
}

extension Publishers.IgnoreOutput: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Publishes no value, only the end.
    public func ignoreOutput() -> Publishers.IgnoreOutput<Self> {
        Publishers.IgnoreOutput(upstream: self)
    }
}
