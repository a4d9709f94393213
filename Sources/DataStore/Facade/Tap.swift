import Dispatch
import Locks

/// Gives one subscriber values as it asks for them, on a queue of its own.
///
/// It is there before its subscriber, so that nothing is missed between the call that made it and the first request, and
/// it ends when it is cancelled, when its source ends it, or when nobody holds it any more.
class Tap<Output: Sendable>: Subscription, @unchecked Sendable {
    // Sendable: the one mutable field is a lock around all of its state.
    fileprivate struct Outlet {
        let receive: (Output) -> Subscribers.Demand
        let complete: (Subscribers.Completion<DataStoreError>) -> Void
    }

    fileprivate struct State {
        var outlet: Outlet?
        var demand = Subscribers.Demand.none
        /// What follows the last value.
        var end: Subscribers.Completion<DataStoreError>?
        var isOpen = true
        var isPumping = false
        /// What the source wants to be called once nothing is wanted of it any more.
        var release: (@Sendable () -> Void)?
    }

    /// Where the subscriber is called; one call after the other.
    fileprivate let queue = DispatchQueue(label: "rivulet.observer", target: .global())
    fileprivate let state = Lock(State())

    deinit { close() }

    /// Gives everything to `subscriber`. Once.
    func attach<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == DataStoreError {
        let outlet = Outlet(
            receive: { subscriber.receive($0) }, complete: { subscriber.receive(completion: $0) })
        let isFree = state.withLock { state in
            guard state.outlet == nil, state.isOpen else { return false }
            state.outlet = outlet
            return true
        }
        guard isFree else {
            subscriber.receive(subscription: Subscriptions.empty)
            return subscriber.receive(completion: .finished)
        }
        subscriber.receive(subscription: self)
        pump()
    }

    func request(_ demand: Subscribers.Demand) {
        state.withLock { $0.demand += demand }
        pump()
    }

    func cancel() { close() }

    /// Ends it after what it has. `release` is called at once.
    func finish(_ completion: Subscribers.Completion<DataStoreError>) {
        let release = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.isOpen, state.end == nil else { return nil }
            state.end = completion
            return state.release.take()
        }
        release?()
        pump()
    }

    /// Sets what is called when nothing more is wanted, at once if that is so already.
    func onRelease(_ release: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            guard state.isOpen, state.end == nil else { return true }
            state.release = release
            return false
        }
        if isOver { release() }
    }

    /// Calls the subscriber, if it waits and there is something.
    fileprivate final func pump() {
        let mustSchedule = state.withLock { state in
            guard state.isOpen, !state.isPumping, state.outlet != nil else { return false }
            state.isPumping = true
            return true
        }
        if mustSchedule { queue.async { self.deliver() } }
    }

    private func deliver() {
        while true {
            let (outlet, isWanted, end) = state.withLock { state in
                (state.isOpen ? state.outlet : nil, state.demand > .none, state.end)
            }
            guard let outlet else { return }
            switch isWanted ? next() : .nothing {
            case .value(let output):
                let isWanted = state.withLock { state in
                    guard state.isOpen else { return false }
                    state.demand -= 1
                    return true
                }
                guard isWanted else { return }
                let more = outlet.receive(output)
                if more > .none { state.withLock { $0.demand += more } }
            case .failure(let error):
                close()
                return outlet.complete(.failure(error))
            case .nothing:
                if let end, isEmpty {
                    close()
                    return outlet.complete(end)
                }
                if rest() { return }
            }
        }
    }

    /// Stops calling the subscriber, unless something has come meanwhile.
    private func rest() -> Bool {
        let isWanted = state.withLock { state in
            state.isPumping = false
            return state.demand > .none
        }
        let isEmpty = isEmpty
        if isWanted, isEmpty { wantsMore() }
        let hasWork = state.withLock { state in
            guard state.isOpen, !state.isPumping, state.demand > .none && !isEmpty || state.end != nil && isEmpty
            else { return false }
            state.isPumping = true
            return true
        }
        return !hasWork
    }

    private func close() {
        let last = state.withLock { state in
            var last = State()
            last.isOpen = false
            swap(&state, &last)
            return last
        }
        last.release?()
    }

    // MARK: For those who keep values

    fileprivate enum Next {
        case value(Output)
        case failure(DataStoreError)
        case nothing
    }

    /// The next value. On the queue.
    fileprivate func next() -> Next { .nothing }

    fileprivate var isEmpty: Bool { true }

    /// The subscriber waits for what is not there yet.
    fileprivate func wantsMore() {}
}

/// A tap over a bounded store of items, each of which becomes a value when it is its turn.
final class BufferedTap<Item: Sendable, Output: Sendable>: Tap<Output>, @unchecked Sendable {
    // Sendable: as its superclass; `items` and `onEmpty` are locks.
    private let items = Lock<ArraySlice<Item>>([])
    private let onEmpty = Lock<(@Sendable () -> Void)?>(nil)
    private let transform: (Item) throws(DataStoreError) -> Output

    /// `transform` is called on the tap's queue, for one item after the other.
    init(_ transform: @escaping (Item) throws(DataStoreError) -> Output) { self.transform = transform }

    /// How many items wait.
    var count: Int { items.withLock { $0.count } }

    /// Adds items behind those that wait.
    func append(_ more: some Sequence<Item>) {
        items.withLock { $0.append(contentsOf: more) }
        pump()
    }

    /// Adds an item behind those that wait; of too many only the newest stays.
    func append(_ item: Item, atMost limit: Int) {
        items.withLock { items in
            if items.count >= limit { items.removeAll() }
            items.append(item)
        }
        pump()
    }

    /// Adds an item behind those that wait; of too many the oldest goes.
    func append(_ item: Item, droppingOldestOver limit: Int) {
        items.withLock { items in
            if items.count >= limit { items.removeFirst() }
            items.append(item)
        }
        pump()
    }

    /// Sets what is called each time the subscriber waits and nothing is there.
    func onEmpty(_ call: @escaping @Sendable () -> Void) { onEmpty.withLock { $0 = call } }

    fileprivate override func next() -> Next {
        let next = items.withLock { items in
            defer { if items.isEmpty { items = [] } }  // A slice keeps what was taken from it.
            return items.popFirst()
        }
        guard let item = next else { return .nothing }
        do {
            return .value(try transform(item))
        } catch {
            return .failure(error)
        }
    }

    fileprivate override var isEmpty: Bool { items.withLock { $0.isEmpty } }

    fileprivate override func wantsMore() { onEmpty.withLock { $0 }?() }
}

/// A publisher each of whose subscribers gets a tap of its own.
struct TapPublisher<Output: Sendable>: Publisher {
    typealias Failure = DataStoreError

    let open: @Sendable () -> Tap<Output>

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == DataStoreError {
        open().attach(subscriber)
    }
}

extension Tap {
    /// A tap that ends at once with `error`.
    static func failed(_ error: DataStoreError) -> Tap {
        let tap = Tap()
        tap.finish(.failure(error))
        return tap
    }
}
