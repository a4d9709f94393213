/// A number of days, weeks, months or years, to add to a date.
public struct DateUnit: Sendable, Hashable {
    let component: Temporal.Component
    let value: Int

    /// One day.
    public static let oneDay = days(1)
    /// Seven days.
    public static let oneWeek = weeks(1)
    /// One month.
    public static let oneMonth = months(1)
    /// One year.
    public static let oneYear = years(1)

    /// So many days.
    public static func days(_ value: Int) -> DateUnit { DateUnit(component: .day, value: value) }
    /// So many times seven days.
    public static func weeks(_ value: Int) -> DateUnit { DateUnit(component: .weekOfYear, value: value) }
    /// So many months.
    public static func months(_ value: Int) -> DateUnit { DateUnit(component: .month, value: value) }
    /// So many years.
    public static func years(_ value: Int) -> DateUnit { DateUnit(component: .year, value: value) }
}

/// A number of hours, minutes, seconds or parts of them, to add to a time.
public struct TimeUnit: Sendable, Hashable {
    let component: Temporal.Component
    let value: Int

    /// One hour.
    public static let oneHour = hours(1)
    /// One minute.
    public static let oneMinute = minutes(1)
    /// One second.
    public static let oneSecond = seconds(1)

    /// So many hours.
    public static func hours(_ value: Int) -> TimeUnit { TimeUnit(component: .hour, value: value) }
    /// So many minutes.
    public static func minutes(_ value: Int) -> TimeUnit { TimeUnit(component: .minute, value: value) }
    /// So many seconds.
    public static func seconds(_ value: Int) -> TimeUnit { TimeUnit(component: .second, value: value) }
    /// So many thousandths of a second.
    public static func milliseconds(_ value: Int) -> TimeUnit {
        let (result, overflow) = value.multipliedReportingOverflow(by: 1_000_000)
        return overflow ? seconds(value / 1000) : nanoseconds(result)
    }
    /// So many billionths of a second.
    public static func nanoseconds(_ value: Int) -> TimeUnit { TimeUnit(component: .nanosecond, value: value) }
}

/// A date or time to which dates are added.
public protocol DateUnitOperable: TemporalSpec {}

/// A date or time to which times are added.
public protocol TimeUnitOperable: TemporalSpec {}

extension Temporal.Date: DateUnitOperable {}
extension Temporal.DateTime: DateUnitOperable, TimeUnitOperable {}
extension Temporal.Time: TimeUnitOperable {}

extension DateUnitOperable {
    /// Later by `right`.
    public static func + (left: Self, right: DateUnit) -> Self { left.add(value: right.value, to: right.component) }
    /// Earlier by `right`.
    public static func - (left: Self, right: DateUnit) -> Self {
        left.add(value: right.negated, to: right.component)
    }
}

extension TimeUnitOperable {
    /// Later by `right`.
    public static func + (left: Self, right: TimeUnit) -> Self { left.add(value: right.value, to: right.component) }
    /// Earlier by `right`.
    public static func - (left: Self, right: TimeUnit) -> Self {
        left.add(value: right.negated, to: right.component)
    }
}

extension DateUnit {
    /// The value for the other direction.
    fileprivate var negated: Int { value == .min ? .max : -value }
}

extension TimeUnit {
    /// The value for the other direction.
    fileprivate var negated: Int { value == .min ? .max : -value }
}
