import Glibc

/// A point in time, to the nanosecond, from the year 1 to the year 9999: what an `AWSDateTime` means.
package struct Instant: Sendable, Hashable {
    /// Seconds since 1970-01-01T00:00:00Z.
    package let seconds: Int64
    /// 0…999 999 999, after `seconds`.
    package let nanoseconds: Int

    /// 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z.
    private static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    /// Nil outside the years 1…9999, or when `nanoseconds` is no fraction of a second.
    package init?(seconds: Int64, nanoseconds: Int = 0) {
        guard Instant.range.contains(seconds), (0...999_999_999).contains(nanoseconds) else { return nil }
        self.seconds = seconds
        self.nanoseconds = nanoseconds
    }

    /// Reads an `AWSDateTime`: `2026-11-30T15:04[:05[.123456789]]` and then `Z` or `±hh:mm[:ss]`. Nil when it is none.
    package init?(_ text: Text) {
        guard let instant = text.withBytes({ Instant(bytes: $0) }) else { return nil }
        self = instant
    }

    init?(bytes: UnsafeBufferPointer<UInt8>) {
        var scanner = TemporalScanner(bytes)
        guard let day = scanner.date(), scanner.take("T"), let clock = scanner.clock(), let zone = scanner.zone(),
            scanner.isAtEnd
        else { return nil }
        self.init(seconds: Int64(day.number * 86_400 + clock.seconds - zone), nanoseconds: clock.nanoseconds)
    }

    private init(clock: timespec) {
        seconds = min(max(Int64(clock.tv_sec), Instant.range.lowerBound), Instant.range.upperBound)
        nanoseconds = clock.tv_nsec
    }

    /// What the system's clock says.
    package static var now: Instant {
        var clock = timespec()
        clock_gettime(CLOCK_REALTIME, &clock)
        return Instant(clock: clock)
    }

    /// The same without what lies behind the millisecond, as the server notes times.
    package var inMilliseconds: Instant {
        Instant(seconds: seconds, nanoseconds: nanoseconds / 1_000_000 * 1_000_000) ?? self
    }

    /// The stored form, UTC with nine digits: `2026-11-30T15:04:05.123000000Z`.
    package var stored: Text {
        let seconds = Int(seconds)
        let number = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
        return TemporalPrinter.dateTime(
            day: CivilDate(number: number), secondOfDay: seconds - number * 86_400, nanoseconds: nanoseconds)
    }
}

extension Instant: Comparable {
    package static func < (left: Instant, right: Instant) -> Bool {
        (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
}
