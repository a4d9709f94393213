/// Commits on their way from the writer to the feed: few, since what does not fit waits in the log.
struct CommitInbox {
    /// Changes, and bytes of them, that may wait here.
    private static let maximumCount = 4000
    private static let maximumWeight = 8 << 20

    /// What was taken out: commits in their order, and whether nothing else was committed.
    struct Contents {
        var known: [Writer.Commit] = []
        var isWhole = true
    }

    private var contents = Contents()
    private var count = 0
    private var weight = 0
    private var isAwake = false
    /// Whether commits need not wake the feed, since nobody listens. What they hold is of no use then.
    var isDozing = false

    /// Notes that the writer committed something; whether the feed must be woken.
    mutating func add(_ commit: Writer.Commit) -> Bool {
        if isDozing {
            contents.isWhole = false
            return false
        }
        if contents.isWhole, let logged = commit.logged,
            count + logged.changes.count <= Self.maximumCount, weight + logged.weight <= Self.maximumWeight
        {
            contents.known.append(commit)
            count += logged.changes.count
            weight += logged.weight
        } else {
            contents.isWhole = false
        }
        return wake()
    }

    /// Notes that somebody may have committed something; whether the feed must be woken.
    mutating func addUnknown() -> Bool {
        contents.isWhole = false
        return wake()
    }

    /// Takes everything out; the next commit wakes again.
    mutating func empty() -> Contents {
        defer {
            contents = Contents()
            count = 0
            weight = 0
            isAwake = false
        }
        return contents
    }

    private mutating func wake() -> Bool {
        defer { isAwake = true }
        return !isAwake
    }
}
