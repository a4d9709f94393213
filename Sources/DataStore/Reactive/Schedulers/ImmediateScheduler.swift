/// A scheduler that runs closures at once, in the caller's place. It has no clock: a time to wait is not waited for.
public struct ImmediateScheduler: Scheduler, Sendable {
    /// There are no options.
    public typealias SchedulerOptions = Never

    /// The one moment that there is, or one that has been reckoned from it.
    public struct SchedulerTimeType: Strideable, Sendable {
        private let ticks: Int

        fileprivate init(ticks: Int) {
            self.ticks = ticks
        }

        /// How far `other` is from this.
        public func distance(to other: Self) -> Stride {
            Stride(other.ticks &- ticks)
        }

        /// The moment `stride` after this.
        public func advanced(by stride: Stride) -> Self {
            Self(ticks: ticks &+ stride.magnitude)
        }

        /// A length of time, which means nothing here.
        public struct Stride: ExpressibleByFloatLiteral, Comparable, SignedNumeric, Codable, Sendable,
            SchedulerTimeIntervalConvertible
        {
            /// The number it was made from.
            public var magnitude: Int

            /// A length of `value`.
            public init(_ value: Int) {
                magnitude = value
            }

            /// A length of `value`.
            public init(integerLiteral value: Int) {
                magnitude = value
            }

            /// A length of `value`, without its fraction.
            public init(floatLiteral value: Double) {
                magnitude = Int(exactly: value.rounded(.towardZero)) ?? 0
            }

            /// A length of `source`, if it fits.
            public init?<T: BinaryInteger>(exactly source: T) {
                guard let value = Int(exactly: source) else { return nil }
                magnitude = value
            }

            /// Whether `left` is shorter.
            public static func < (left: Self, right: Self) -> Bool { left.magnitude < right.magnitude }
            /// The sum.
            public static func + (left: Self, right: Self) -> Self { Self(left.magnitude &+ right.magnitude) }
            /// The difference.
            public static func - (left: Self, right: Self) -> Self { Self(left.magnitude &- right.magnitude) }
            /// The product.
            public static func * (left: Self, right: Self) -> Self { Self(left.magnitude &* right.magnitude) }
            /// Multiplies.
            public static func *= (left: inout Self, right: Self) { left = left * right }

            /// No time.
            public static func seconds(_ seconds: Int) -> Self { 0 }
            /// No time.
            public static func seconds(_ seconds: Double) -> Self { 0 }
            /// No time.
            public static func milliseconds(_ milliseconds: Int) -> Self { 0 }
            /// No time.
            public static func microseconds(_ microseconds: Int) -> Self { 0 }
            /// No time.
            public static func nanoseconds(_ nanoseconds: Int) -> Self { 0 }
        }
    }

    /// The one there is.
    public static let shared = ImmediateScheduler()

    private init() {}

    /// Always the same moment.
    public var now: SchedulerTimeType { SchedulerTimeType(ticks: 0) }

    /// None.
    public var minimumTolerance: SchedulerTimeType.Stride { 0 }

    /// Runs `action`.
    public func schedule(options: Never?, _ action: @escaping () -> Void) {
        action()
    }

    /// Runs `action`.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) {
        action()
    }

    /// Runs `action` once.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: Never?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        action()
        return Subscriptions.empty
    }
}
