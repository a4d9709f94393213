import Glibc

/// Waits for what others do, within a bounded time.
enum Eventually {
    static func holds(seconds: Int = 180, _ condition: () throws -> Bool) throws -> Bool {
        let clock = ContinuousClock()
        let end = clock.now + .seconds(seconds)
        while clock.now < end {
            if try condition() { return true }
            sched_yield()
        }
        return false
    }
}
