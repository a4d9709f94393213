extension Publishers {
    /// Publishes the values before the first that does not satisfy a condition.
    public struct PrefixWhile<Upstream: Publisher>: Publisher {
        /// The kind of values of the upstream.
        public typealias Output = Upstream.Output
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// The condition.
        public let predicate: (Upstream.Output) -> Bool

        /// Publishes the values before the first that does not satisfy a condition.
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.relay(through: PrefixWhileStage<Output, Failure>(predicate: predicate), to: subscriber)
        }
    }
}

extension Publisher {
    /// Publishes the values before the first that does not satisfy `predicate`.
    public func prefix(while predicate: @escaping (Output) -> Bool) -> Publishers.PrefixWhile<Self> {
        Publishers.PrefixWhile(upstream: self, predicate: predicate)
    }
}
