internal import Locks

extension Subscribers {
    /// A subscriber that asks for all and assigns each value to a property of an object, which it holds until the end.
    public final class Assign<Root, Input>: Subscriber, Cancellable, CustomStringConvertible {
        /// It cannot be told of an error.
        public typealias Failure = Never

        private struct State {
            var object: Root?
            var subscription: (any Subscription)?
        }

        private let state = Lock(State())

        /// The property assigned to.
        public let keyPath: ReferenceWritableKeyPath<Root, Input>

        /// The object assigned to; nil after the end.
        public var object: Root? { state.withLock { $0.object } }

        /// Assigns to `keyPath` of `object`.
        public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>) {
            self.keyPath = keyPath
            state.withLock { $0.object = object }
        }

        /// Asks for all; refuses a second subscription.
        public func receive(subscription: any Subscription) {
            let isFirst = state.withLock { state in
                guard state.object != nil, state.subscription == nil else { return false }
                state.subscription = subscription
                return true
            }
            if isFirst { subscription.request(.unlimited) } else { subscription.cancel() }
        }

        /// Assigns.
        public func receive(_ value: Input) -> Demand {
            object?[keyPath: keyPath] = value
            return .none
        }

        /// Releases the object.
        public func receive(completion: Completion<Never>) {
            _ = close()
        }

        /// Ends the subscription and releases the object.
        public func cancel() {
            close().subscription?.cancel()
        }

        /// The name of the type and the object.
        public var description: String { "Assign \(object.map { "\($0)" } ?? "nothing")" }

        private func close() -> State {
            state.withLock { state in
                var last = State()
                swap(&state, &last)
                return last
            }
        }
    }
}

extension Publisher where Failure == Never {
    /// Assigns each value to a property of `object`, until the answer is released. The object is held until then.
    ///
    /// In code of the main actor it is assigned on it; in code of another actor, the program stops when it would not be
    /// on that.
    public func assign<Root>(
        to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root,
        isolation: isolated (any Actor)? = #isolation
    ) -> AnyCancellable {
        let assign = Subscribers.Assign(object: object, keyPath: keyPath)
        subscribe(assign, of: isolation)
        return AnyCancellable(assign)
    }
}
