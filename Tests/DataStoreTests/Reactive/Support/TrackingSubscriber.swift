import DataStore
import Locks

/// An error with a name.
struct Oops: Error, Hashable {
    var name = "oops"
}

/// What a subscriber was told.
enum Event<Value> {
    case subscription
    case value(Value)
    case finished
    case failure(any Error)
}

extension Event: CustomStringConvertible {
    var description: String {
        switch self {
        case .subscription: "subscription"
        case .value(let value): "\(value)"
        case .finished: "finished"
        case .failure(let error): "failure(\((error as? Oops)?.name ?? "\(error)"))"
        }
    }
}

/// Writes down what it receives, and every breach of the contract: a value that was not asked for, two calls at a time,
/// anything before the subscription or behind the end.
final class TrackingSubscriber<Input, Failure: Error>: Subscriber, Cancellable {
    private struct State {
        var events: [Event<Input>] = []
        var breaches: [String] = []
        var demand = Subscribers.Demand.none
        var depth = 0
        var isOver = false
        var isCancelled = false
        var subscription: (any Subscription)?
    }

    private let state = Lock(State())
    private let initial: Subscribers.Demand
    /// Says what to ask for on top after a value; may call the subscriber itself.
    private let onValue: (TrackingSubscriber, Input) -> Subscribers.Demand

    init(
        _ initial: Subscribers.Demand = .unlimited,
        onValue: @escaping (TrackingSubscriber, Input) -> Subscribers.Demand = { _, _ in .none }
    ) {
        self.initial = initial
        self.onValue = onValue
    }

    /// What was received after the subscription, in words.
    var history: [String] { state.withLock { $0.events.dropFirst().map(\.description) } }
    var values: [Input] {
        state.withLock { state in
            state.events.compactMap { if case .value(let value) = $0 { value } else { nil } }
        }
    }
    var breaches: [String] { state.withLock { $0.breaches } }
    var isOver: Bool { state.withLock { $0.isOver } }
    /// What was asked for and has not come.
    var outstanding: Subscribers.Demand { state.withLock { $0.demand } }

    func request(_ demand: Subscribers.Demand) {
        let subscription = state.withLock { state in
            state.demand += demand
            return state.subscription
        }
        subscription?.request(demand)
    }

    func cancel() {
        let subscription = state.withLock { state in
            state.isCancelled = true
            return state.subscription.take()
        }
        subscription?.cancel()
    }

    func receive(subscription: any Subscription) {
        let isFirst = state.withLock { state in
            if !state.events.isEmpty { state.breaches.append("a second subscription") }
            state.events.append(.subscription)
            state.subscription = subscription
            return state.events.count == 1
        }
        if isFirst, initial > .none { request(initial) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        state.withLock { state in
            if state.events.isEmpty { state.breaches.append("\(input) before the subscription") }
            if state.isOver { state.breaches.append("\(input) after the end") }
            if state.depth > 0 { state.breaches.append("\(input) while another is received") }
            if state.demand > .none { state.demand -= 1 } else { state.breaches.append("\(input) unasked") }
            state.depth += 1
            state.events.append(.value(input))
        }
        let more = onValue(self, input)
        state.withLock {
            $0.depth -= 1
            $0.demand += more
        }
        return more
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        let subscription = state.withLock { state in
            if state.events.isEmpty { state.breaches.append("an end before the subscription") }
            if state.isOver { state.breaches.append("a second end") }
            if state.depth > 0 { state.breaches.append("the end while a value is received") }
            state.isOver = true
            switch completion {
            case .finished: state.events.append(.finished)
            case .failure(let error): state.events.append(.failure(error))
            }
            return state.subscription.take()
        }
        _ = subscription
    }
}

extension Publisher {
    /// Subscribes a tracking subscriber that asks for `demand`.
    func track(_ demand: Subscribers.Demand = .unlimited) -> TrackingSubscriber<Output, Failure> {
        let subscriber = TrackingSubscriber<Output, Failure>(demand)
        subscribe(subscriber)
        return subscriber
    }
}
