/// Adds units of time in the proleptic Gregorian calendar, within the years 1…9999.
enum CalendarArithmetic {
    private static let firstDay = -719_162
    private static let lastDay = 2_932_896

    /// The number of the day `value` units after `day`.
    static func day(_ day: CivilDate, adding value: Int, _ component: Temporal.Component) -> Int {
        let number: Int
        switch component {
        case .year, .month:
            let months = component == .year ? product(value, 12) : value
            number = adding(months: months, to: day)
        case .weekOfYear: number = sum(day.number, product(value, 7))
        case .day: number = sum(day.number, value)
        case .hour, .minute, .second, .nanosecond:
            let perDay = nanoseconds(component).map { 86_400_000_000_000 / $0 } ?? 1
            number = sum(day.number, value / perDay)
        }
        return min(max(number, firstDay), lastDay)
    }

    /// The instant `value` units after `instant`; days and more keep the time of day at that offset.
    static func instant(
        _ instant: Instant, offset: Int, adding value: Int, _ component: Temporal.Component
    ) -> Instant {
        if let step = nanoseconds(component) {
            let seconds = step >= 1_000_000_000 ? product(value, step / 1_000_000_000) : value / 1_000_000_000
            let rest = step >= 1_000_000_000 ? 0 : value % 1_000_000_000
            return clamped(sum(Int(instant.seconds), seconds), instant.nanoseconds + rest)
        }
        let local = Int(instant.seconds) + offset
        let number = (local >= 0 ? local : local - 86_399) / 86_400
        let later = day(CivilDate(number: number), adding: value, component)
        return clamped(later * 86_400 + (local - number * 86_400) - offset, instant.nanoseconds)
    }

    /// How long one of it is; nil for days and more, which have no one length.
    static func nanoseconds(_ component: Temporal.Component) -> Int? {
        switch component {
        case .hour: 3_600_000_000_000
        case .minute: 60_000_000_000
        case .second: 1_000_000_000
        case .nanosecond: 1
        case .year, .month, .weekOfYear, .day: nil
        }
    }

    private static func adding(months: Int, to day: CivilDate) -> Int {
        let count = sum(day.year * 12 + day.month - 1, months)
        guard count >= 12 else { return firstDay }
        guard count < 10_000 * 12 else { return lastDay }
        var wanted = day.day
        while wanted > 28 {
            if let date = CivilDate(year: count / 12, month: count % 12 + 1, day: wanted) { return date.number }
            wanted -= 1
        }
        return CivilDate(year: count / 12, month: count % 12 + 1, day: wanted)?.number ?? day.number
    }

    /// `nanoseconds` may be negative or more than a second.
    private static func clamped(_ seconds: Int, _ nanoseconds: Int) -> Instant {
        let carry = (nanoseconds >= 0 ? nanoseconds : nanoseconds - 999_999_999) / 1_000_000_000
        let rest = nanoseconds - carry * 1_000_000_000
        let whole = sum(seconds, carry)
        if let instant = Instant(seconds: Int64(whole), nanoseconds: rest) { return instant }
        let edge = whole < 0 ? firstDay * 86_400 : (lastDay + 1) * 86_400 - 1
        return Instant(seconds: Int64(edge), nanoseconds: whole < 0 ? 0 : 999_999_999) ?? .now
    }

    private static func sum(_ left: Int, _ right: Int) -> Int {
        let (result, overflow) = left.addingReportingOverflow(right)
        return overflow ? (right < 0 ? Int.min / 2 : Int.max / 2) : result
    }

    private static func product(_ left: Int, _ right: Int) -> Int {
        let (result, overflow) = left.multipliedReportingOverflow(by: right)
        return overflow ? (left < 0 ? Int.min / 2 : Int.max / 2) : result
    }
}
