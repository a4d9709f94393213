extension Publishers {
    /// Publishes whether all values satisfy a condition.
    public struct AllSatisfy<Upstream: Publisher>: Publisher {
        /// Whether all are so.
        public typealias Output = Bool
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// The condition.
        public let predicate: (Upstream.Output) -> Bool

        /// Publishes whether all values satisfy a condition.
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let stage = SearchStage<Upstream.Output, Bool, Failure>(fallback: true) { [predicate] in
                predicate($0) ? nil : false
            }
            upstream.relay(through: stage, to: subscriber)
        }
    }
}

extension Publisher {
    /// Publishes whether all values satisfy `predicate`, as soon as that is known.
    public func allSatisfy(_ predicate: @escaping (Output) -> Bool) -> Publishers.AllSatisfy<Self> {
        Publishers.AllSatisfy(upstream: self, predicate: predicate)
    }
}
