/// Reads the parts of a date or time from bytes, left to right: ISO 8601's extended format, as AppSync narrows it.
///
/// A part that is not there, or is out of its range, gives nil; then the whole text is refused.
struct TemporalScanner {
    /// `hh:mm[:ss[.fffffffff]]`.
    struct Clock: Equatable {
        /// Seconds since midnight, 0…86 399. There is no leap second.
        let seconds: Int
        /// 0…999 999 999.
        let nanoseconds: Int
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var offset = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Whether everything has been read.
    var isAtEnd: Bool { offset == bytes.count }

    /// `YYYY-MM-DD`, a day that exists, years 0000…9999.
    mutating func date() -> CivilDate? {
        guard let year = digits(4), take("-"), let month = digits(2), take("-"), let day = digits(2) else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }

    /// `hh:mm`, `hh:mm:ss` or that with one to nine digits of fraction.
    mutating func clock() -> Clock? {
        guard let hour = digits(2), hour <= 23, take(":"), let minute = digits(2), minute <= 59 else { return nil }
        var second = 0
        var nanoseconds = 0
        if take(":") {
            guard let given = digits(2), given <= 59 else { return nil }
            second = given
            if take(".") {
                guard let given = fraction() else { return nil }
                nanoseconds = given
            }
        }
        return Clock(seconds: hour * 3600 + minute * 60 + second, nanoseconds: nanoseconds)
    }

    /// `Z` or `±hh:mm[:ss]` up to 23:59:59, in seconds east of UTC.
    mutating func zone() -> Int? {
        if take("Z") { return 0 }
        let sign: Int
        if take("+") { sign = 1 } else if take("-") { sign = -1 } else { return nil }
        guard let hours = digits(2), hours <= 23, take(":"), let minutes = digits(2), minutes <= 59 else { return nil }
        var seconds = 0
        if take(":") {
            guard let given = digits(2), given <= 59 else { return nil }
            seconds = given
        }
        return sign * (hours * 3600 + minutes * 60 + seconds)
    }

    /// Steps over `character` if it comes next.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func digits(_ count: Int) -> Int? {
        guard bytes.count - offset >= count else { return nil }
        var value = 0
        for index in offset..<offset + count {
            guard let digit = bytes[index].decimalDigit else { return nil }
            value = value * 10 + digit
        }
        offset += count
        return value
    }

    /// One to nine digits, in billionths.
    private mutating func fraction() -> Int? {
        var value = 0
        var count = 0
        while offset < bytes.count, let digit = bytes[offset].decimalDigit {
            count += 1
            guard count <= 9 else { return nil }
            value = value * 10 + digit
            offset += 1
        }
        guard count > 0 else { return nil }
        for _ in count..<9 { value *= 10 }
        return value
    }
}

extension UInt8 {
    /// What the ASCII digit stands for.
    var decimalDigit: Int? {
        let value = self &- UInt8(ascii: "0")
        return value <= 9 ? Int(value) : nil
    }
}
