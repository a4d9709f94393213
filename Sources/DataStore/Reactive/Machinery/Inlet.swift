/// The subscriber of one upstream of an `Outflow`.
final class Inlet<Input, Memory, Downstream: Subscriber>: Subscriber {
    typealias Failure = Downstream.Failure

    private let outflow: Outflow<Memory, Downstream>
    private let key: Int
    private let onValue: (Input) -> Subscribers.Demand
    private let onFinish: () -> Void

    /// `onFinish` is called when this upstream has finished; without it the last one to do so ends the outflow.
    init(
        _ outflow: Outflow<Memory, Downstream>, _ key: Int, onFinish: (() -> Void)? = nil,
        onValue: @escaping (Input) -> Subscribers.Demand
    ) {
        self.outflow = outflow
        self.key = key
        self.onValue = onValue
        self.onFinish =
            onFinish ?? { [outflow, key] in if outflow.finished(key) { outflow.end(.finished) } }
    }

    func receive(subscription: any Subscription) {
        outflow.receive(subscription, for: key)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        onValue(input)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        switch completion {
        case .finished: onFinish()
        case .failure: outflow.end(completion)
        }
    }
}
