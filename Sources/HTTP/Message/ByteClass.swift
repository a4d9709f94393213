/// Which bytes may stand where in a message: the character classes of RFC 9110 §5.6.2 and RFC 9112.
enum ByteClass {
    static let cr = UInt8(ascii: "\r")
    static let lf = UInt8(ascii: "\n")
    static let space = UInt8(ascii: " ")
    static let tab = UInt8(ascii: "\t")
    static let colon = UInt8(ascii: ":")
    static let percent = UInt8(ascii: "%")
    static let slash = UInt8(ascii: "/")

    /// Two 64-bit words for the ASCII bytes of a class: bit n says whether byte n belongs to it. The words are written
    /// out, so that the compiler lays them down as constants and no first use has to be asked after.
    struct Set: Sendable {
        let low: UInt64
        let high: UInt64

        @inline(__always) func contains(_ byte: UInt8) -> Bool {
            if byte < 64 { return low >> UInt64(byte) & 1 != 0 }
            return byte < 128 && high >> UInt64(byte - 64) & 1 != 0
        }
    }

    /// tchar (RFC 9110 §5.6.2), what methods, field names and codings are made of: letters, digits, and
    /// `` ! # $ % & ' * + - . ^ _ ` | ~ ``.
    static let token = Set(low: 0x03FF_6CFA_0000_0000, high: 0x57FF_FFFF_C7FF_FFFE)
    /// What a Host field may hold, names, addresses in brackets, a port (RFC 9110 §7.2, RFC 3986 §3.2.2): letters,
    /// digits, and `! $ % & ' ( ) * + , - . : ; = [ ] _ ~`.
    static let host = Set(low: 0x2FFF_7FF2_0000_0000, high: 0x47FF_FFFE_AFFF_FFFE)

    /// A byte of a request target: visible ASCII but `#`, which starts what is never sent (RFC 9112 §3.2).
    @inline(__always) static func isTarget(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "#")
    }

    /// A byte of a field value: visible, space, tab, or beyond ASCII (RFC 9110 §5.5).
    @inline(__always) static func isFieldValue(_ byte: UInt8) -> Bool {
        byte >= 0x20 ? byte != 0x7F : byte == tab
    }

    @inline(__always) static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

    /// The lower-case form of an ASCII letter; any other byte as it is.
    @inline(__always) static func lower(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

    /// The value of a hexadecimal digit.
    @inline(__always) static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    /// Whether every byte may stand in a field value. Eight at a time; only a suspicious word is looked at closely.
    static func areFieldValue(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        var index = 0
        while index + 8 <= bytes.count {
            let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let deletes = word ^ (ones &* 0x7F)
            // A byte below 0x20 borrows from its own high bit; a byte equal to 0x7F becomes zero and does so too.
            let suspicious = ((word &- ones &* 0x20) & ~word | (deletes &- ones) & ~deletes) & highs
            if suspicious != 0 {
                for offset in index..<index + 8 where !isFieldValue(bytes[offset]) { return false }
            }
            index += 8
        }
        while index < bytes.count {
            if !isFieldValue(bytes[index]) { return false }
            index += 1
        }
        return true
    }

    /// Whether the bytes spell `lowercased`, in letters of any case (ASCII alone).
    static func equals(_ bytes: UnsafeRawBufferPointer, ignoringCase lowercased: StaticString) -> Bool {
        guard bytes.count == lowercased.utf8CodeUnitCount else { return false }
        let other = lowercased.utf8Start
        for index in 0..<bytes.count where lower(bytes[index]) != other[index] { return false }
        return true
    }

    /// Whether the bytes are `text`, byte for byte.
    static func equals(_ bytes: UnsafeRawBufferPointer, exactly text: StaticString) -> Bool {
        guard bytes.count == text.utf8CodeUnitCount else { return false }
        let other = text.utf8Start
        for index in 0..<bytes.count where bytes[index] != other[index] { return false }
        return true
    }

    /// Whether two names are one, in letters of any case (ASCII alone).
    static func equals(_ bytes: UnsafeRawBufferPointer, ignoringCase other: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count == other.count else { return false }
        for index in 0..<bytes.count where lower(bytes[index]) != lower(other[index]) { return false }
        return true
    }

    /// `bytes` without blanks at either end (RFC 9110 §5.6.3, OWS).
    static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var start = 0
        var end = bytes.count
        while start < end, isBlank(bytes[start]) { start += 1 }
        while end > start, isBlank(bytes[end - 1]) { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    }

    /// Whether a comma-separated list names `lowercased`, in letters of any case.
    static func list(_ bytes: UnsafeRawBufferPointer, names lowercased: StaticString) -> Bool {
        var start = 0
        for index in 0...bytes.count where index == bytes.count || bytes[index] == UInt8(ascii: ",") {
            let item = trimmed(UnsafeRawBufferPointer(rebasing: bytes[start..<index]))
            if equals(item, ignoringCase: lowercased) { return true }
            start = index + 1
        }
        return false
    }
}
