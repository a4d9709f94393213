internal import Locks

/// What both subjects are made of: one order of events for all subscribers.
///
/// The order is that in which the lock was taken by the senders. An event goes to those who had subscribed before it
/// was sent. One thread delivers at a time, with no lock held; who sends meanwhile, from another thread or from within a
/// subscriber, leaves the event in the queue, and the delivering thread takes it when its turn comes. So no subscriber
/// sees two events in another order than its neighbour, and sending from within a subscriber does not deepen the stack.
final class Broadcast<Output, Failure: Error> {
    typealias Completion = Subscribers.Completion<Failure>

    private enum Event {
        case value(Output, [Seat<Output, Failure>])
        case completion(Completion, [Seat<Output, Failure>])
        /// The seat asks for the value that it has missed.
        case catchUp(Seat<Output, Failure>)
    }

    private struct State {
        var seats: [Seat<Output, Failure>] = []
        var vacant = 0
        var queue = Queue<Event>()
        var isDelivering = false
        var completion: Completion?
        var upstreams: [any Subscription] = []
        var isAsked = false
        /// The value sent last, and the value delivered last: nil where values are not kept.
        var sent: Output?
        var delivered: Output?
    }

    private let state = Lock(State())
    let keepsLatest: Bool

    /// Without a value to begin with, none is kept.
    init(_ value: Output? = nil) {
        keepsLatest = value != nil
        state.withLock {
            $0.sent = value
            $0.delivered = value
        }
    }

    deinit {
        for upstream in state.withLock({ $0.upstreams }) { upstream.cancel() }
    }

    var latest: Output? { state.withLock { $0.sent } }

    func send(_ value: Output) {
        // What a value replaces is released when these go, outside the lock.
        var sent = keepsLatest ? value : nil
        var delivered = sent
        let audience = state.withLock { state -> [Seat<Output, Failure>]? in
            guard state.completion == nil else { return nil }
            if keepsLatest { swap(&state.sent, &sent) }
            if state.isDelivering {
                state.queue.append(.value(value, state.seats))
                return nil
            }
            if keepsLatest { swap(&state.delivered, &delivered) }
            state.isDelivering = !state.seats.isEmpty
            return state.seats
        }
        guard let audience, !audience.isEmpty else { return }
        for seat in audience { seat.receive(value) }
        deliverQueue()
    }

    func send(completion: Completion) {
        let upstreams = state.withLock { state -> [any Subscription] in
            guard state.completion == nil else { return [] }
            state.completion = completion
            state.queue.append(.completion(completion, state.seats))
            state.seats = []
            state.vacant = 0
            defer { state.upstreams = [] }
            return state.upstreams
        }
        _ = upstreams
        deliver()
    }

    func send(subscription: any Subscription) {
        let (isOver, isAsked) = state.withLock { state in
            if state.completion == nil { state.upstreams.append(subscription) }
            return (state.completion != nil, state.isAsked)
        }
        if isOver { subscription.cancel() } else if isAsked || keepsLatest { subscription.request(.unlimited) }
    }

    func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
        let seat = TakenSeat(self, subscriber)
        let completion = state.withLock { state -> Completion? in
            if state.completion == nil { state.seats.append(seat) }
            return state.completion
        }
        guard let completion else { return subscriber.receive(subscription: seat) }
        subscriber.receive(subscription: Subscriptions.empty)
        subscriber.receive(completion: completion)
    }

    /// A seat has asked for values, for the first time if `isFirst`.
    func isAsked(by seat: Seat<Output, Failure>) {
        let upstreams = state.withLock { state -> [any Subscription] in
            if keepsLatest { state.queue.append(.catchUp(seat)) }
            guard !state.isAsked else { return [] }
            state.isAsked = true
            return keepsLatest ? [] : state.upstreams
        }
        for upstream in upstreams { upstream.request(.unlimited) }
        if keepsLatest { deliver() }
    }

    /// A seat was left. The list is rebuilt when half of it is vacant, so that leaving costs a constant on average.
    func leave() {
        let vacated = state.withLock { state -> [Seat<Output, Failure>] in
            state.vacant += 1
            guard state.vacant * 2 > state.seats.count else { return [] }
            let seats = state.seats
            state.seats = seats.filter(\.isTaken)
            state.vacant = 0
            return seats
        }
        _ = vacated
    }

    private func deliver() {
        let isMine = state.withLock { state in
            defer { state.isDelivering = true }
            return !state.isDelivering
        }
        if isMine { deliverQueue() }
    }

    private func deliverQueue() {
        while true {
            var displaced: Output?
            let (event, value) = state.withLock { state -> (Event?, Output?) in
                guard let event = state.queue.popFirst() else {
                    state.isDelivering = false
                    return (nil, nil)
                }
                if keepsLatest, case .value(let value, _) = event {
                    displaced = value
                    swap(&state.delivered, &displaced)
                }
                return (event, state.delivered)
            }
            switch event {
            case nil: return
            case .value(let value, let audience): for seat in audience { seat.receive(value) }
            case .completion(let completion, let audience):
                for seat in audience { seat.receive(completion: completion) }
            case .catchUp(let seat): if let value { seat.catchUp(value) }
            }
        }
    }
}
