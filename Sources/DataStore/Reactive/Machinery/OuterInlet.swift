internal import Locks

/// The subscriber of a publisher of publishers. What it asks for has nothing to do with the demand of the downstream:
/// to the `Outflow` it is an upstream that ignores requests.
final class OuterInlet<Input, Memory, Downstream: Subscriber>: Subscriber, Subscription {
    typealias Failure = Downstream.Failure

    private struct State {
        var upstream: (any Subscription)?
        var onValue: ((OuterInlet, Input) -> Void)?
    }

    private let outflow: Outflow<Memory, Downstream>
    private let key: Int
    private let demand: Subscribers.Demand
    private let onFinish: ((_ isLast: Bool) -> Void)?
    private let state = Lock(State())

    /// Without `onFinish`, the outflow ends when this was the last of its upstreams.
    init(
        _ outflow: Outflow<Memory, Downstream>, demand: Subscribers.Demand,
        onFinish: ((_ isLast: Bool) -> Void)? = nil, onValue: @escaping (OuterInlet, Input) -> Void
    ) {
        self.outflow = outflow
        self.demand = demand
        self.onFinish = onFinish
        key = outflow.makeKey()
        state.withLock { $0.onValue = onValue }
    }

    func receive(subscription: any Subscription) {
        state.withLock { $0.upstream = subscription }
        outflow.receive(self, for: key)
        ask(demand)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        state.withLock { $0.onValue }?(self, input)
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        guard let isLast = outflow.finished(key) else { return }
        _ = close()
        if case .finished = completion, let onFinish {
            onFinish(isLast)
        } else {
            outflow.end(completion, isLast: isLast)
        }
    }

    func ask(_ demand: Subscribers.Demand) {
        state.withLock { $0.upstream }?.request(demand)
    }

    func request(_ demand: Subscribers.Demand) {}

    func cancel() {
        close()?.cancel()
    }

    private func close() -> (any Subscription)? {
        let (upstream, onValue) = state.withLock { ($0.upstream.take(), $0.onValue.take()) }
        _ = onValue
        return upstream
    }
}
