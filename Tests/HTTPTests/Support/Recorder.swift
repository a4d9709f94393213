import Dispatch
import Locks

/// Values from any thread, in the order in which they came; the test waits for them, within a bounded time.
final class Recorder<Value: Sendable>: Sendable {
    private let values = Lock<[Value]>([])
    private let arrived = DispatchSemaphore(value: 0)

    func record(_ value: Value) {
        values.withLock { $0.append(value) }
        arrived.signal()
    }

    var all: [Value] { values.withLock { $0 } }

    /// Waits until so many more have come than were waited for before; false when they do not.
    func wait(for count: Int = 1, seconds: Int = 180) -> Bool {
        for _ in 0..<count where arrived.wait(timeout: .now() + .seconds(seconds)) != .success { return false }
        return true
    }
}
