extension Temporal {
    /// A calendar date, `2026-11-30`.
    ///
    /// An offset that was written is kept here; records hold the date alone.
    public struct Date: TemporalSpec {
        let day: CivilDate
        /// Seconds east of UTC; nil when none was written.
        let offset: Int?

        init(day: CivilDate, offset: Int? = nil) {
            self.day = day
            self.offset = offset
        }

        /// Reads `2026-11-30`, with or without an offset.
        public init(iso8601String: String) throws(DataStoreError) {
            guard let date = Text(iso8601String).withBytes({ Date($0) }) else {
                throw Temporal.invalid(iso8601String, "date", example: "2026-11-30")
            }
            self = date
        }

        init?(_ bytes: UnsafeBufferPointer<UInt8>) {
            var scanner = TemporalScanner(bytes)
            guard let day = scanner.date(), day.year >= 1 else { return nil }
            self.day = day
            offset = scanner.isAtEnd ? nil : scanner.zone()
            guard scanner.isAtEnd else { return nil }
        }

        /// The date in UTC.
        public static func now() -> Date { Date(day: CivilDate(number: Instant.now.dayNumber)) }

        /// `2026-11-30`, with its offset when one was written.
        public var iso8601String: String { TemporalPrinter.date(day).string + TemporalOffset.text(offset) }

        /// The date that lies `value` units later. Parts of a day add up to whole ones.
        public func add(value: Int, to component: Component) -> Date {
            let number = CalendarArithmetic.day(day, adding: value, component)
            return Date(day: CivilDate(number: number), offset: offset)
        }

        /// Seconds from 1970 to its beginning.
        private var seconds: Int { day.number * 86_400 - (offset ?? 0) }

        /// Whether both begin at the same instant.
        public static func == (left: Date, right: Date) -> Bool { left.seconds == right.seconds }

        /// Whether `left` begins first.
        public static func < (left: Date, right: Date) -> Bool { left.seconds < right.seconds }

        /// By the instant.
        public func hash(into hasher: inout Hasher) { hasher.combine(seconds) }
    }
}

extension Instant {
    /// Days from 1970-01-01 in UTC.
    var dayNumber: Int { Int((seconds >= 0 ? seconds : seconds - 86_399) / 86_400) }

    /// Seconds since midnight in UTC.
    var secondOfDay: Int { Int(seconds) - dayNumber * 86_400 }
}
