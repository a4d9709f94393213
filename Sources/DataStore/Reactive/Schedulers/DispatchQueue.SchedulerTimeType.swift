public import Dispatch

extension DispatchQueue {
    /// A moment on the clock of queues.
    public struct SchedulerTimeType: Strideable, Hashable, Codable, Sendable {
        /// The moment.
        public var dispatchTime: DispatchTime

        /// Wraps a moment.
        public init(_ time: DispatchTime) {
            dispatchTime = time
        }

        /// Reads the nanoseconds that `encode(to:)` wrote.
        public init(from decoder: any Decoder) throws {
            let nanoseconds = try decoder.singleValueContainer().decode(UInt64.self)
            self.init(DispatchTime(uptimeNanoseconds: nanoseconds))
        }

        /// Writes the nanoseconds since the machine was started.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(dispatchTime.uptimeNanoseconds)
        }

        /// How far `other` is from this.
        public func distance(to other: Self) -> Stride {
            let start = Int64(clamping: dispatchTime.uptimeNanoseconds)
            return .nanoseconds(Int(Int64(clamping: other.dispatchTime.uptimeNanoseconds) - start))
        }

        /// The moment `stride` after this.
        public func advanced(by stride: Stride) -> Self {
            Self(dispatchTime + stride.timeInterval)
        }

        /// Feeds the moment.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(dispatchTime.uptimeNanoseconds)
        }
    }
}

extension DispatchQueue.SchedulerTimeType {
    /// A length of time in whole nanoseconds. Sums and products that no count can hold stop at the largest.
    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
        Hashable, Codable, Sendable
    {
        /// The nanoseconds.
        public var magnitude: Int

        /// The same length, as queues say it.
        public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }

        /// The length of `timeInterval`; the longest for one that never ends.
        public init(_ timeInterval: DispatchTimeInterval) {
            switch timeInterval {
            case .seconds(let count): self = .seconds(count)
            case .milliseconds(let count): self = .milliseconds(count)
            case .microseconds(let count): self = .microseconds(count)
            case .nanoseconds(let count): self = .nanoseconds(count)
            case .never: magnitude = .max
            @unknown default: magnitude = .max
            }
        }

        private init(nanoseconds: Int) {
            magnitude = nanoseconds
        }

        /// So many seconds.
        public init(floatLiteral value: Double) {
            self = .seconds(value)
        }

        /// So many seconds.
        public init(integerLiteral value: Int) {
            self = .seconds(value)
        }

        /// So many nanoseconds, if they fit.
        public init?<T: BinaryInteger>(exactly source: T) {
            guard let value = Int(exactly: source) else { return nil }
            magnitude = value
        }

        /// Whether `left` is shorter.
        public static func < (left: Self, right: Self) -> Bool { left.magnitude < right.magnitude }

        /// The sum.
        public static func + (left: Self, right: Self) -> Self {
            let (sum, overflow) = left.magnitude.addingReportingOverflow(right.magnitude)
            return Self(nanoseconds: overflow ? (right.magnitude < 0 ? .min : .max) : sum)
        }

        /// The difference.
        public static func - (left: Self, right: Self) -> Self {
            let (difference, overflow) = left.magnitude.subtractingReportingOverflow(right.magnitude)
            return Self(nanoseconds: overflow ? (right.magnitude < 0 ? .max : .min) : difference)
        }

        /// The product of the nanoseconds.
        public static func * (left: Self, right: Self) -> Self {
            Self(nanoseconds: product(left.magnitude, right.magnitude))
        }

        /// Multiplies the nanoseconds.
        public static func *= (left: inout Self, right: Self) { left = left * right }

        /// So many seconds.
        public static func seconds(_ seconds: Double) -> Self {
            let nanoseconds = (seconds * 1_000_000_000).rounded()
            return Self(nanoseconds: Int(exactly: nanoseconds) ?? (nanoseconds < 0 ? .min : .max))
        }

        /// So many seconds.
        public static func seconds(_ seconds: Int) -> Self {
            Self(nanoseconds: product(seconds, 1_000_000_000))
        }

        /// So many thousandths of a second.
        public static func milliseconds(_ milliseconds: Int) -> Self {
            Self(nanoseconds: product(milliseconds, 1_000_000))
        }

        /// So many millionths of a second.
        public static func microseconds(_ microseconds: Int) -> Self {
            Self(nanoseconds: product(microseconds, 1_000))
        }

        /// So many nanoseconds.
        public static func nanoseconds(_ nanoseconds: Int) -> Self {
            Self(nanoseconds: nanoseconds)
        }

        private static func product(_ left: Int, _ right: Int) -> Int {
            let (product, overflow) = left.multipliedReportingOverflow(by: right)
            return overflow ? ((left < 0) == (right < 0) ? .max : .min) : product
        }
    }
}
