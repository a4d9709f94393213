extension Publishers {
    /// Publishes nothing before it is connected.
    public struct MakeConnectable<Upstream: Publisher>: ConnectablePublisher where Upstream.Failure == Never {
        /// The kind of values of the upstream.
        public typealias Output = Upstream.Output
        /// It does not fail.
        public typealias Failure = Never

        private let multicast: Multicast<Upstream, PassthroughSubject<Output, Never>>

        /// Publishes the values of `upstream`, once connected.
        public init(upstream: Upstream) {
            multicast = upstream.multicast { PassthroughSubject() }
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            multicast.subscribe(subscriber)
        }

        /// Starts publishing; the answer stops it.
        public func connect() -> any Cancellable {
            multicast.connect()
        }
    }
}

extension Publisher where Failure == Never {
    /// Publishes nothing before it is connected.
    public func makeConnectable() -> Publishers.MakeConnectable<Self> {
        Publishers.MakeConnectable(upstream: self)
    }
}
