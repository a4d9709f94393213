extension Publishers {
    /// Publishes the values of the upstream and, when it fails, those of the publisher that a closure makes of the error;
    /// ends with what the closure throws.
    public struct TryCatch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
    where Upstream.Output == NewPublisher.Output {
        /// The kind of values of both.
        public typealias Output = Upstream.Output
        /// Whatever is thrown, or fails in the publisher that is made.
        public typealias Failure = any Error

        /// Where the values come from.
        public let upstream: Upstream
        /// Makes the publisher that goes on.
        public let handler: (Upstream.Failure) throws -> NewPublisher

        /// Goes on with what `handler` makes of the error.
        public init(upstream: Upstream, handler: @escaping (Upstream.Failure) throws -> NewPublisher) {
            self.upstream = upstream
            self.handler = handler
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            Baton.run(subscriber, first: upstream) { [handler] baton, completion in
                guard case .failure(let error) = completion else { return baton.complete(.finished) }
                do {
                    let publisher = try handler(error)
                    baton.follow({ $0.complete($1.mapFailure { $0 }) }) { publisher }
                } catch {
                    baton.complete(.failure(error))
                }
            }
        }
    }
}

extension Publisher {
    /// Goes on with the publisher that `handler` makes of the error; ends with what it throws.
    public func tryCatch<P: Publisher>(_ handler: @escaping (Failure) throws -> P) -> Publishers.TryCatch<Self, P>
    where P.Output == Output {
        Publishers.TryCatch(upstream: self, handler: handler)
    }
}
