internal import Locks

extension Subscribers {
    /// A subscriber that asks for all and calls closures. They are released at the completion and at `cancel()`.
    public final class Sink<Input, Failure: Error>: Subscriber, Cancellable, CustomStringConvertible {
        private struct State {
            var isOpen = true
            var subscription: (any Subscription)?
            var onValue: ((Input) -> Void)?
            var onCompletion: ((Completion<Failure>) -> Void)?
        }

        private let state = Lock(State())

        /// Calls `receiveValue` with each value and `receiveCompletion` at the end.
        public init(
            receiveCompletion: @escaping (Completion<Failure>) -> Void, receiveValue: @escaping (Input) -> Void
        ) {
            state.withLock {
                $0.onValue = receiveValue
                $0.onCompletion = receiveCompletion
            }
        }

        /// Asks for all; refuses a second subscription.
        public func receive(subscription: any Subscription) {
            let isFirst = state.withLock { state in
                guard state.isOpen, state.subscription == nil else { return false }
                state.subscription = subscription
                return true
            }
            if isFirst { subscription.request(.unlimited) } else { subscription.cancel() }
        }

        /// Calls the closure of values.
        public func receive(_ value: Input) -> Demand {
            state.withLock { $0.onValue }?(value)
            return .none
        }

        /// Calls the closure of the completion.
        public func receive(completion: Completion<Failure>) {
            close().onCompletion?(completion)
        }

        /// Ends the subscription: the closures are not called again.
        public func cancel() {
            close().subscription?.cancel()
        }

        /// The name of the type.
        public var description: String { "Sink" }

        /// Ends this, and answers what it held, so that it is released outside the lock.
        private func close() -> State {
            state.withLock { state in
                var last = State()
                last.isOpen = false
                swap(&state, &last)
                return last
            }
        }
    }
}

extension Publisher {
    /// Calls `receiveValue` with each value and `receiveCompletion` at the end, until the answer is released.
    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        let sink = Subscribers.Sink(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
        subscribe(sink)
        return AnyCancellable(sink)
    }
}

extension Publisher where Failure == Never {
    /// Calls `receiveValue` with each value, until the answer is released.
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
}
