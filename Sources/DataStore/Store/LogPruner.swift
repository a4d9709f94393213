import Dispatch

/// How much of the change log is kept.
package struct Retention: Sendable {
    package var changes = 1_000_000
    package var days = 7

    package init(changes: Int = 1_000_000, days: Int = 7) {
        self.changes = changes
        self.days = days
    }
}

/// Shortens the change log to what is kept, in small steps between the writes. The newest change always stays.
final class LogPruner: @unchecked Sendable {
    // Sendable: the timer is made in `init` and cancelled once; its handler runs on the writer's queue.
    private let timer: any DispatchSourceTimer

    private static let interval = DispatchTimeInterval.seconds(1)
    /// Changes of one step, which is a transaction of a millisecond or two.
    private static let stepSize: Int64 = 2000
    private static let stepsAtOnce = 20

    init(_ writer: Writer, _ retention: Retention) {
        timer = DispatchSource.makeTimerSource(queue: writer.queue)
        timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval, leeway: .milliseconds(200))
        timer.setEventHandler { [weak writer] in
            writer?.maintain { (connection) throws(SQLiteError) in try Self.prune(connection, retention) }
        }
        timer.activate()
    }

    deinit { timer.cancel() }

    /// Stops pruning.
    func stop() { timer.cancel() }

    private static func prune(_ connection: Connection, _ retention: Retention) throws(SQLiteError) {
        let head = try ChangeLog.head(connection)
        let tooMany = head - Int64(retention.changes) + 1
        let firstKept = min(max(tooMany, try firstYoung(connection, retention)), head)
        for _ in 0..<stepsAtOnce {
            let oldest = try ChangeLog.oldest(connection)
            guard oldest < firstKept else { return }
            let end = min(oldest + stepSize, firstKept)
            try connection.run("BEGIN IMMEDIATE")
            try connection.run(SQL("DELETE FROM _rivulet_changes WHERE seq<?", [.int(end)]))
            if end == firstKept { try connection.run(SQL("DELETE FROM _rivulet_tombstones WHERE seq<?", [.int(end)])) }
            try connection.run("COMMIT")
        }
    }

    /// The first change that is young enough, as far as this call may go; 0 when the oldest is.
    private static func firstYoung(_ connection: Connection, _ retention: Retention) throws(SQLiteError) -> Int64 {
        let oldest = try ChangeLog.oldest(connection)
        let limit = "strftime('%Y-%m-%dT%H:%M:%f000000Z','now',?)"
        let days = Value.text(Text("-\(retention.days) days"))
        // Nearly always the oldest is young, and one row is enough to know.
        let isOld = SQL("SELECT 1 FROM _rivulet_changes WHERE seq=? AND at<\(limit)", [.int(oldest), days])
        guard try connection.integer(isOld) != nil else { return 0 }
        let reach = Value.int(oldest + stepSize * Int64(stepsAtOnce))
        return try connection.integer(
            SQL("SELECT max(seq)+1 FROM _rivulet_changes WHERE seq<? AND at<\(limit)", [reach, days])) ?? 0
    }
}
