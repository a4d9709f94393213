extension Publishers {
    /// Publishes whether all values satisfy a condition; ends with what it throws.
    public struct TryAllSatisfy<Upstream: Publisher>: Publisher {
        /// Whether all are so.
        public typealias Output = Bool
        /// Whatever is thrown, or fails upstream.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// The condition.
        public let predicate: (Upstream.Output) throws -> Bool

        /// Publishes whether all values satisfy a condition; ends with what it throws.
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let stage = SearchStage<Upstream.Output, Bool, any Error>(fallback: true) { [predicate] in
                try predicate($0) ? nil : false
            }
            upstream.relay(throughTrying: stage, to: subscriber)
        }
    }
}

extension Publisher {
    /// Publishes whether all values satisfy `predicate`, as soon as that is known; ends with what it throws.
    public func tryAllSatisfy(_ predicate: @escaping (Output) throws -> Bool) -> Publishers.TryAllSatisfy<Self> {
        Publishers.TryAllSatisfy(upstream: self, predicate: predicate)
    }
}
