internal import Locks

extension Publishers {
    /// Calls closures at what happens between a publisher and its subscribers.
    public struct HandleEvents<Upstream: Publisher>: Publisher {
        /// The kind of values of the upstream.
        public typealias Output = Upstream.Output
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Called with the subscription.
        public var receiveSubscription: ((any Subscription) -> Void)?
        /// Called with each value.
        public var receiveOutput: ((Output) -> Void)?
        /// Called with the completion.
        public var receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
        /// Called when the subscriber cancels.
        public var receiveCancel: (() -> Void)?
        /// Called with each demand.
        public var receiveRequest: ((Subscribers.Demand) -> Void)?

        /// Calls the closures that are given.
        public init(
            upstream: Upstream, receiveSubscription: ((any Subscription) -> Void)? = nil,
            receiveOutput: ((Output) -> Void)? = nil,
            receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
            receiveCancel: (() -> Void)? = nil, receiveRequest: ((Subscribers.Demand) -> Void)?
        ) {
            self.upstream = upstream
            self.receiveSubscription = receiveSubscription
            self.receiveOutput = receiveOutput
            self.receiveCompletion = receiveCompletion
            self.receiveCancel = receiveCancel
            self.receiveRequest = receiveRequest
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Inner(subscriber, self))
        }

        private final class Inner<Downstream: Subscriber>: Subscriber, Subscription
        where Downstream.Input == Output, Downstream.Failure == Failure {
            typealias Input = Output

            private struct State {
                var downstream: Downstream?
                var upstream: (any Subscription)?
                var events: HandleEvents?
            }

            private let state = Lock(State())

            init(_ downstream: Downstream, _ events: HandleEvents) {
                state.withLock {
                    $0.downstream = downstream
                    $0.events = events
                }
            }

            private var events: HandleEvents? { state.withLock { $0.events } }

            func receive(subscription: any Subscription) {
                events?.receiveSubscription?(subscription)
                let downstream = state.withLock { state -> Downstream? in
                    guard state.upstream == nil else { return nil }
                    if state.downstream != nil { state.upstream = subscription }
                    return state.downstream
                }
                if let downstream { downstream.receive(subscription: self) } else { subscription.cancel() }
            }

            func receive(_ input: Output) -> Subscribers.Demand {
                events?.receiveOutput?(input)
                guard let more = state.withLock({ $0.downstream })?.receive(input), more > .none else { return .none }
                events?.receiveRequest?(more)
                return more
            }

            func receive(completion: Subscribers.Completion<Failure>) {
                events?.receiveCompletion?(completion)
                close().downstream?.receive(completion: completion)
            }

            func request(_ demand: Subscribers.Demand) {
                guard demand > .none else { return }
                events?.receiveRequest?(demand)
                state.withLock { $0.upstream }?.request(demand)
            }

            func cancel() {
                let last = close()
                last.events?.receiveCancel?()
                last.upstream?.cancel()
            }

            private func close() -> State {
                state.withLock { state in
                    var last = State()
                    swap(&state, &last)
                    return last
                }
            }
        }
    }
}

extension Publisher {
    /// Calls the closures that are given at what happens between this and its subscribers.
    public func handleEvents(
        receiveSubscription: ((any Subscription) -> Void)? = nil, receiveOutput: ((Output) -> Void)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil, receiveCancel: (() -> Void)? = nil,
        receiveRequest: ((Subscribers.Demand) -> Void)? = nil
    ) -> Publishers.HandleEvents<Self> {
        Publishers.HandleEvents(
            upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
            receiveCompletion: receiveCompletion, receiveCancel: receiveCancel, receiveRequest: receiveRequest)
    }
}
