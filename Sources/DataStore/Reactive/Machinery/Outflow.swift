internal import Locks

/// The subscription of an operator whose values do not leave where and when they come in: because there are several
/// upstreams, or a scheduler, or a buffer.
///
/// It owns the memory of the operator, the subscriptions of its upstreams and the `Outlet`, all behind one lock. Whatever
/// happens, happens to them in `update`; then what is due is published, by one thread at a time, with no lock held.
/// The completion and the cancel release all of it.
final class Outflow<Memory, Downstream: Subscriber>: Subscription {
    typealias Completion = Subscribers.Completion<Downstream.Failure>
    typealias Output = Outlet<Parcel, Downstream.Failure>

    /// A value, and the upstream that is to be asked for another when it has been published.
    struct Parcel {
        let value: Downstream.Input
        let source: Source
    }

    enum Source {
        case one(Int)
        case all
        case none
    }

    /// What to ask an upstream for.
    enum Policy {
        /// As many as it may keep waiting, and one more for each of its values that is published.
        case ahead(Int)
        /// What the downstream asks for.
        case forward
        /// All.
        case everything
    }

    private struct State {
        var memory: Memory?
        var downstream: Downstream?
        var outlet = Output()
        var upstreams: [Int: any Subscription] = [:]
        var nextKey = 0
        var open = 0

        mutating func next() -> Step {
            guard let downstream else { return .pause }
            let isUnlimited = outlet.demand == .unlimited
            switch outlet.next() {
            case nil: return .pause
            case .value(let parcel): return .value(parcel, downstream, isUnlimited: isUnlimited)
            case .completion(let completion): return .end(completion, close())
            }
        }

        mutating func close() -> State {
            var last = State()
            swap(&self, &last)
            return last
        }
    }

    /// What the publishing thread does next.
    private enum Step {
        case value(Parcel, Downstream, isUnlimited: Bool)
        case end(Completion, State)
        case pause
    }

    private let state = Lock(State())
    private let policy: Policy
    /// Where values are published: in place, unless this says otherwise.
    private let schedule: ((@escaping () -> Void) -> Void)?
    /// How many values are published in one go of the scheduler, so that others have their turn.
    private let batch = 64

    /// `open` is the number of upstreams that must finish before this does.
    init(
        _ memory: Memory, _ policy: Policy, open: Int = 1, downstream: Downstream,
        schedule: ((@escaping () -> Void) -> Void)? = nil
    ) {
        self.policy = policy
        self.schedule = schedule
        state.withLock {
            $0.memory = memory
            $0.downstream = downstream
            $0.open = open
        }
    }

    // MARK: What the operator does

    /// Changes memory and outlet, unless this is over, and then publishes what is due. What `body` takes out of them
    /// must be released behind it, not in it: it runs under the lock.
    func update(inPlace: Bool = false, _ body: (inout Memory, inout Output) -> Void) {
        let isMine = state.withLock { state in
            guard var memory = state.memory.take() else { return false }
            body(&memory, &state.outlet)
            state.memory = memory
            return state.outlet.begin()
        }
        if isMine { start(inPlace: inPlace) }
    }

    /// Sends a completion behind the values and cancels all upstreams.
    func end(_ completion: Completion, inPlace: Bool = false) {
        for upstream in detachAll() { upstream.cancel() }
        update(inPlace: inPlace) { _, outlet in outlet.send(completion: completion) }
    }

    /// A failure ends this at once, and so does the last upstream to finish.
    func end(_ completion: Completion, isLast: Bool) {
        if case .failure = completion { end(completion) } else if isLast { end(completion) }
    }

    /// A key for an upstream to come.
    func makeKey() -> Int {
        state.withLock { state in
            defer { state.nextKey += 1 }
            return state.nextKey
        }
    }

    /// Subscribes the inlet that is made for a key to `publisher`.
    func attach<P: Publisher>(_ publisher: P, to inlet: (Int) -> Inlet<P.Output, Memory, Downstream>)
    where P.Failure == Downstream.Failure {
        publisher.subscribe(inlet(makeKey()))
    }

