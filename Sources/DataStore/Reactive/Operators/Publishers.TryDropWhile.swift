extension Publishers {
    /// Publishes the values from the first that does not satisfy a condition; ends with what it throws.
    public struct TryDropWhile<Upstream: Publisher>: Publisher {
        /// The kind of values of the upstream.
        public typealias Output = Upstream.Output
        /// Whatever is thrown, or fails upstream.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// The condition.
        public let predicate: (Upstream.Output) throws -> Bool

        /// Publishes the values from the first that does not satisfy a condition; ends with what it throws.
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.relay(throughTrying: DropWhileStage<Output, any Error>(predicate: predicate), to: subscriber)
        }
    }
}

extension Publisher {
    /// Publishes the values from the first that does not satisfy `predicate`; ends with what it throws.
    public func tryDrop(while predicate: @escaping (Output) throws -> Bool) -> Publishers.TryDropWhile<Self> {
        Publishers.TryDropWhile(upstream: self, predicate: predicate)
    }
}
