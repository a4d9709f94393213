public import DataStore
public import Foundation

/// Foundation's dates and the schema's.
extension Temporal.DateTime {
    /// The point in time of `date`, to the nanosecond as far as a double reaches, shown in `timeZone`.
    public init(_ date: Date, timeZone: TimeZone? = .current) {
        self.init(
            secondsSince1970: date.timeIntervalSince1970, secondsFromGMT: timeZone?.secondsFromGMT(for: date) ?? 0)
    }

    /// The point in time.
    public var foundationDate: Date { Date(timeIntervalSince1970: secondsSince1970) }
}

extension Temporal.Date {
    /// The date that `date` has in `timeZone`.
    public init(_ date: Date, timeZone: TimeZone? = .current) {
        self.init(
            secondsSince1970: date.timeIntervalSince1970, secondsFromGMT: timeZone?.secondsFromGMT(for: date) ?? 0)
    }

    /// The beginning of the date, in its offset or UTC.
    public var foundationDate: Date { Date(timeIntervalSince1970: secondsSince1970) }
}

extension Temporal.Time {
    /// The time of day that `date` has in `timeZone`.
    public init(_ date: Date, timeZone: TimeZone? = .current) {
        self.init(
            secondsSince1970: date.timeIntervalSince1970, secondsFromGMT: timeZone?.secondsFromGMT(for: date) ?? 0)
    }

    /// The time on 1970-01-01, in its offset or UTC.
    public var foundationDate: Date { Date(timeIntervalSince1970: secondsSince1970) }
}
