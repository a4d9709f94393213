extension Subscribers {
    /// How many values a subscriber asks for: a count, or all there will be.
    ///
    /// A sum too large for a count is `unlimited`, from which nothing can be taken. A negative demand traps.
    @frozen public struct Demand: Hashable, Sendable {
        /// The count, or `UInt.max` for unlimited.
        @usableFromInline let rawValue: UInt

        @usableFromInline init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// All the values there will be.
        public static let unlimited = Demand(rawValue: .max)

        /// No value.
        public static let none = Demand(rawValue: 0)

        /// `value` values, which is not negative.
        public static func max(_ value: Int) -> Demand {
            precondition(value >= 0, "A demand is not negative")
            return Demand(rawValue: UInt(value))
        }

        /// The count; nil when unlimited.
        public var max: Int? {
            self == .unlimited ? nil : Int(rawValue)
        }
    }
}

extension Subscribers.Demand {
    /// The sum, unlimited when either is or when no count can hold it.
    public static func + (left: Self, right: Self) -> Self {
        guard let first = left.max, let second = right.max else { return .unlimited }
        let (sum, overflow) = first.addingReportingOverflow(second)
        return overflow ? .unlimited : .max(sum)
    }

    /// The difference: unlimited when `left` is, nothing when only `right` is. A negative one traps.
    public static func - (left: Self, right: Self) -> Self {
        guard let first = left.max else { return .unlimited }
        guard let second = right.max else { return .none }
        return .max(first - second)
    }

    /// The product, unlimited when `left` is or when no count can hold it.
    public static func * (left: Self, right: Int) -> Self {
        guard let first = left.max else { return .unlimited }
        let (product, overflow) = first.multipliedReportingOverflow(by: right)
        return overflow ? .unlimited : .max(product)
    }

    /// The sum with a count, which may be negative as long as the sum is not.
    public static func + (left: Self, right: Int) -> Self {
        guard let first = left.max else { return .unlimited }
        let (sum, overflow) = first.addingReportingOverflow(right)
        return overflow ? .unlimited : .max(sum)
    }

    /// The difference with a count. A negative one traps.
    public static func - (left: Self, right: Int) -> Self {
        guard let first = left.max else { return .unlimited }
        let (difference, overflow) = first.subtractingReportingOverflow(right)
        return overflow ? .unlimited : .max(difference)
    }

    /// Adds a demand.
    public static func += (left: inout Self, right: Self) {
        left = left + right
    }

    /// Takes a demand away.
    public static func -= (left: inout Self, right: Self) {
        left = left - right
    }

    /// Multiplies by a count.
    public static func *= (left: inout Self, right: Int) {
        left = left * right
    }

    /// Adds a count.
    public static func += (left: inout Self, right: Int) {
        left = left + right
    }

    /// Takes a count away.
    public static func -= (left: inout Self, right: Int) {
        left = left - right
    }
}

extension Subscribers.Demand: Comparable {
    /// Whether `left` asks for less.
    public static func < (left: Self, right: Self) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension Subscribers.Demand {
    /// Whether exactly `right` values are asked for.
    public static func == (left: Self, right: Int) -> Bool { left.max == right }

    /// Whether not exactly `right` values are asked for.
    public static func != (left: Self, right: Int) -> Bool { left.max != right }

    /// Whether fewer than `right` values are asked for.
    public static func < (left: Self, right: Int) -> Bool { left.max.map { $0 < right } ?? false }

    /// Whether at most `right` values are asked for.
    public static func <= (left: Self, right: Int) -> Bool { left.max.map { $0 <= right } ?? false }

    /// Whether at least `right` values are asked for.
    public static func >= (left: Self, right: Int) -> Bool { left.max.map { $0 >= right } ?? true }

    /// Whether more than `right` values are asked for.
    public static func > (left: Self, right: Int) -> Bool { left.max.map { $0 > right } ?? true }

    /// Whether exactly `left` values are asked for.
    public static func == (left: Int, right: Self) -> Bool { right == left }

    /// Whether not exactly `left` values are asked for.
    public static func != (left: Int, right: Self) -> Bool { right != left }

    /// Whether more than `left` values are asked for.
    public static func < (left: Int, right: Self) -> Bool { right > left }

    /// Whether at least `left` values are asked for.
    public static func <= (left: Int, right: Self) -> Bool { right >= left }

    /// Whether at most `left` values are asked for.
    public static func >= (left: Int, right: Self) -> Bool { right <= left }

    /// Whether fewer than `left` values are asked for.
    public static func > (left: Int, right: Self) -> Bool { right < left }
}

extension Subscribers.Demand: Codable {
    /// Reads what `encode(to:)` wrote; refuses a number that is no demand.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let value = try container.decode(UInt.self)
        guard value == .max || value <= UInt(Int.max) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(value) is no demand")
        }
        self.init(rawValue: value)
    }

    /// Writes one number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension Subscribers.Demand: CustomStringConvertible {
    /// `unlimited` or `max(3)`.
    public var description: String {
        max.map { "max(\($0))" } ?? "unlimited"
    }
}

extension Subscribers.Demand {
    /// Takes one value away if there is one; says whether there was.
    mutating func takeOne() -> Bool {
        guard self > .none else { return false }
        self -= 1
        return true
    }
}
