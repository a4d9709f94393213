/// Writes dates and times of fixed width into a new text.
enum TemporalPrinter {
    /// `2026-11-30T15:04:05.123000000Z`.
    static func dateTime(day: CivilDate, secondOfDay: Int, nanoseconds: Int) -> Text {
        Text(
            String(unsafeUninitializedCapacity: 30) { buffer in
                put(day, into: buffer)
                buffer[10] = UInt8(ascii: "T")
                put(secondOfDay: secondOfDay, nanoseconds: nanoseconds, into: buffer, at: 11)
                buffer[29] = UInt8(ascii: "Z")
                return 30
            })
    }

    /// `2026-11-30`.
    static func date(_ day: CivilDate) -> Text {
        Text(
            String(unsafeUninitializedCapacity: 10) { buffer in
                put(day, into: buffer)
                return 10
            })
    }

    /// `15:04:05.123000000`, with `Z` when it is UTC.
    static func time(secondOfDay: Int, nanoseconds: Int, isUTC: Bool) -> Text {
        Text(
            String(unsafeUninitializedCapacity: 19) { buffer in
                put(secondOfDay: secondOfDay, nanoseconds: nanoseconds, into: buffer, at: 0)
                guard isUTC else { return 18 }
                buffer[18] = UInt8(ascii: "Z")
                return 19
            })
    }

    private static func put(_ day: CivilDate, into buffer: UnsafeMutableBufferPointer<UInt8>) {
        put(day.year / 100, into: buffer, at: 0)
        put(day.year % 100, into: buffer, at: 2)
        buffer[4] = UInt8(ascii: "-")
        put(day.month, into: buffer, at: 5)
        buffer[7] = UInt8(ascii: "-")
        put(day.day, into: buffer, at: 8)
    }

    private static func put(
        secondOfDay: Int, nanoseconds: Int, into buffer: UnsafeMutableBufferPointer<UInt8>, at offset: Int
    ) {
        put(secondOfDay / 3600, into: buffer, at: offset)
        buffer[offset + 2] = UInt8(ascii: ":")
        put(secondOfDay / 60 % 60, into: buffer, at: offset + 3)
        buffer[offset + 5] = UInt8(ascii: ":")
        put(secondOfDay % 60, into: buffer, at: offset + 6)
        buffer[offset + 8] = UInt8(ascii: ".")
        buffer[offset + 9] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: nanoseconds / 100_000_000)
        put(nanoseconds / 1_000_000 % 100, into: buffer, at: offset + 10)
        put(nanoseconds / 10_000 % 100, into: buffer, at: offset + 12)
        put(nanoseconds / 100 % 100, into: buffer, at: offset + 14)
        put(nanoseconds % 100, into: buffer, at: offset + 16)
    }

    /// Two digits; `value` is 0…99.
    private static func put(_ value: Int, into buffer: UnsafeMutableBufferPointer<UInt8>, at offset: Int) {
        let value = UInt8(truncatingIfNeeded: value)
        buffer[offset] = UInt8(ascii: "0") + value / 10
        buffer[offset + 1] = UInt8(ascii: "0") + value % 10
    }
}
