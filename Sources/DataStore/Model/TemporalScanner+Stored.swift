extension TemporalScanner {
    /// The stored form of an `AWSDateTime`; nil when `bytes` are none.
    static func storedDateTime(_ bytes: UnsafeBufferPointer<UInt8>) -> Text? {
        var scanner = TemporalScanner(bytes)
        guard let day = scanner.date(), scanner.take("T"), let clock = scanner.clock(), let zone = scanner.zone(),
            scanner.isAtEnd
        else { return nil }
        // In UTC the digits stay what they are; only another offset needs the calendar. An instant's years begin with 1.
        if bytes.last == UInt8(ascii: "Z"), day.year >= 1 { return widened(bytes) }
        let seconds = Int64(day.number * 86_400 + clock.seconds - zone)
        return Instant(seconds: seconds, nanoseconds: clock.nanoseconds)?.stored
    }

    /// `2026-11-30T15:04[:05[.1]]Z` with all its digits: `2026-11-30T15:04:05.100000000Z`.
    private static func widened(_ bytes: UnsafeBufferPointer<UInt8>) -> Text {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 30) { buffer in
            for place in 0..<30 {
                let isGiven = place < bytes.count - 1
                buffer[place] = isGiven ? bytes[place] : place == 16 ? UInt8(ascii: ":") : UInt8(ascii: "0")
            }
            buffer[19] = UInt8(ascii: ".")
            buffer[29] = UInt8(ascii: "Z")
            return Text(validated: UnsafeBufferPointer(buffer), isASCII: true)
        }
    }
}
