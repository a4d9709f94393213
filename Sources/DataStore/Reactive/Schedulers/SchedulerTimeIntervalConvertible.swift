/// A length of time that can be made from the usual units.
public protocol SchedulerTimeIntervalConvertible {
    /// So many seconds.
    static func seconds(_ seconds: Int) -> Self
    /// So many seconds.
    static func seconds(_ seconds: Double) -> Self
    /// So many thousandths of a second.
    static func milliseconds(_ milliseconds: Int) -> Self
    /// So many millionths of a second.
    static func microseconds(_ microseconds: Int) -> Self
    /// So many thousand-millionths of a second.
    static func nanoseconds(_ nanoseconds: Int) -> Self
}
