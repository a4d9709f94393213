internal import Locks

extension Publishers {
    /// Connects a publisher at its first subscriber, and disconnects it when the last has gone.
    public final class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
        /// The kind of values of the upstream.
        public typealias Output = Upstream.Output
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// What is connected.
        public let upstream: Upstream
        private let state = Lock(State())

        private struct State {
            var subscribers = 0
            var connection: (any Cancellable)?
        }

        /// Connects `upstream` when it has subscribers.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let isFirst = state.withLock { state in
                state.subscribers += 1
                return state.subscribers == 1
            }
            upstream.handleEvents(
                receiveCompletion: { _ in self.leave() },
                receiveCancel: { self.leave() }
            ).subscribe(subscriber)
            if isFirst { connect() }
        }

        private func connect() {
            let connection = upstream.connect()
            let isWanted = state.withLock { state in
                if state.subscribers > 0 { state.connection = connection }
                return state.subscribers > 0
            }
            if !isWanted { connection.cancel() }
        }

        private func leave() {
            let connection = state.withLock { state in
                state.subscribers -= 1
                return state.subscribers == 0 ? state.connection.take() : nil
            }
            connection?.cancel()
        }
    }
}

extension ConnectablePublisher {
    /// Connects at the first subscriber, and disconnects when the last has gone.
    public func autoconnect() -> Publishers.Autoconnect<Self> {
        Publishers.Autoconnect(upstream: self)
    }
}
