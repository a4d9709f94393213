/// The subscriber of one upstream of an `Outflow`.
final class Inlet<Input, Memory, Downstream: Subscriber>: Subscriber {
    typealias Failure = Downstream.Failure

    private let outflow: Outflow<Memory, Downstream>
    private let key: Int
    private let onCompletion: ((_ completion: Subscribers.Completion<Failure>, _ isLast: Bool) -> Void)?
    private let onValue: (Input) -> Subscribers.Demand

    /// Without `onCompletion`, a failure ends the outflow, and so does the last of its upstreams to finish.
    init(
        _ outflow: Outflow<Memory, Downstream>, _ key: Int,
        onCompletion: ((_ completion: Subscribers.Completion<Failure>, _ isLast: Bool) -> Void)? = nil,
        onValue: @escaping (Input) -> Subscribers.Demand
    ) {
        self.outflow = outflow
        self.key = key
        self.onCompletion = onCompletion
        self.onValue = onValue
    }

    func receive(subscription: any Subscription) {
        outflow.receive(subscription, for: key)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        onValue(input)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        guard let isLast = outflow.finished(key) else { return }
        if let onCompletion { onCompletion(completion, isLast) } else { outflow.end(completion, isLast: isLast) }
    }
}
