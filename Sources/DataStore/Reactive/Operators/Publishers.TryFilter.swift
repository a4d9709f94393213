extension Publishers {
    /// Publishes the values that satisfy a condition; ends with what it throws.
    public struct TryFilter<Upstream: Publisher>: Publisher {
        /// The kind of values of the upstream.
        public typealias Output = Upstream.Output
        /// Whatever is thrown, or fails upstream.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// The condition.
        public let isIncluded: (Upstream.Output) throws -> Bool

        /// Publishes the values that satisfy a condition; ends with what it throws.
        public init(upstream: Upstream, isIncluded: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.isIncluded = isIncluded
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let stage = CompactMapStage<Output, Output, any Error> { [isIncluded] in try isIncluded($0) ? $0 : nil }
            upstream.relay(throughTrying: stage, to: subscriber)
        }
    }
}

extension Publisher {
    /// Publishes the values that satisfy `isIncluded`; ends with what it throws.
    public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Self> {
        Publishers.TryFilter(upstream: self, isIncluded: isIncluded)
    }
}
