internal import Locks

extension Publishers {
    /// Publishes the values of the upstream to all subscribers through one subject, once connected.
    public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher
    where Upstream.Failure == SubjectType.Failure, Upstream.Output == SubjectType.Output {
        /// The kind of values of the upstream.
        public typealias Output = Upstream.Output
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Makes the subject of a connection.
        public let createSubject: () -> SubjectType
        private let subject = Lock<SubjectType?>(nil)

        /// Publishes by the subject that `createSubject` makes.
        public init(upstream: Upstream, createSubject: @escaping () -> SubjectType) {
            self.upstream = upstream
            self.createSubject = createSubject
        }

        /// Attaches a subscriber to the subject.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            currentSubject().subscribe(subscriber)
        }

        /// Subscribes the subject to the upstream. When the answer is cancelled, the next subscriber gets a new subject.
        public func connect() -> any Cancellable {
            let subject = currentSubject()
            let subscriber = SubjectSubscriber(subject)
            upstream.subscribe(subscriber)
            return Connection { [weak self] in
                subscriber.cancel()
                let old = self?.subject.withLock { $0 === subject ? $0.take() : nil }
                _ = old
            }
        }

        /// Unlike an `AnyCancellable` it may be dropped: the connection then lasts as long as the upstream.
        private struct Connection: Cancellable {
            let disconnect: () -> Void

            func cancel() { disconnect() }
        }

        private func currentSubject() -> SubjectType {
            if let subject = subject.withLock({ $0 }) { return subject }
            let new = createSubject()
            return subject.withLock { subject in
                if let subject { return subject }
                subject = new
                return new
            }
        }
    }
}

extension Publisher {
    /// Publishes to all subscribers through one subject, made by `createSubject`, once connected.
    public func multicast<S: Subject>(_ createSubject: @escaping () -> S) -> Publishers.Multicast<Self, S>
    where S.Failure == Failure, S.Output == Output {
        Publishers.Multicast(upstream: self, createSubject: createSubject)
    }

    /// Publishes to all subscribers through `subject`, once connected.
    public func multicast<S: Subject>(subject: S) -> Publishers.Multicast<Self, S>
    where S.Failure == Failure, S.Output == Output {
        multicast { subject }
    }
}
