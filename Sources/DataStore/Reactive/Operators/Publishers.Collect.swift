extension Publishers {
    /// Publishes all values as one array.
    public struct Collect<Upstream: Publisher>: Publisher {
        /// The values.
        public typealias Output = [Upstream.Output]
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Publishes all values as one array.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let stage = ReduceStage<Upstream.Output, Output, Failure>(result: []) { $0.append($1) }
            upstream.relay(through: stage, to: subscriber)
        }
    }
}

extension Publishers.Collect: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Publishes all values as one array. It grows with them: bound the upstream.
    public func collect() -> Publishers.Collect<Self> {
        Publishers.Collect(upstream: self)
    }
}
