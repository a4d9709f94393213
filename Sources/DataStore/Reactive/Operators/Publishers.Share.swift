extension Publishers {
    /// Publishes the values of one subscription to the upstream to all subscribers.
    public final class Share<Upstream: Publisher>: Publisher, Equatable {
        /// The kind of values of the upstream.
        public typealias Output = Upstream.Output
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        private let shared: Autoconnect<Multicast<Upstream, PassthroughSubject<Output, Failure>>>

        /// Shares one subscription to `upstream`.
        public init(upstream: Upstream) {
            self.upstream = upstream
            shared = upstream.multicast { PassthroughSubject() }.autoconnect()
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            shared.subscribe(subscriber)
        }

        /// Whether both are the same object.
        public static func == (left: Share, right: Share) -> Bool {
            left === right
        }
    }
}

extension Publisher {
    /// Publishes the values of one subscription to this to all subscribers, as long as there is one.
    public func share() -> Publishers.Share<Self> {
        Publishers.Share(upstream: self)
    }
}
