import DataStore

/// A scheduler whose time passes when the test says so. For one thread.
final class VirtualScheduler: Scheduler {
    typealias SchedulerOptions = Never

    struct SchedulerTimeType: Strideable, Hashable, Sendable {
        var tick: Int

        func distance(to other: Self) -> Stride { Stride(tick: other.tick - tick) }
        func advanced(by stride: Stride) -> Self { Self(tick: tick + stride.tick) }

        struct Stride: Comparable, SignedNumeric, SchedulerTimeIntervalConvertible, Sendable {
            var tick: Int
            var magnitude: Int { abs(tick) }

            init(tick: Int) { self.tick = tick }
            init(integerLiteral value: Int) { tick = value }
            init?<T: BinaryInteger>(exactly source: T) { tick = Int(source) }

            static func < (left: Self, right: Self) -> Bool { left.tick < right.tick }
            static func + (left: Self, right: Self) -> Self { Self(tick: left.tick + right.tick) }
            static func - (left: Self, right: Self) -> Self { Self(tick: left.tick - right.tick) }
            static func * (left: Self, right: Self) -> Self { Self(tick: left.tick * right.tick) }
            static func *= (left: inout Self, right: Self) { left = left * right }
            static func seconds(_ seconds: Int) -> Self { Self(tick: seconds) }
            static func seconds(_ seconds: Double) -> Self { Self(tick: Int(seconds)) }
            static func milliseconds(_ milliseconds: Int) -> Self { Self(tick: 0) }
            static func microseconds(_ microseconds: Int) -> Self { Self(tick: 0) }
            static func nanoseconds(_ nanoseconds: Int) -> Self { Self(tick: 0) }
        }
    }

    private var jobs: [(tick: Int, order: Int, action: () -> Void)] = []
    private var order = 0
    private(set) var now = SchedulerTimeType(tick: 0)

    var minimumTolerance: SchedulerTimeType.Stride { 0 }
    /// How many closures wait.
    var waiting: Int { jobs.count }

    func schedule(options: Never?, _ action: @escaping () -> Void) {
        add(now.tick, action)
    }

    func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) {
        add(date.tick, action)
    }

    func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: Never?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        add(date.tick, action)
        return Subscriptions.empty
    }

    /// Runs what is due until `tick`, in order of time.
    func run(until tick: Int) {
        while let next = jobs.indices.min(by: { (jobs[$0].tick, jobs[$0].order) < (jobs[$1].tick, jobs[$1].order) }),
            jobs[next].tick <= tick
        {
            let job = jobs.remove(at: next)
            now.tick = max(now.tick, job.tick)
            job.action()
        }
        now.tick = tick
    }

    private func add(_ tick: Int, _ action: @escaping () -> Void) {
        order += 1
        jobs.append((tick, order, action))
    }
}
