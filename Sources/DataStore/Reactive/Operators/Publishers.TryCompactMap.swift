extension Publishers {
    /// Publishes what a closure makes of each value, unless it is `nil`; ends with what it throws.
    public struct TryCompactMap<Upstream: Publisher, Output>: Publisher {
        /// Whatever is thrown, or fails upstream.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// Makes the values that are published.
        public let transform: (Upstream.Output) throws -> Output?

        /// Publishes what a closure makes of each value, unless it is `nil`; ends with what it throws.
        public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output?) {
            self.upstream = upstream
            self.transform = transform
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let stage = CompactMapStage<Upstream.Output, Output, any Error>(transform: transform)
            upstream.relay(throughTrying: stage, to: subscriber)
        }
    }
}

extension Publisher {
    /// Publishes what `transform` makes of each value, unless it is `nil`; ends with what it throws.
    public func tryCompactMap<T>(_ transform: @escaping (Output) throws -> T?) -> Publishers.TryCompactMap<Self, T> {
        Publishers.TryCompactMap(upstream: self, transform: transform)
    }
}
