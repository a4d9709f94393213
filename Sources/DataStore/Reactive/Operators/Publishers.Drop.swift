extension Publishers {
    /// Publishes the values but the first ones.
    public struct Drop<Upstream: Publisher>: Publisher {
        /// The kind of values of the upstream.
        public typealias Output = Upstream.Output
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// How many are left out.
        public let count: Int

        /// Publishes the values but the first ones.
        public init(upstream: Upstream, count: Int) {
            self.upstream = upstream
            self.count = count
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.relay(through: RangeStage<Output, Failure>(range: count..<Int.max), to: subscriber)
        }
    }
}

extension Publishers.Drop: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Publishes the values but the first `count`.
    public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
        precondition(count >= 0, "A count is not negative")
        return Publishers.Drop(upstream: self, count: count)
    }
}
