internal import Locks

/// Sends what it receives to a subject, which it holds until the completion or the cancel.
final class SubjectSubscriber<S: Subject>: Subscriber, Cancellable, Subscription {
    typealias Input = S.Output
    typealias Failure = S.Failure

    private struct State {
        var subject: S?
        var upstream: (any Subscription)?
    }

    private let state = Lock(State())

    init(_ subject: S) {
        state.withLock { $0.subject = subject }
    }

    func receive(subscription: any Subscription) {
        let subject = state.withLock { state -> S? in
            guard state.upstream == nil else { return nil }
            if state.subject != nil { state.upstream = subscription }
            return state.subject
        }
        // The subject asks by way of this object, so that it cannot keep the upstream after a cancel.
        if let subject { subject.send(subscription: self) } else { subscription.cancel() }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        state.withLock { $0.subject }?.send(input)
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        close().subject?.send(completion: completion)
    }

    func request(_ demand: Subscribers.Demand) {
        state.withLock { $0.upstream }?.request(demand)
    }

    func cancel() {
        close().upstream?.cancel()
    }

    private func close() -> State {
        state.withLock { state in
            var last = State()
            swap(&state, &last)
            return last
        }
    }
}
