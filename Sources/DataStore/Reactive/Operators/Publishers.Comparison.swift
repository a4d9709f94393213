extension Publishers {
    /// Publishes the value that comes last in an order; the first of equals.
    public struct Comparison<Upstream: Publisher>: Publisher {
        /// The kind of values of the upstream.
        public typealias Output = Upstream.Output
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// The order: whether the first comes before the second.
        public let areInIncreasingOrder: (Upstream.Output, Upstream.Output) -> Bool

        /// Publishes the value that comes last in an order; the first of equals.
        public init(upstream: Upstream, areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.areInIncreasingOrder = areInIncreasingOrder
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.relay(through: BestStage<Output, Failure>(isBeaten: areInIncreasingOrder), to: subscriber)
        }
    }
}

extension Publisher where Output: Comparable {
    /// Publishes the smallest value; the first of equals.
    public func min() -> Publishers.Comparison<Self> { min(by: <) }

    /// Publishes the largest value; the first of equals.
    public func max() -> Publishers.Comparison<Self> { max(by: <) }
}

extension Publisher {
    /// Publishes the smallest value by the given order; the first of equals.
    public func min(
        by areInIncreasingOrder: @escaping (Output, Output) -> Bool
    ) -> Publishers.Comparison<Self> {
        Publishers.Comparison(upstream: self) { areInIncreasingOrder($1, $0) }
    }

    /// Publishes the largest value by the given order; the first of equals.
    public func max(
        by areInIncreasingOrder: @escaping (Output, Output) -> Bool
    ) -> Publishers.Comparison<Self> {
        Publishers.Comparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
    }
}
