extension Publishers {
    /// Publishes the values in arrays of one length; the last may be shorter.
    public struct CollectByCount<Upstream: Publisher>: Publisher {
        /// Values that followed each other.
        public typealias Output = [Upstream.Output]
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// The length, at least 1.
        public let count: Int

        /// Publishes the values in arrays of one length; the last may be shorter.
        public init(upstream: Upstream, count: Int) {
            self.upstream = upstream
            self.count = count
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.relay(through: BatchStage<Upstream.Output, Failure>(count: count), to: subscriber)
        }
    }
}

extension Publishers.CollectByCount: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Publishes the values in arrays of `count`; the last may be shorter.
    public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
        precondition(count > 0, "A length is at least 1")
        return Publishers.CollectByCount(upstream: self, count: count)
    }
}
