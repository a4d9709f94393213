extension [UInt8] {
    /// Lends the bytes to a judge that throws refusals.
    func judge<Result>(
        _ body: (UnsafeRawBufferPointer) throws(Refusal) -> Result
    ) throws(Refusal) -> Result {
        try span.bytes.withUnsafeBytes(body)
    }

    /// Appends text of the program's own.
    mutating func append(text: StaticString) {
        append(contentsOf: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends bytes of a buffer.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        append(contentsOf: bytes)
    }

    /// Appends a number in decimal digits.
    mutating func append(decimal value: Int) {
        precondition(value >= 0, "lengths and codes are not negative")
        var divisor = 1
        while value / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            append(UInt8(0x30 + value / divisor % 10))
            divisor /= 10
        }
    }

    /// Appends the last `count` decimal digits of a number.
    mutating func append(digits value: Int, _ count: Int) {
        var divisor = 1
        for _ in 1..<count { divisor *= 10 }
        while divisor > 0 {
            append(UInt8(0x30 + value / divisor % 10))
            divisor /= 10
        }
    }
}
