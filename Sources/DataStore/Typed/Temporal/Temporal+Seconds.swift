/// Dates and times as seconds since 1970, the form that other libraries' dates have.
extension Temporal.DateTime {
    /// The point that many seconds after 1970-01-01T00:00:00Z, shown at that offset. Outside the years 1…9999 it is the
    /// nearest that is inside.
    public init(secondsSince1970 seconds: Double, secondsFromGMT: Int = 0) {
        self.init(Instant(clamping: seconds), offset: secondsFromGMT)
    }

    /// Seconds from 1970-01-01T00:00:00Z.
    public var secondsSince1970: Double { Double(instant.seconds) + Double(instant.nanoseconds) / 1e9 }
}

extension Temporal.Date {
    /// The date of that point in time at that offset.
    public init(secondsSince1970 seconds: Double, secondsFromGMT: Int = 0) {
        let instant = Instant(clamping: seconds + Double(secondsFromGMT))
        self.init(day: CivilDate(number: instant.dayNumber), offset: secondsFromGMT)
    }

    /// Seconds from 1970-01-01T00:00:00Z to its beginning.
    public var secondsSince1970: Double { Double(day.number * 86_400 - (offset ?? 0)) }
}

extension Temporal.Time {
    /// The time of day of that point in time at that offset.
    public init(secondsSince1970 seconds: Double, secondsFromGMT: Int = 0) {
        let instant = Instant(clamping: seconds + Double(secondsFromGMT))
        self.init(second: instant.secondOfDay, nanoseconds: instant.nanoseconds, offset: secondsFromGMT)
    }

    /// Seconds from 1970-01-01T00:00:00Z to it on that day.
    public var secondsSince1970: Double { Double(second - (offset ?? 0)) + Double(nanoseconds) / 1e9 }
}

extension Instant {
    /// The point that many seconds after 1970; NaN is 1970, and what lies outside the years 1…9999 the nearest inside.
    fileprivate init(clamping seconds: Double) {
        let bounded = seconds.isNaN ? 0 : min(max(seconds, -62_135_596_800), 253_402_300_799)
        let whole = bounded.rounded(.down)
        let nanoseconds = Int(((bounded - whole) * 1e9).rounded(.down))
        self = Instant(seconds: Int64(whole), nanoseconds: min(nanoseconds, 999_999_999)) ?? .now
    }
}
