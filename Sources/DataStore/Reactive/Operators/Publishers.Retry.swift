extension Publishers {
    /// Publishes the values of the upstream, and subscribes to it again when it fails.
    public struct Retry<Upstream: Publisher>: Publisher {
        /// The kind of values of the upstream.
        public typealias Output = Upstream.Output
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// How often it is subscribed to again; without limit when nil.
        public let retries: Int?

        /// Subscribes again up to `retries` times.
        public init(upstream: Upstream, retries: Int?) {
            self.upstream = upstream
            self.retries = retries
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let attempt = Attempt<S>(upstream: upstream, left: retries)
            Baton.run(subscriber, first: upstream) { attempt.ended($0, $1) }
        }

        /// What to do when the upstream ends with so many retries left.
        private struct Attempt<Downstream: Subscriber>
        where Downstream.Input == Output, Downstream.Failure == Failure {
            let upstream: Upstream
            let left: Int?

            func ended(_ baton: Baton<Downstream>, _ completion: Subscribers.Completion<Failure>) {
                guard case .failure = completion, left != 0 else { return baton.complete(completion) }
                let next = Attempt(upstream: upstream, left: left.map { $0 - 1 })
                baton.follow({ next.ended($0, $1) }) { upstream }
            }
        }
    }
}

extension Publishers.Retry: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Subscribes again when this fails, up to `retries` times.
    public func retry(_ retries: Int) -> Publishers.Retry<Self> {
        precondition(retries >= 0, "A count is not negative")
        return Publishers.Retry(upstream: self, retries: retries)
    }
}
