/// Changes of transactions that were logged as a whole by those who made them, so that nobody needs to read them back from
/// the log.
struct LoggedChanges: Sendable {
    private(set) var changes: [Change] = []
    /// Roughly how many bytes they hold.
    private(set) var weight = 0

    mutating func add(_ change: Change, weight: Int) {
        changes.append(change)
        self.weight += weight
    }

    /// Forgets what was rolled back.
    mutating func remove(after seq: Int64) {
        while let last = changes.last, last.seq > seq { changes.removeLast() }
    }
}
