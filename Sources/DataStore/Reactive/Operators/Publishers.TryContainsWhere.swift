extension Publishers {
    /// Publishes whether a value satisfies a condition; ends with what it throws.
    public struct TryContainsWhere<Upstream: Publisher>: Publisher {
        /// Whether there is such a value.
        public typealias Output = Bool
        /// Whatever is thrown, or fails upstream.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// The condition.
        public let predicate: (Upstream.Output) throws -> Bool

        /// Publishes whether a value satisfies a condition; ends with what it throws.
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let stage = SearchStage<Upstream.Output, Bool, any Error>(fallback: false) { [predicate] in
                try predicate($0) ? true : nil
            }
            upstream.relay(throughTrying: stage, to: subscriber)
        }
    }
}

extension Publisher {
    /// Publishes whether a value satisfies `predicate`, as soon as that is known; ends with what it throws.
    public func tryContains(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryContainsWhere<Self> {
        Publishers.TryContainsWhere(upstream: self, predicate: predicate)
    }
}
