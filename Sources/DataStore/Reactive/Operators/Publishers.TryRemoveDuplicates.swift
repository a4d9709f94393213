extension Publishers {
    /// Publishes the values that differ from the one published before; ends with what it throws.
    public struct TryRemoveDuplicates<Upstream: Publisher>: Publisher {
        /// The kind of values of the upstream.
        public typealias Output = Upstream.Output
        /// Whatever is thrown, or fails upstream.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// Whether two values are equal.
        public let predicate: (Upstream.Output, Upstream.Output) throws -> Bool

        /// Publishes the values that differ from the one published before; ends with what it throws.
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output, Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let stage = RemoveDuplicatesStage<Output, any Error>(isDuplicate: predicate)
            upstream.relay(throughTrying: stage, to: subscriber)
        }
    }
}

extension Publisher {
    /// Publishes the values that `predicate` does not call equal to the one published before; ends with what it throws.
    public func tryRemoveDuplicates(
        by predicate: @escaping (Output, Output) throws -> Bool
    ) -> Publishers.TryRemoveDuplicates<Self> {
        Publishers.TryRemoveDuplicates(upstream: self, predicate: predicate)
    }
}
