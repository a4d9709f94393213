import Glibc

/// Time and processor time of this process since it was made.
struct Stopwatch {
    private let begun = Stopwatch.read(CLOCK_MONOTONIC)
    private let used = Stopwatch.read(CLOCK_PROCESS_CPUTIME_ID)

    /// Seconds.
    var elapsed: Double { Stopwatch.read(CLOCK_MONOTONIC) - begun }
    /// Seconds of all threads together.
    var cpu: Double { Stopwatch.read(CLOCK_PROCESS_CPUTIME_ID) - used }

    private static func read(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// Repeats `body` for `seconds` and gives the processor time of one time, in microseconds.
func microseconds(of seconds: Double, _ body: () throws -> Void) rethrows -> Double {
    try body()
    let watch = Stopwatch()
    var times = 0
    repeat {
        try body()
        times += 1
    } while watch.elapsed < seconds
    return watch.cpu / Double(times) * 1e6
}