    /// One upstream more must finish before this does.
    func addOpen() {
        state.withLock { $0.open += 1 }
    }

    func cancel(_ key: Int) {
        state.withLock { $0.upstreams.removeValue(forKey: key) }?.cancel()
    }

    // MARK: What an inlet hears

    func receive(_ subscription: any Subscription, for key: Int) {
        let (isWanted, demand) = state.withLock { state -> (Bool, Subscribers.Demand) in
            guard state.memory != nil, !state.outlet.isFinishing, state.upstreams[key] == nil else {
                return (false, .none)
            }
            state.upstreams[key] = subscription
            switch policy {
            case .ahead(let count): return (true, state.outlet.demand == .unlimited ? .unlimited : .max(count))
            case .forward: return (true, state.outlet.demand)
            case .everything: return (true, .unlimited)
            }
        }
        guard isWanted else { return subscription.cancel() }
        if demand > .none { subscription.request(demand) }
    }

    /// An upstream has ended; answers whether it was the last, or nil when this does not listen to it any more.
    func finished(_ key: Int) -> Bool? {
        let (upstream, isLast) = state.withLock { state -> ((any Subscription)?, Bool) in
            guard let upstream = state.upstreams.removeValue(forKey: key) else { return (nil, false) }
            state.open -= 1
            return (upstream, state.open == 0)
        }
        return upstream.map { _ in isLast }
    }

    // MARK: What the downstream says

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        accept(demand, from: .none)
        update { _, _ in }
    }

    func cancel() {
        for upstream in close().upstreams.values { upstream.cancel() }
    }

    // MARK: Publishing

    private func start(inPlace: Bool) {
        if let schedule, !inPlace {
            schedule { self.publish(atMost: self.batch) }
        } else {
            publish(atMost: .max)
        }
    }

    private func publish(atMost limit: Int) {
        var published = 0
        while true {
            if published == limit { return start(inPlace: false) }
            switch state.withLock({ $0.next() }) {
            case .pause: return
            case .end(let completion, let last):
                for upstream in last.upstreams.values { upstream.cancel() }
                last.downstream?.receive(completion: completion)
                return
            case .value(let parcel, let downstream, let isUnlimited):
                let more = downstream.receive(parcel.value)
                if !isUnlimited { accept(more, from: parcel.source) }
                published += 1
            }
        }
    }

    /// Takes note of a demand and passes on what the upstreams are to hear of it.
    private func accept(_ more: Subscribers.Demand, from source: Source) {
        switch policy {
        case .everything:
            if more > .none { state.withLock { $0.outlet.request(more) } }
        case .forward:
            guard more > .none else { return }
            let upstreams = state.withLock { state in
                state.outlet.request(more)
                return state.upstreams
            }
            for upstream in upstreams.values { upstream.request(more) }
        case .ahead:
            let (one, upstreams, demand) = state.withLock {
                state -> ((any Subscription)?, [any Subscription], Subscribers.Demand) in
                let was = state.outlet.demand
                state.outlet.request(more)
                if was == .unlimited { return (nil, [], .none) }
                if state.outlet.demand == .unlimited { return (nil, Array(state.upstreams.values), .unlimited) }
                switch source {
                case .one(let key): return (state.upstreams[key], [], .max(1))
                case .all: return (nil, Array(state.upstreams.values), .max(1))
                case .none: return (nil, [], .none)
                }
            }
            one?.request(demand)
            for upstream in upstreams { upstream.request(demand) }
        }
    }

    private func detachAll() -> [any Subscription] {
        state.withLock { state in
            defer { state.upstreams = [:] }
            return Array(state.upstreams.values)
        }
    }

    /// Ends this, and answers what it held, so that it is released outside the lock.
    private func close() -> State {
        state.withLock { $0.close() }
    }
}
