extension Publishers {
    /// Publishes the last value that satisfies a condition; ends with what it throws.
    public struct TryLastWhere<Upstream: Publisher>: Publisher {
        /// The kind of values of the upstream.
        public typealias Output = Upstream.Output
        /// Whatever is thrown, or fails upstream.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// The condition.
        public let predicate: (Upstream.Output) throws -> Bool

        /// Publishes the last value that satisfies a condition; ends with what it throws.
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.relay(throughTrying: LastStage<Output, any Error>(predicate: predicate), to: subscriber)
        }
    }
}

extension Publisher {
    /// Publishes the last value that satisfies `predicate`; ends with what it throws.
    public func tryLast(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryLastWhere<Self> {
        Publishers.TryLastWhere(upstream: self, predicate: predicate)
    }
}
