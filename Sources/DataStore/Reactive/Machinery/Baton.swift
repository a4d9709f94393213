internal import Locks

/// The subscription to upstreams that follow one another: what one of them was asked for and did not publish is asked
/// of the next.
///
/// An upstream that ends while it is being subscribed to is followed in a loop, so that the stack stays as it is.
final class Baton<Downstream: Subscriber>: Subscription {
    private struct State {
        var downstream: Downstream?
        var upstream: (any Subscription)?
        var demand = Subscribers.Demand.none
        var leg = 0
        var isStarting = false
        var next: (() -> Void)?
    }

    private let state = Lock(State())

    init(_ downstream: Downstream) {
        state.withLock { $0.downstream = downstream }
    }

    /// Gives `downstream` the subscription and starts with the first upstream.
    static func run<P: Publisher>(
        _ downstream: Downstream, first: P,
        onCompletion: @escaping (Baton<Downstream>, Subscribers.Completion<P.Failure>) -> Void
    ) where P.Output == Downstream.Input {
        let baton = Baton(downstream)
        downstream.receive(subscription: baton)
        baton.follow(onCompletion) { first }
    }

    /// Subscribes to what `make` makes. Its completion is for `onCompletion` to judge.
    func follow<P: Publisher>(
        _ onCompletion: @escaping (Baton<Downstream>, Subscribers.Completion<P.Failure>) -> Void,
        _ make: @escaping () -> P
    ) where P.Output == Downstream.Input {
        start { [self] in
            let leg = state.withLock { state in
                state.leg += 1
                return state.leg
            }
            make().subscribe(Leg(baton: self, number: leg, onCompletion: onCompletion))
        }
    }

    /// Publishes the end.
    func complete(_ completion: Subscribers.Completion<Downstream.Failure>) {
        close().downstream?.receive(completion: completion)
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        let upstream = state.withLock { state in
            state.demand += demand
            return state.upstream
        }
        upstream?.request(demand)
    }

    func cancel() {
        close().upstream?.cancel()
    }

    private func start(_ subscribe: @escaping () -> Void) {
        var next: (() -> Void)? = subscribe
        let isMine = state.withLock { state in
            if state.isStarting { state.next = subscribe }
            defer { state.isStarting = true }
            return !state.isStarting
        }
        guard isMine else { return }
        while let subscribe = next {
            subscribe()
            next = state.withLock { state in
                let next = state.downstream == nil ? nil : state.next.take()
                if next == nil { state.isStarting = false }
                return next
            }
        }
    }

    /// Ends this, and answers what it held, so that it is released outside the lock.
    private func close() -> State {
        state.withLock { state in
            var last = State()
            last.isStarting = state.isStarting
            last.leg = state.leg
            swap(&state, &last)
            return last
        }
    }
}

extension Baton {
    fileprivate func receive(_ subscription: any Subscription, for leg: Int) {
        let (isWanted, demand) = state.withLock { state in
            let isWanted = state.downstream != nil && state.leg == leg && state.upstream == nil
            if isWanted { state.upstream = subscription }
            return (isWanted, state.demand)
        }
        guard isWanted else { return subscription.cancel() }
        if demand > .none { subscription.request(demand) }
    }

    fileprivate func receive(_ value: Downstream.Input, for leg: Int) -> Subscribers.Demand {
        let downstream = state.withLock { state -> Downstream? in
            guard state.leg == leg, let downstream = state.downstream else { return nil }
            _ = state.demand.takeOne()
            return downstream
        }
        guard let more = downstream?.receive(value), more > .none else { return .none }
        state.withLock { $0.demand += more }
        return more
    }

    /// The upstream has ended; answers whether that matters.
    fileprivate func finished(_ leg: Int) -> Bool {
        let (isCurrent, upstream) = state.withLock { state -> (Bool, (any Subscription)?) in
            guard state.leg == leg, state.downstream != nil else { return (false, nil) }
            return (true, state.upstream.take())
        }
        _ = upstream
        return isCurrent
    }
}

/// The subscriber of one of the upstreams.
private final class Leg<Failure: Error, Downstream: Subscriber>: Subscriber {
    let baton: Baton<Downstream>
    let number: Int
    let onCompletion: (Baton<Downstream>, Subscribers.Completion<Failure>) -> Void

    init(
        baton: Baton<Downstream>, number: Int,
        onCompletion: @escaping (Baton<Downstream>, Subscribers.Completion<Failure>) -> Void
    ) {
        self.baton = baton
        self.number = number
        self.onCompletion = onCompletion
    }

    func receive(subscription: any Subscription) {
        baton.receive(subscription, for: number)
    }

    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        baton.receive(input, for: number)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        if baton.finished(number) { onCompletion(baton, completion) }
    }
}
