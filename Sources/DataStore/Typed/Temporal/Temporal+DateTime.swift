extension Temporal {
    /// A point in time, `2026-11-30T15:04:05.000Z`.
    ///
    /// The offset with which it was written is kept here; records hold the instant, in UTC.
    public struct DateTime: TemporalSpec {
        let instant: Instant
        /// Seconds east of UTC.
        let offset: Int

        init(_ instant: Instant, offset: Int = 0) {
            self.instant = instant
            self.offset = offset
        }

        /// Reads `2026-11-30T15:04[:05[.123456789]]` with an offset; without one it is UTC.
        public init(iso8601String: String) throws(DataStoreError) {
            guard let dateTime = Text(iso8601String).withBytes({ DateTime($0) }) else {
                throw Temporal.invalid(iso8601String, "date and time", example: "2026-11-30T15:04:05.000Z")
            }
            self = dateTime
        }

        init?(_ bytes: UnsafeBufferPointer<UInt8>) {
            var scanner = TemporalScanner(bytes)
            guard let day = scanner.date(), scanner.take("T"), let clock = scanner.clock() else { return nil }
            var offset = 0
            if !scanner.isAtEnd {
                guard let zone = scanner.zone(), scanner.isAtEnd else { return nil }
                offset = zone
            }
            let seconds = Int64(day.number * 86_400 + clock.seconds - offset)
            guard let instant = Instant(seconds: seconds, nanoseconds: clock.nanoseconds) else { return nil }
            self.init(instant, offset: offset)
        }

        /// The present, to the millisecond.
        public static func now() -> DateTime { DateTime(Instant.now.inMilliseconds) }

        /// `2026-11-30T15:04:05.000Z`: in its offset, with three digits of fraction or as many more as it needs.
        public var iso8601String: String {
            // Near the ends of the calendar there may be no such local date.
            let offset = Instant(seconds: instant.seconds + Int64(offset)) == nil ? 0 : offset
            let local = Int(instant.seconds) + offset
            let day = (local >= 0 ? local : local - 86_399) / 86_400
            let stored = TemporalPrinter.dateTime(
                day: CivilDate(number: day), secondOfDay: local - day * 86_400, nanoseconds: instant.nanoseconds)
            let answer = Scalar.dateTime.answer(stored).string
            return offset == 0 ? answer : answer.dropLast() + TemporalOffset.text(offset)
        }

        /// The point that lies `value` units later, at the same time of day for days and more.
        public func add(value: Int, to component: Component) -> DateTime {
            DateTime(CalendarArithmetic.instant(instant, offset: offset, adding: value, component), offset: offset)
        }

        /// Whether both are the same instant.
        public static func == (left: DateTime, right: DateTime) -> Bool { left.instant == right.instant }

        /// Whether `left` comes first.
        public static func < (left: DateTime, right: DateTime) -> Bool { left.instant < right.instant }

        /// By the instant.
        public func hash(into hasher: inout Hasher) { hasher.combine(instant) }
    }
}
