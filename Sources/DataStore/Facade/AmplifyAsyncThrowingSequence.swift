import Locks

/// What is observed, as an asynchronous sequence and as a publisher.
///
/// It begins when it is made: what happens between that and the first `await` or subscription waits, in a bounded
/// buffer. One iteration or subscriber gets that; each further one begins anew. An iteration ends by ``cancel()``, with its task,
/// or when the sequence and its iterator are released.
public final class AmplifyAsyncThrowingSequence<Element: Sendable>: AsyncSequence, Publisher, Cancellable, Sendable {
    /// The kind of values.
    public typealias Output = Element
    /// Why it can end early.
    public typealias Failure = DataStoreError

    private struct Weak: Sendable {
        weak var tap: Tap<Element>?
    }

    private struct State: Sendable {
        /// The tap that waits for its user.
        var waiting: Tap<Element>?
        var used: [Weak] = []
        var isCancelled = false
    }

    private let state: Lock<State>
    private let open: @Sendable () -> Tap<Element>

    init(_ open: @escaping @Sendable () -> Tap<Element>) {
        self.open = open
        state = Lock(State(waiting: open()))
    }

    /// Begins an iteration.
    public func makeAsyncIterator() -> Iterator {
        let tap = take()
        return Iterator(base: AsyncThrowingPublisher(TapPublisher { tap }).makeAsyncIterator(), sequence: self)
    }

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Element, S.Failure == DataStoreError {
        take().attach(subscriber)
    }

    /// Ends all iterations and subscriptions: they finish.
    public func cancel() {
        let taps = state.withLock { state in
            state.isCancelled = true
            defer { state.used = [] }
            return state.used.compactMap(\.tap) + [state.waiting].compactMap { $0 }
        }
        for tap in taps { tap.finish(.finished) }
    }

    private func take() -> Tap<Element> {
        let (waiting, isCancelled) = state.withLock { ($0.waiting.take(), $0.isCancelled) }
        let tap = waiting ?? open()
        if isCancelled {
            tap.finish(.finished)
        } else {
            state.withLock { state in
                state.used.removeAll { $0.tap == nil }
                state.used.append(Weak(tap: tap))
            }
        }
        return tap
    }

    /// Awaits one value after the other.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var base: AsyncThrowingPublisher<TapPublisher<Element>>.Iterator
        fileprivate let sequence: AmplifyAsyncThrowingSequence

        /// Why it can end early.
        public typealias Failure = DataStoreError

        /// The next value; nil after the end, and when the task is cancelled.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(DataStoreError) -> Element? {
            do {
                return try await base.next(isolation: actor)
            } catch {
                throw DataStoreError(error: error)
            }
        }
    }
}
