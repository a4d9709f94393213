internal import Locks

extension Subscribers {
    /// A subscriber that asks for all and calls closures. They are released at the completion and at `cancel()`.
    public final class Sink<Input, Failure: Error>: Subscriber, Cancellable, CustomStringConvertible {
        /// Whether the end has come. It guards the three properties beside it: a state with type parameters would have
        /// to be looked up at each value, and a closure passed through it would be wrapped.
        private let isOver = Lock(false)
        private var subscription: (any Subscription)?
        private var onValue: ((Input) -> Void)?
        private var onCompletion: ((Completion<Failure>) -> Void)?

        /// Calls `receiveValue` with each value and `receiveCompletion` at the end.
        public init(
            receiveCompletion: @escaping (Completion<Failure>) -> Void, receiveValue: @escaping (Input) -> Void
        ) {
            onValue = receiveValue
            onCompletion = receiveCompletion
        }

        /// Asks for all; refuses a second subscription.
        public func receive(subscription: any Subscription) {
            let isFirst = isOver.withLock { isOver in
                guard !isOver, self.subscription == nil else { return false }
                self.subscription = subscription
                return true
            }
            if isFirst { subscription.request(.unlimited) } else { subscription.cancel() }
        }

        /// Calls the closure of values.
        public func receive(_ value: Input) -> Demand {
            var receiver: ((Input) -> Void)?
            isOver.withLock { _ in receiver = onValue }
            receiver?(value)
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

        /// What was held, to be released outside the lock.
        private struct Belongings {
            var subscription: (any Subscription)?
            var onValue: ((Input) -> Void)?
            var onCompletion: ((Completion<Failure>) -> Void)?
        }

        private func close() -> Belongings {
            var last = Belongings()
            isOver.withLock { isOver in
                isOver = true
                swap(&subscription, &last.subscription)
                swap(&onValue, &last.onValue)
                swap(&onCompletion, &last.onCompletion)
            }
            return last
        }
    }
}

extension Publisher {
    /// Calls `receiveValue` with each value and `receiveCompletion` at the end, until the answer is released.
    ///
    /// Closures that are written in code of the main actor are called on it, in order: at once when a value is published
    /// there. Those that are written in code of another actor stop the program when they would be called off it.
    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void, isolation: isolated (any Actor)? = #isolation
    ) -> AnyCancellable {
        let sink = Subscribers.Sink(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
        subscribe(sink, of: isolation)
        return AnyCancellable(sink)
    }
}

extension Publisher where Failure == Never {
    /// Calls `receiveValue` with each value, until the answer is released: where, as
    /// ``Publisher/sink(receiveCompletion:receiveValue:isolation:)`` does.
    public func sink(
        receiveValue: @escaping (Output) -> Void, isolation: isolated (any Actor)? = #isolation
    ) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue, isolation: isolation)
    }
}
