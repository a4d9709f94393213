package import DataStore

/// The snapshots of one live query that wait to be sent. A value; times are nanoseconds of one monotonic clock.
///
/// Each is sent while sending keeps up. When it does not, because the oldest has waited too long or all of them are too
/// large, only the newest is kept: those who watch are behind by a moment, never by a queue.
package struct SnapshotBacklog: Sendable {
    private var waiting: [(snapshot: Snapshot, ordinal: Int, since: UInt64)] = []
    private var total = 0
    private var first = 0
    private var bytes = 0
    private let byteLimit: Int

    /// How long a snapshot waits until it is skipped for a newer one: 0.1 s, which the eye takes as at once.
    package static let patience: UInt64 = 100_000_000

    /// `byteLimit`: how many bytes of snapshots wait at most, when there is more than one.
    package init(byteLimit: Int) { self.byteLimit = byteLimit }

    package var count: Int { waiting.count - first }

    /// Takes a snapshot newer than those before.
    package mutating func add(_ snapshot: Snapshot, at now: UInt64) {
        bytes += snapshot.byteCount
        if bytes > byteLimit, count > 0 {
            removeAll()
            bytes = snapshot.byteCount
        }
        waiting.append((snapshot, total, now))
        total += 1
    }

    /// The next to send, and how many came before it, those that were skipped too; nil when none waits.
    package mutating func next(at now: UInt64) -> (snapshot: Snapshot, ordinal: Int)? {
        guard count > 0 else { return nil }
        if count > 1, now > waiting[first].since + Self.patience { first = waiting.count - 1 }
        let (snapshot, ordinal, _) = waiting[first]
        first += 1
        if first == waiting.count {
            removeAll()
        } else {
            bytes -= snapshot.byteCount
        }
        return (snapshot, ordinal)
    }

    private mutating func removeAll() {
        waiting.removeAll(keepingCapacity: true)
        first = 0
        bytes = 0
    }
}
