/// A number as JSON writes it (RFC 8259 §6), and what it is as `Int64` or `Double`.
enum NumberText {
    /// What a number is when it must be a whole one of 64 bits.
    enum Whole: Equatable {
        case value(Int64)
        case hasFraction
        case outOfRange
    }

    /// The end of the number that begins at `start`, or nil when none does.
    static func end(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var index = start
        if index < bytes.count, bytes[index] == UInt8(ascii: "-") { index += 1 }
        let whole = digitsEnd(in: bytes, from: index)
        // No leading zero but a lone one.
        guard whole > index, bytes[index] != UInt8(ascii: "0") || whole == index + 1 else { return nil }
        index = whole
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            let fraction = digitsEnd(in: bytes, from: index + 1)
            guard fraction > index + 1 else { return nil }
            index = fraction
        }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") {
                index += 1
            }
            let exponent = digitsEnd(in: bytes, from: index)
            guard exponent > index else { return nil }
            index = exponent
        }
        return index
    }

    /// Appends a whole number in decimal digits.
    static func write(_ value: Int64, to bytes: inout [UInt8]) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        var rest = value.magnitude
        if rest < 10 {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest))
            return
        }
        // The lowest digit comes first, so they are put in place from the end: at most 20.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var start = 20
            while rest > 0 {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }

    /// Appends the shortest number that reads back as `value`, which is finite: `3`, `0.1`, `1e308`, `5e-7`.
    static func write(_ value: Double, to bytes: inout [UInt8]) {
        // Swift finds the fewest digits, and dresses them for its own source: `3.0`, `1e+308`, `5e-07`.
        var text = value.description
        text.withUTF8 { digits in
            let end = digits.count
            if end > 2, digits[end - 2] == UInt8(ascii: "."), digits[end - 1] == UInt8(ascii: "0") {
                return bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[..<(end - 2)]))
            }
            guard let mark = digits.firstIndex(of: UInt8(ascii: "e")) else { return bytes.append(contentsOf: digits) }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[...mark]))
            if digits[mark + 1] == UInt8(ascii: "-") { bytes.append(UInt8(ascii: "-")) }
            bytes.append(contentsOf: digits[(mark + 2)...].drop { $0 == UInt8(ascii: "0") })
        }
    }

    /// The shortest number that reads back as `value`.
    static func shortest(_ value: Double) -> String {
        var bytes: [UInt8] = []
        write(value, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether `text` is one number and nothing else.
    static func isNumber(_ text: Text) -> Bool {
        text.withBytes { end(in: $0, from: 0) == $0.count }
    }

    /// The exact whole number: `5`, `5.0` and `50e-1` are 5; nothing is rounded. `text` is a number.
    static func whole(_ text: Text) -> Whole { text.withBytes { whole($0) } }

    /// The exact whole number. `bytes` are a number.
    static func whole(_ bytes: UnsafeBufferPointer<UInt8>) -> Whole {
        let parts = Parts(bytes)
        guard parts.magnitude > 0 || parts.isTooLong else { return .value(0) }
        guard parts.exponent >= 0 else { return .hasFraction }
        guard !parts.isTooLong, parts.exponent < 19 else { return .outOfRange }
        var magnitude = parts.magnitude
        for _ in 0..<parts.exponent {
            let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
            guard !overflow else { return .outOfRange }
            magnitude = product
        }
        if parts.isNegative {
            guard magnitude <= UInt64(1) << 63 else { return .outOfRange }
            return .value(Int64(truncatingIfNeeded: 0 &- magnitude))
        }
        return Int64(exactly: magnitude).map { .value($0) } ?? .outOfRange
    }

    /// The nearest double, `-0` as 0; nil when it is beyond the largest. `text` is a number.
    static func double(_ text: Text) -> Double? { text.withBytes { double($0) } }

    /// The nearest double, `-0` as 0; nil when it is beyond the largest. `bytes` are a number.
    static func double(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        let parts = Parts(bytes)
        // Both operands and therefore the one rounding are exact: 2^53 and 10^22 are doubles.
        if !parts.isTooLong, parts.magnitude <= 1 << 53, abs(parts.exponent) <= 22 {
            let magnitude = Double(parts.magnitude)
            let power = powersOfTen[abs(parts.exponent)]
            let value = parts.exponent < 0 ? magnitude / power : magnitude * power
            return parts.isNegative && value != 0 ? -value : value
        }
        guard let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite else { return nil }
        return value == 0 ? 0 : value
    }

    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20,
        1e21, 1e22,
    ]

    private static func digitsEnd(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index].decimalDigit != nil { index += 1 }
        return index
    }
}

extension NumberText {
    /// A number taken apart: ± `magnitude` × 10^`exponent`, without zeros at the end of `magnitude`.
    private struct Parts {
        var isNegative = false
        var magnitude: UInt64 = 0
        var exponent = 0
        /// It has more significant digits than `magnitude` holds.
        var isTooLong = false

        /// Past any exponent that matters, and far from overflow.
        private static let farExponent = 1 << 40

        init(_ bytes: UnsafeBufferPointer<UInt8>) {
            var scale = 0
            var zeros = 0
            var isFraction = false
            var index = 0
            while index < bytes.count {
                let byte = bytes[index]
                index += 1
                if let digit = byte.decimalDigit {
                    if isFraction { scale += 1 }
                    // A zero counts only when a digit other than zero follows it.
                    guard digit != 0 else {
                        zeros += 1
                        continue
                    }
                    append(digit, afterZeros: magnitude == 0 && !isTooLong ? 0 : zeros)
                    zeros = 0
                } else if byte == UInt8(ascii: ".") {
                    isFraction = true
                } else if byte == UInt8(ascii: "-") {
                    isNegative = true
                } else {
                    exponent = Parts.exponent(bytes, from: index)
                    break
                }
            }
            exponent += zeros - scale
        }

        private mutating func append(_ digit: Int, afterZeros zeros: Int) {
            guard !isTooLong else { return }
            for _ in 0...min(zeros, 20) {
                let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
                isTooLong = isTooLong || overflow
                magnitude = product
            }
            let (sum, overflow) = magnitude.addingReportingOverflow(UInt64(digit))
            isTooLong = isTooLong || overflow
            magnitude = sum
        }

        private static func exponent(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
            var value = 0
            var isNegative = false
            for index in start..<bytes.count {
                if let digit = bytes[index].decimalDigit {
                    value = min(value * 10 + digit, farExponent)
                } else {
                    isNegative = bytes[index] == UInt8(ascii: "-")
                }
            }
            return isNegative ? -value : value
        }
    }
}
