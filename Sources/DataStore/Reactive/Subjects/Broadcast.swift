internal import Locks

/// What both subjects are made of: one order of events for all subscribers.
///
/// The order is that in which the lock was taken by the senders. An event goes to those who had subscribed before it
/// was sent. One thread delivers at a time, with no lock held; who sends meanwhile, from another thread or from within a
/// subscriber, leaves the event in the queue, and the delivering thread takes it when its turn comes. So no subscriber
/// sees two events in another order than its neighbour, and sending from within a subscriber does not deepen the stack.
///
/// As with `TakenSeat`, the lock holds what has no type parameters, and guards the properties named beside it.
final class Broadcast<Output, Failure: Error> {
    typealias Completion = Subscribers.Completion<Failure>

    private enum Event {
        case value(Output, [Seat])
        case completion(Completion, [Seat])
        /// The seat asks for the value that it has missed.
        case catchUp(Seat)
    }

    private let house = Lock(House())
    // Read and written under `house`.
    private var queue = Queue<Event>()
    private var completion: Completion?
    /// The value sent last, and the value delivered last: nil where values are not kept.
    private var sent: Output?
    private var delivered: Output?
    let keepsLatest: Bool

    /// Without a value to begin with, none is kept.
    init(_ value: Output? = nil) {
        keepsLatest = value != nil
        sent = value
        delivered = value
    }

    deinit {
        for upstream in house.withLock({ $0.upstreams }) { upstream.cancel() }
    }

    var latest: Output? {
        var latest: Output?
        house.withLock { _ in latest = sent }
        return latest
    }

    func send(_ value: Output) {
        if keepsLatest { return sendLatest(value) }
        let audience = house.withLock { house -> [Seat] in
            guard !house.isOver, !house.seats.isEmpty else { return [] }
            if house.isDelivering {
                enqueue(.value(value, house.seats), &house)
                return []
            }
            house.isDelivering = true
            return house.seats
        }
        guard !audience.isEmpty else { return }
        for seat in audience { taken(seat).receive(value) }
        deliverQueue()
    }

    // Not inlined: what it needs of the types is not looked up where values are not kept.
    @inline(never)
    private func sendLatest(_ value: Output) {
        // What the value replaces is released when this goes, outside the lock.
        var replaced: Output? = value
        house.withLock { house in
            guard !house.isOver else { return }
            swap(&sent, &replaced)
            enqueue(.value(value, house.seats), &house)
        }
        deliver()
    }

    func send(completion: Completion) {
        let upstreams = house.withLock { house -> [any Subscription] in
            guard !house.isOver else { return [] }
            house.isOver = true
            self.completion = completion
            enqueue(.completion(completion, house.seats), &house)
            house.seats = []
            house.vacant = 0
            defer { house.upstreams = [] }
            return house.upstreams
        }
        _ = upstreams
        deliver()
    }

    func send(subscription: any Subscription) {
        let (isOver, isAsked) = house.withLock { house in
            if !house.isOver { house.upstreams.append(subscription) }
            return (house.isOver, house.isAsked)
        }
        if isOver { subscription.cancel() } else if isAsked || keepsLatest { subscription.request(.unlimited) }
    }

    func subscribe<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
        let seat = TakenSeat(self, subscriber)
        var end: Completion?
        house.withLock { house in
            if !house.isOver { house.seats.append(seat) }
            end = completion
        }
        guard let end else { return subscriber.receive(subscription: seat) }
        OneShot.publish(end, to: subscriber)
    }

    /// A seat asks for values.
    func isAsked(by seat: Seat) {
        let upstreams = house.withLock { house -> [any Subscription] in
            if keepsLatest { enqueue(.catchUp(seat), &house) }
            guard !house.isAsked else { return [] }
            house.isAsked = true
            return keepsLatest ? [] : house.upstreams
        }
        for upstream in upstreams { upstream.request(.unlimited) }
        if keepsLatest { deliver() }
    }

    /// A seat was left. The list is rebuilt when half of it is vacant, so that leaving costs a constant on average.
    func leave() {
        let vacated = house.withLock { house -> [Seat] in
            house.vacant += 1
            guard house.vacant * 2 > house.seats.count else { return [] }
            let seats = house.seats
            house.seats = seats.filter { $0.occupancy.withLock { $0.isTaken } }
            house.vacant = 0
            return seats
        }
        _ = vacated
    }

    /// Under the lock.
    private func enqueue(_ event: Event, _ house: inout House) {
        queue.append(event)
        house.queued += 1
    }

    private func deliver() {
        let isMine = house.withLock { house in
            guard house.queued > 0, !house.isDelivering else { return false }
            house.isDelivering = true
            return true
        }
        if isMine { deliverQueue() }
    }

    private func deliverQueue() {
        while takeTurn() { deliverNext() }
    }

    // Not inlined: without a queue nothing is looked up for it.
    @inline(never)
    private func deliverNext() {
        var next: Event?
        var replaced: Output?
        var latest: Output?
        house.withLock { _ in
            next = queue.popFirst()
            if keepsLatest, case .value(let value, _) = next {
                replaced = value
                swap(&delivered, &replaced)
            }
            latest = delivered
        }
        switch next {
        case nil: break
        case .value(let value, let audience): for seat in audience { taken(seat).receive(value) }
        case .completion(let end, let audience): for seat in audience { taken(seat).receive(completion: end) }
        case .catchUp(let seat): if let latest { taken(seat).catchUp(latest) }
        }
    }

    /// Whether there is an event to deliver; if not, the next sender delivers.
    private func takeTurn() -> Bool {
        house.withLock { house in
            house.isDelivering = house.queued > 0
            if house.isDelivering { house.queued -= 1 }
            return house.isDelivering
        }
    }

    /// A broadcast makes its seats itself, in `subscribe`, so their type is known.
    private func taken(_ seat: Seat) -> TakenSeat<Output, Failure> {
        unsafeDowncast(seat, to: TakenSeat<Output, Failure>.self)
    }
}

/// What a broadcast knows without its types: the state of its lock. Not nested in it, for then it would have its type
/// parameters.
private struct House {
    /// All are `TakenSeat`s of the types of the broadcast.
    var seats: [Seat] = []
    var vacant = 0
    var queued = 0
    var isDelivering = false
    var isOver = false
    var isAsked = false
    var upstreams: [any Subscription] = []
}
