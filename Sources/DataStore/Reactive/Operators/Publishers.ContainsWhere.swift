extension Publishers {
    /// Publishes whether a value satisfies a condition.
    public struct ContainsWhere<Upstream: Publisher>: Publisher {
        /// Whether there is such a value.
        public typealias Output = Bool
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// The condition.
        public let predicate: (Upstream.Output) -> Bool

        /// Publishes whether a value satisfies a condition.
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let stage = SearchStage<Upstream.Output, Bool, Failure>(fallback: false) { [predicate] in
                predicate($0) ? true : nil
            }
            upstream.relay(through: stage, to: subscriber)
        }
    }
}

extension Publisher {
    /// Publishes whether a value satisfies `predicate`, as soon as that is known.
    public func contains(where predicate: @escaping (Output) -> Bool) -> Publishers.ContainsWhere<Self> {
        Publishers.ContainsWhere(upstream: self, predicate: predicate)
    }
}
