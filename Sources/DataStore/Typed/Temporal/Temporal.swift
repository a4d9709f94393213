/// Dates and times of the schema: `AWSDate`, `AWSDateTime`, `AWSTime`.
///
/// Each keeps the offset from UTC with which it was written, and is compared by the instant that it means. Text has the
/// extended form of ISO 8601, as AppSync narrows it; fractions of a second have up to nine digits.
public enum Temporal {}

/// What dates and times have in common.
public protocol TemporalSpec: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    /// The text form, which the initializer reads back.
    var iso8601String: String { get }

    /// Reads the text form. Throws ``DataStoreError/decodingError(_:_:)`` when it is none.
    init(iso8601String: String) throws(DataStoreError)

    /// What the system's clock says, in UTC.
    static func now() -> Self

    /// The same, later by `value` (earlier when negative). A day that a month does not have becomes its last; what lies
    /// outside the years 1…9999 becomes the nearest that does not.
    func add(value: Int, to component: Temporal.Component) -> Self
}

extension TemporalSpec {
    /// The text form.
    public var description: String { iso8601String }

    /// Reads the text form.
    public init(from decoder: any Decoder) throws {
        try self.init(iso8601String: decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the text form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(iso8601String)
    }
}

extension Temporal {
    /// What can be counted in a date or time.
    public enum Component: Sendable, Hashable {
        case year, month, weekOfYear, day, hour, minute, second, nanosecond
    }

    /// The error for a text that is no `type`.
    static func invalid(_ text: String, _ type: String, example: String) -> DataStoreError {
        .decodingError("\"\(text.prefix(64))\" is no \(type).", "Write it like \(example).")
    }
}
