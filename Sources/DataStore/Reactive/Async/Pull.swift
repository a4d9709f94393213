internal import Locks

/// A subscription that is asked for a value each time somebody waits for one. It is cancelled when it is released.
final class Pull<Output, Failure: Error> {
    private let subscriber = PullSubscriber<Output, Failure>()

    init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
        publisher.subscribe(subscriber)
    }

    deinit {
        subscriber.cancel()
    }

    /// The next value or the completion; `finished` after it, and when the task is cancelled.
    func next() async -> Outlet<Output, Failure>.Item {
        await withTaskCancellationHandler { [subscriber] in
            await withCheckedContinuation { subscriber.wait($0) }.item
        } onCancel: { [subscriber] in
            subscriber.cancel()
        }
    }
}

/// An item on its way from the publisher's thread to the task that waits for it.
private struct Delivery<Output, Failure: Error>: @unchecked Sendable {
    // Sendable: made for one continuation; the thread that resumes it does not touch the item again.
    let item: Outlet<Output, Failure>.Item
}

private final class PullSubscriber<Output, Failure: Error>: Subscriber, Cancellable, @unchecked Sendable {
    // Sendable: the one field is a lock around all its state.
    typealias Input = Output
    typealias Waiter = CheckedContinuation<Delivery<Output, Failure>, Never>

    private struct State {
        var isOpen = true
        var subscription: (any Subscription)?
        var waiters = Queue<Waiter>()
        /// A failure that nobody waited for.
        var failure: Failure?
    }

    private let state = Lock(State())

    func wait(_ waiter: Waiter) {
        var item: Outlet<Output, Failure>.Item?
        let subscription = state.withLock { state -> (any Subscription)? in
            if state.isOpen {
                state.waiters.append(waiter)
            } else {
                item = .completion(state.failure.take().map { .failure($0) } ?? .finished)
            }
            return state.subscription
        }
        if let item { waiter.resume(returning: Delivery(item: item)) } else { subscription?.request(.max(1)) }
    }

    func receive(subscription: any Subscription) {
        let (isWanted, count) = state.withLock { state in
            guard state.isOpen, state.subscription == nil else { return (false, 0) }
            state.subscription = subscription
            return (true, state.waiters.count)
        }
        guard isWanted else { return subscription.cancel() }
        if count > 0 { subscription.request(.max(count)) }
    }

    func receive(_ input: Output) -> Subscribers.Demand {
        state.withLock { $0.waiters.popFirst() }?.resume(returning: Delivery(item: .value(input)))
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        // Who comes when it is closed finds the failure there: both happen at once.
        var last = close(completion)
        if let waiter = last.waiters.popFirst() {
            waiter.resume(returning: Delivery(item: .completion(completion)))
        }
        Self.release(&last.waiters)
    }

    func cancel() {
        var last = close()
        last.subscription?.cancel()
        Self.release(&last.waiters)
    }

    private static func release(_ waiters: inout Queue<Waiter>) {
        while let waiter = waiters.popFirst() {
            waiter.resume(returning: Delivery(item: .completion(.finished)))
        }
    }

    /// Closes it, and keeps a failure that nobody waits for. What there was.
    private func close(_ completion: Subscribers.Completion<Failure> = .finished) -> State {
        state.withLock { state in
            var last = State()
            last.isOpen = false
            swap(&state, &last)
            state.failure = last.failure.take()
            if case .failure(let error) = completion, last.isOpen, last.waiters.isEmpty { state.failure = error }
            return last
        }
    }
}
