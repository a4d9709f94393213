import Dispatch
import Glibc

/// A thread of its own. Blocking work does not belong on Dispatch's threads, which the server in this process needs.
final class TestThread: Sendable {
    private let isDone = DispatchSemaphore(value: 0)

    init(_ work: @escaping @Sendable () -> Void) {
        let isDone = isDone
        let body = Body {
            work()
            isDone.signal()
        }
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().work() }
                return nil
            }, Unmanaged.passRetained(body).toOpaque())
        precondition(result == 0, "no thread: \(result)")
        pthread_detach(thread)
    }

    /// Waits for its end, within a bounded time; false when it does not come.
    func wait(seconds: Int = 180) -> Bool { isDone.wait(timeout: .now() + .seconds(seconds)) == .success }

    private final class Body: Sendable {
        let work: @Sendable () -> Void

        init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }
}
