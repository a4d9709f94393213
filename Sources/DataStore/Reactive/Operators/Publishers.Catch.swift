extension Publishers {
    /// Publishes the values of the upstream and, when it fails, those of the publisher that a closure makes of the error.
    public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
    where Upstream.Output == NewPublisher.Output {
        /// The kind of values of both.
        public typealias Output = Upstream.Output
        /// The kind of errors of the publisher that is made.
        public typealias Failure = NewPublisher.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Makes the publisher that goes on.
        public let handler: (Upstream.Failure) -> NewPublisher

        /// Goes on with what `handler` makes of the error.
        public init(upstream: Upstream, handler: @escaping (Upstream.Failure) -> NewPublisher) {
            self.upstream = upstream
            self.handler = handler
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            Baton.run(subscriber, first: upstream) { [handler] baton, completion in
                switch completion {
                case .finished: baton.complete(.finished)
                case .failure(let error): baton.follow({ $0.complete($1) }) { handler(error) }
                }
            }
        }
    }
}

extension Publisher {
    /// Goes on with the publisher that `handler` makes of the error.
    public func `catch`<P: Publisher>(_ handler: @escaping (Failure) -> P) -> Publishers.Catch<Self, P>
    where P.Output == Output {
        Publishers.Catch(upstream: self, handler: handler)
    }
}
