/// A point of monotonic time, in nanoseconds since some start. Wall clocks jump; this one does not.
package struct Instant: Comparable, Hashable, Sendable {
    /// Nanoseconds since the start.
    package var nanoseconds: UInt64

    /// Takes nanoseconds since the start.
    package init(nanoseconds: UInt64) {
        self.nanoseconds = nanoseconds
    }

    package static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }

    /// The instant that many seconds later.
    package func after(seconds: Int) -> Instant {
        Instant(nanoseconds: nanoseconds &+ UInt64(max(0, seconds)) &* 1_000_000_000)
    }
}
