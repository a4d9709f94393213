import Glibc

/// How far a migration is.
package struct MigrationProgress: Sendable {
    package enum Stage: String, Sendable {
        /// The rows are read, to see what the plan means for them.
        case checking
        /// The rows go into the new table.
        case moving
    }

    package let stage: Stage
    package let model: String
    package let done: Int64
    package let total: Int64

    /// `moving A: 120000 of 1000000 records (12%)`.
    package var text: String {
        "\(stage.rawValue) \(model): \(done) of \(total) records (\(total > 0 ? done * 100 / total : 100)%)"
    }
}

/// Counts rows, and tells of them at most once a second. Used by one thread.
package final class MigrationMeter {
    private let report: @Sendable (MigrationProgress) -> Void
    private let clock: @Sendable () -> Int64
    private var last: Int64
    private var stage = MigrationProgress.Stage.checking
    private var model = ""
    private var done: Int64 = 0
    private var total: Int64 = 0

    /// `clock` in milliseconds.
    package init(
        clock: @escaping @Sendable () -> Int64 = MigrationMeter.milliseconds,
        _ report: @escaping @Sendable (MigrationProgress) -> Void
    ) {
        self.report = report
        self.clock = clock
        last = clock()
    }

    /// A table is begun.
    package func begin(_ stage: MigrationProgress.Stage, model: String, total: Int64) {
        self.stage = stage
        self.model = model
        self.total = total
        done = 0
    }

    /// A row more.
    package func step() {
        done += 1
        // Asking the clock for each row would cost more than many a row.
        guard done & 255 == 0 else { return }
        let now = clock()
        guard now - last >= 1000 else { return }
        last = now
        report(MigrationProgress(stage: stage, model: model, done: done, total: total))
    }

    package static func milliseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
