internal import Locks

extension Publishers {
    /// Subscribes to the upstream, asks and cancels it on a scheduler.
    public struct SubscribeOn<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The kind of values of the upstream.
        public typealias Output = Upstream.Output
        /// The kind of errors of the upstream.
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream
        /// Where the upstream is called.
        public let scheduler: Context
        /// How it is.
        public let options: Context.SchedulerOptions?

        /// Calls `upstream` on `scheduler`.
        public init(upstream: Upstream, scheduler: Context, options: Context.SchedulerOptions?) {
            self.upstream = upstream
            self.scheduler = scheduler
            self.options = options
        }

        /// Attaches a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let inner = Inner(subscriber, scheduler, options)
            scheduler.schedule(options: options) { [upstream] in upstream.subscribe(inner) }
        }

        private final class Inner<Downstream: Subscriber>: Subscriber, Subscription
        where Downstream.Input == Output, Downstream.Failure == Failure {
            typealias Input = Output

            private struct State {
                var downstream: Downstream?
                var upstream: (any Subscription)?
            }

            private let state = Lock(State())
            private let scheduler: Context
            private let options: Context.SchedulerOptions?

            init(_ downstream: Downstream, _ scheduler: Context, _ options: Context.SchedulerOptions?) {
                self.scheduler = scheduler
                self.options = options
                state.withLock { $0.downstream = downstream }
            }

            func receive(subscription: any Subscription) {
                let downstream = state.withLock { state -> Downstream? in
                    guard state.upstream == nil else { return nil }
                    if state.downstream != nil { state.upstream = subscription }
                    return state.downstream
                }
                if let downstream { downstream.receive(subscription: self) } else { subscription.cancel() }
            }

            func receive(_ input: Output) -> Subscribers.Demand {
                state.withLock { $0.downstream }?.receive(input) ?? .none
            }

            func receive(completion: Subscribers.Completion<Failure>) {
                close().downstream?.receive(completion: completion)
            }

            func request(_ demand: Subscribers.Demand) {
                guard demand > .none, let upstream = state.withLock({ $0.upstream }) else { return }
                scheduler.schedule(options: options) { upstream.request(demand) }
            }

            func cancel() {
                guard let upstream = close().upstream else { return }
                scheduler.schedule(options: options) { upstream.cancel() }
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
    /// Subscribes to this, asks and cancels it on `scheduler`. Values come as they come.
    public func subscribe<S: Scheduler>(
        on scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.SubscribeOn<Self, S> {
        Publishers.SubscribeOn(upstream: self, scheduler: scheduler, options: options)
    }
}
