internal import Locks

/// A subscriber's place at a `Broadcast`, whatever the subscriber's type.
class Seat<Output, Failure: Error> {
    var isTaken: Bool { false }
    func receive(_ value: Output) {}
    func receive(completion: Subscribers.Completion<Failure>) {}
    func catchUp(_ value: Output) {}
}

/// The subscription of a subscriber to a subject: its demand, and whether it has missed the latest value.
final class TakenSeat<Downstream: Subscriber>: Seat<Downstream.Input, Downstream.Failure>, Subscription {
    private struct State {
        var broadcast: Broadcast<Downstream.Input, Downstream.Failure>?
        var downstream: Downstream?
        var demand = Subscribers.Demand.none
        var hasLatest = false
    }

    private let state = Lock(State())

    init(_ broadcast: Broadcast<Downstream.Input, Downstream.Failure>, _ downstream: Downstream) {
        super.init()
        state.withLock {
            $0.broadcast = broadcast
            $0.downstream = downstream
        }
    }

    override var isTaken: Bool { state.withLock { $0.downstream != nil } }

    override func receive(_ value: Downstream.Input) {
        let downstream = state.withLock { state -> Downstream? in
            state.hasLatest = state.demand.takeOne()
            return state.hasLatest ? state.downstream : nil
        }
        guard let more = downstream?.receive(value), more > .none else { return }
        state.withLock { $0.demand += more }
    }

    override func catchUp(_ value: Downstream.Input) {
        if state.withLock({ !$0.hasLatest }) { receive(value) }
    }

    override func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        close().downstream?.receive(completion: completion)
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        let broadcast = state.withLock { state -> Broadcast<Downstream.Input, Downstream.Failure>? in
            state.demand += demand
            return state.hasLatest ? nil : state.broadcast
        }
        broadcast?.isAsked(by: self)
    }

    func cancel() {
        close().broadcast?.leave()
    }

    /// Leaves the seat, and answers what it held, so that it is released outside the lock.
    private func close() -> State {
        state.withLock { state in
            var last = State()
            swap(&state, &last)
            return last
        }
    }
}
