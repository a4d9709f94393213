/// A number as JSON writes it, kept by value: nothing is rounded where an integer is meant.
struct NumberLiteral: Hashable {
    /// Where the number stands among the 64-bit integers.
    enum Place: Hashable {
        case exactly(Int64)
        /// More than this integer and less than the next.
        case above(Int64)
        case overAll
        case underAll
    }

    let place: Place
    /// The nearest double: finite, never `-0`.
    let double: Double

    /// `text` is a number by RFC 8259 §6; nil when it is beyond the doubles.
    init?(_ text: Text) {
        guard let value = NumberText.double(text) else { return nil }
        double = value
        place = text.withBytes(NumberLiteral.place)
    }

    private static func place(of bytes: UnsafeBufferPointer<UInt8>) -> Place {
        var digits: [UInt8] = []
        var isNegative = false
        /// The value is `digits` × 10^`scale`.
        var scale = 0
        var isFraction = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                scale += exponent(bytes[(index + 1)...])
                index = bytes.count
            default:
                if !(digits.isEmpty && byte == UInt8(ascii: "0")) { digits.append(byte - UInt8(ascii: "0")) }
                if isFraction { scale -= 1 }
            }
            index += 1
        }
        while digits.last == 0 {
            digits.removeLast()
            scale += 1
        }
        if digits.isEmpty { return .exactly(0) }

        // 19 digits are the most that an Int64 has.
        let integerDigits = digits.count + scale
        guard integerDigits <= 19 else { return isNegative ? .underAll : .overAll }
        var magnitude: UInt64 = 0
        for offset in 0..<max(0, integerDigits) {
            magnitude = magnitude * 10 + UInt64(offset < digits.count ? digits[offset] : 0)
        }
        let isIntegral = scale >= 0
        if isNegative {
            // Towards minus infinity: -2.5 lies above -3.
            let floor = isIntegral ? magnitude : magnitude + 1
            guard floor <= UInt64(Int64.max) + 1 else { return .underAll }
            let integer = Int64(truncatingIfNeeded: 0 &- floor)
            return isIntegral ? .exactly(integer) : .above(integer)
        }
        guard let integer = Int64(exactly: magnitude) else { return .overAll }
        return isIntegral ? .exactly(integer) : .above(integer)
    }

    /// The exponent's value, held within ± 10^9: past that only its sign matters.
    private static func exponent(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        var value = 0
        var isNegative = false
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "+"): break
            default: value = min(value * 10 + Int(byte - UInt8(ascii: "0")), 1_000_000_000)
            }
        }
        return isNegative ? -value : value
    }
}
