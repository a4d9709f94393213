extension Publishers {
    /// Publishes the values that differ from the one published before.
    public struct RemoveDuplicates<Upstream: Publisher>: Publisher {
        /// The kind of values of the upstream.
        public typealias Output = Upstream.Output
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Whether two values are equal.
        public let predicate: (Upstream.Output, Upstream.Output) -> Bool

        /// Publishes the values that differ from the one published before.
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output, Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.relay(through: RemoveDuplicatesStage<Output, Failure>(isDuplicate: predicate), to: subscriber)
        }
    }
}

extension Publisher where Output: Equatable {
    /// Publishes the values that differ from the one published before.
    public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
        removeDuplicates(by: ==)
    }
}

extension Publisher {
    /// Publishes the values that `predicate` does not call equal to the one published before.
    public func removeDuplicates(
        by predicate: @escaping (Output, Output) -> Bool
    ) -> Publishers.RemoveDuplicates<Self> {
        Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
    }
}
