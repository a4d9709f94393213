internal import Locks

/// The subscription to one value that is known now or later: it waits for the value and for the demand, then publishes
/// the value and the end. A failure waits for nothing.
final class OneShot<Downstream: Subscriber>: Subscription {
    private struct State {
        var downstream: Downstream?
        var value: Downstream.Input?
        var isAsked = false
    }

    private let state = Lock(State())
    private let onCancel: (() -> Void)?

    init(_ downstream: Downstream, onCancel: (() -> Void)? = nil) {
        self.onCancel = onCancel
        state.withLock { $0.downstream = downstream }
    }

    /// Subscribes `downstream` to a value that is known.
    static func publish(_ value: Downstream.Input, to downstream: Downstream) {
        let shot = OneShot(downstream)
        shot.state.withLock { $0.value = value }
        downstream.receive(subscription: shot)
    }

    /// Subscribes `downstream` to nothing but an end.
    static func publish(_ completion: Subscribers.Completion<Downstream.Failure>, to downstream: Downstream) {
        downstream.receive(subscription: Subscriptions.empty)
        downstream.receive(completion: completion)
    }

    func resolve(_ result: Result<Downstream.Input, Downstream.Failure>) {
        switch result {
        case .success(let value):
            state.withLock { if $0.downstream != nil { $0.value = value } }
            fire()
        case .failure(let error): close().downstream?.receive(completion: .failure(error))
        }
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        state.withLock { $0.isAsked = true }
        fire()
    }

    var isCancelled: Bool { state.withLock { $0.downstream == nil } }

    func cancel() {
        if close().downstream != nil { onCancel?() }
    }

    private func fire() {
        let (value, downstream) = state.withLock { state -> (Downstream.Input?, Downstream?) in
            guard state.isAsked, let value = state.value.take() else { return (nil, nil) }
            return (value, state.downstream)
        }
        guard let value, let downstream else { return }
        _ = downstream.receive(value)
        close().downstream?.receive(completion: .finished)
    }

    /// Ends this, and answers what it held, so that it is released outside the lock.
    private func close() -> State {
        state.withLock { state in
            var last = State()
            swap(&state, &last)
            return last
        }
    }
}
