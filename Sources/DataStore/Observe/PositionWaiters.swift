import Dispatch

/// Those who wait until the log has come to a change. A value of the feed's.
struct PositionWaiters {
    private struct Waiter {
        let seq: Int64
        let deadline: DispatchTime
        let completion: @Sendable (Bool) -> Void
    }

    private var waiters: [Waiter] = []

    /// Whether nobody waits.
    var isEmpty: Bool { waiters.isEmpty }

    /// Waits for `seq` until `deadline`.
    mutating func add(_ seq: Int64, until deadline: DispatchTime, _ completion: @escaping @Sendable (Bool) -> Void) {
        waiters.append(Waiter(seq: seq, deadline: deadline, completion: completion))
    }

    /// Those whose change is there now, or whose time is over, with which of the two.
    mutating func due(at seq: Int64, _ now: DispatchTime) -> [(completion: @Sendable (Bool) -> Void, isThere: Bool)] {
        guard !waiters.isEmpty else { return [] }
        let due = waiters.filter { $0.seq <= seq || $0.deadline <= now }
        waiters.removeAll { $0.seq <= seq || $0.deadline <= now }
        return due.map { ($0.completion, $0.seq <= seq) }
    }
}
