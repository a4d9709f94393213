internal import Locks

/// A publisher of one value, or an error, that becomes known later and is then kept.
public final class Future<Output, Failure: Error>: Publisher {
    /// What is to be called when the value or the error is known. From any thread; again has no effect.
    public typealias Promise = (Result<Output, Failure>) -> Void

    private struct State {
        var result: Result<Output, Failure>?
        var waiting: [CombineIdentifier: (Result<Output, Failure>) -> Void] = [:]
    }

    private let state = Lock(State())

    /// Calls `attemptToFulfill` at once, whether somebody subscribes or not.
    public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
        attemptToFulfill(resolve)
    }

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let identifier = CombineIdentifier()
        let shot = OneShot(subscriber) { [weak self] in
            _ = self?.state.withLock { $0.waiting.removeValue(forKey: identifier) }
        }
        subscriber.receive(subscription: shot)
        let result = state.withLock { state -> Result<Output, Failure>? in
            if state.result == nil { state.waiting[identifier] = shot.resolve }
            return state.result
        }
        if let result {
            shot.resolve(result)
        } else if shot.isCancelled {
            _ = state.withLock { $0.waiting.removeValue(forKey: identifier) }
        }
    }

    private func resolve(_ result: Result<Output, Failure>) {
        let waiting = state.withLock { state -> [CombineIdentifier: Promise] in
            guard state.result == nil else { return [:] }
            state.result = result
            defer { state.waiting = [:] }
            return state.waiting
        }
        for resolve in waiting.values { resolve(result) }
    }
}

// Sendable: its state is behind one lock; subscribers are called on the thread that fulfils the promise.
extension Future: @unchecked Sendable where Output: Sendable {}
