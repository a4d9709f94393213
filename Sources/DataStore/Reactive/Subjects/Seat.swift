internal import Locks

/// A subscriber's place at a `Broadcast`, without the types: so a list of seats is no generic type.
class Seat {
    /// What is known of the subscriber without its types.
    struct Occupancy {
        var isTaken = true
        var demand = Subscribers.Demand.none
        var hasLatest = false
    }

    let occupancy = Lock(Occupancy())
}

/// The subscription of a subscriber to a subject: its demand, and whether it has missed the latest value.
///
/// The lock holds a type without parameters, and guards the three closures and references beside it. In a state of its
/// own type they would cost most of the time of a delivery, which is spent on looking up types where the code is not
/// specialised; for the same reason the subscriber is kept as closures.
final class TakenSeat<Output, Failure: Error>: Seat, Subscription {
    // Read and written under `occupancy`.
    private var broadcast: Broadcast<Output, Failure>?
    private var onValue: ((Output) -> Subscribers.Demand)?
    private var onCompletion: ((Subscribers.Completion<Failure>) -> Void)?

    init<S: Subscriber>(_ broadcast: Broadcast<Output, Failure>, _ subscriber: S)
    where S.Input == Output, S.Failure == Failure {
        self.broadcast = broadcast
        onValue = { subscriber.receive($0) }
        onCompletion = { subscriber.receive(completion: $0) }
    }

    func receive(_ value: Output) {
        var receiver: ((Output) -> Subscribers.Demand)?
        occupancy.withLock {
            $0.hasLatest = $0.demand.takeOne()
            if $0.hasLatest { receiver = onValue }
        }
        guard let more = receiver?(value), more > .none else { return }
        occupancy.withLock { $0.demand += more }
    }

    /// Receives the latest value, if it was missed.
    func catchUp(_ value: Output) {
        if occupancy.withLock({ !$0.hasLatest }) { receive(value) }
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        leave().onCompletion?(completion)
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        var asked: Broadcast<Output, Failure>?
        occupancy.withLock {
            $0.demand += demand
            if !$0.hasLatest { asked = broadcast }
        }
        asked?.isAsked(by: self)
    }

    func cancel() {
        leave().broadcast?.leave()
    }

    /// What was held, to be released outside the lock.
    private struct Belongings {
        var broadcast: Broadcast<Output, Failure>?
        var onValue: ((Output) -> Subscribers.Demand)?
        var onCompletion: ((Subscribers.Completion<Failure>) -> Void)?
    }

    private func leave() -> Belongings {
        var belongings = Belongings()
        occupancy.withLock {
            $0 = Occupancy(isTaken: false)
            swap(&belongings.broadcast, &broadcast)
            swap(&belongings.onValue, &onValue)
            swap(&belongings.onCompletion, &onCompletion)
        }
        return belongings
    }
}
