extension Temporal {
    /// A time of day, `15:04:05.000`.
    ///
    /// With an offset, records hold it in UTC; without one as it is.
    public struct Time: TemporalSpec {
        /// 0…86 399, since midnight where it was written.
        let second: Int
        /// 0…999 999 999.
        let nanoseconds: Int
        /// Seconds east of UTC; nil when none was written.
        let offset: Int?

        init(second: Int, nanoseconds: Int, offset: Int? = nil) {
            self.second = second
            self.nanoseconds = nanoseconds
            self.offset = offset
        }

        /// Reads `15:04[:05[.123456789]]`, with or without an offset.
        public init(iso8601String: String) throws(DataStoreError) {
            guard let time = Text(iso8601String).withBytes({ Time($0) }) else {
                throw Temporal.invalid(iso8601String, "time of day", example: "15:04:05.000")
            }
            self = time
        }

        init?(_ bytes: UnsafeBufferPointer<UInt8>) {
            var scanner = TemporalScanner(bytes)
            guard let clock = scanner.clock() else { return nil }
            second = clock.seconds
            nanoseconds = clock.nanoseconds
            offset = scanner.isAtEnd ? nil : scanner.zone()
            guard scanner.isAtEnd else { return nil }
        }

        /// The present, in UTC, to the millisecond.
        public static func now() -> Time {
            let now = Instant.now.inMilliseconds
            return Time(second: now.secondOfDay, nanoseconds: now.nanoseconds, offset: 0)
        }

        /// `15:04:05.000`, with its offset when one was written, and with more digits of fraction when it needs them.
        public var iso8601String: String {
            let stored = TemporalPrinter.time(secondOfDay: second, nanoseconds: nanoseconds, isUTC: false)
            return Scalar.time.answer(stored).string + TemporalOffset.text(offset)
        }

        /// The time that lies `value` units later; it goes round at midnight, so days and more change nothing.
        public func add(value: Int, to component: Component) -> Time {
            guard let step = CalendarArithmetic.nanoseconds(component) else { return self }
            // Whole days drop out before anything is multiplied, so that no value is too large.
            let perDay = 86_400_000_000_000 / step
            let added = value % perDay * step
            let day = 86_400_000_000_000
            let total = ((second * 1_000_000_000 + nanoseconds + added) % day + day) % day
            return Time(second: total / 1_000_000_000, nanoseconds: total % 1_000_000_000, offset: offset)
        }

        /// Nanoseconds from midnight in UTC.
        private var moment: Int { (second - (offset ?? 0)) * 1_000_000_000 + nanoseconds }

        /// Whether both are the same moment of one day.
        public static func == (left: Time, right: Time) -> Bool { left.moment == right.moment }

        /// Whether `left` comes first on one day.
        public static func < (left: Time, right: Time) -> Bool { left.moment < right.moment }

        /// By the moment.
        public func hash(into hasher: inout Hasher) { hasher.combine(moment) }
    }
}
