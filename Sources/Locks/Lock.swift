public import Glibc

/// A value that is only reachable while its lock is held.
///
/// One lock guards one `State`. Nothing foreign is called inside `withLock`. It wraps `pthread_mutex_t`, because
/// ThreadSanitizer understands that one on Linux, while the standard library's `Mutex` raises false alarms there.
public final class Lock<State>: @unchecked Sendable {
    // Sendable: `state` is only touched between lock and unlock of `mutex`, whose address never changes.
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    @usableFromInline var state: State

    /// Takes the first state.
    public init(_ state: sending State) {
        self.state = state
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        let failed = pthread_mutex_init(mutex, nil)
        precondition(failed == 0, "pthread_mutex_init: \(failed)")
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` with the state, alone. Not recursive.
    @inlinable public func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state)
    }
}
