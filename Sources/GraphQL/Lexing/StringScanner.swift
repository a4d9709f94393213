/// Reads one string literal (GraphQL, October 2021, §2.9.4).
struct StringScanner {
    struct Fault {
        let message: String
        /// Nil: at the start of the string.
        let offset: Int?
    }

    private(set) var offset: Int
    private(set) var faults: [Fault] = []
    private let bytes: [UInt8]
    private var value: [UInt8] = []

    /// `offset` is that of the opening quotation mark.
    init(_ bytes: [UInt8], at offset: Int) {
        self.bytes = bytes
        self.offset = offset
    }

    /// `"…"`: one line, with escapes. An unterminated one ends with its line.
    mutating func scanQuoted() -> String {
        offset += 1
        while let byte = peek(0), byte != 0x0A, byte != 0x0D {
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return String(decoding: value, as: UTF8.self)
            case UInt8(ascii: "\\"):
                scanEscape()
            default:
                if isForbidden(byte) { report(controlCharacter(byte), at: offset) }
                value.append(byte)
                offset += 1
            }
        }
        report("the string is not closed before the end of its line", at: nil)
        return String(decoding: value, as: UTF8.self)
    }

    /// `"""…"""`: any number of lines, `\"""` its only escape; the indentation is removed.
    mutating func scanBlock() -> String {
        offset += 3
        while let byte = peek(0) {
            if byte == UInt8(ascii: "\""), isTripleQuote(at: 0) {
                offset += 3
                return BlockString.value(of: value)
            }
            if byte == UInt8(ascii: "\\"), isTripleQuote(at: 1) {
                value.append(contentsOf: repeatElement(UInt8(ascii: "\""), count: 3))
                offset += 4
                continue
            }
            if isForbidden(byte) { report(controlCharacter(byte), at: offset) }
            value.append(byte)
            offset += 1
        }
        report("the block string is not closed by \"\"\"", at: nil)
        return BlockString.value(of: value)
    }

    private func isTripleQuote(at distance: Int) -> Bool {
        (0..<3).allSatisfy { peek(distance + $0) == UInt8(ascii: "\"") }
    }

    private mutating func scanEscape() {
        let start = offset
        guard let byte = peek(1), byte != 0x0A, byte != 0x0D else {
            offset += 1
            return
        }
        offset += 2
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): value.append(byte)
        case UInt8(ascii: "b"): value.append(0x08)
        case UInt8(ascii: "f"): value.append(0x0C)
        case UInt8(ascii: "n"): value.append(0x0A)
        case UInt8(ascii: "r"): value.append(0x0D)
        case UInt8(ascii: "t"): value.append(0x09)
        case UInt8(ascii: "u"): scanUnicodeEscape(from: start)
        default:
            report("after \\ comes one of \" \\ / b f n r t u", at: start)
            value.append(byte)
        }
    }

    /// `\uXXXX`, a surrogate pair as two of them, and `\u{X…}` of later editions of the language.
    private mutating func scanUnicodeEscape(from start: Int) {
        guard let unit = scanHexadecimal() else {
            return report("after \\u come four hexadecimal digits, or up to six in braces", at: start)
        }
        var code = unit
        if (0xD800..<0xDC00).contains(unit), peek(0) == UInt8(ascii: "\\"), peek(1) == UInt8(ascii: "u") {
            let behind = offset
            offset += 2
            if let low = scanHexadecimal(), (0xDC00..<0xE000).contains(low) {
                code = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
            } else {
                offset = behind
            }
        }
        guard let scalar = Unicode.Scalar(code) else {
            return report("this escape is no Unicode character", at: start)
        }
        value.append(contentsOf: String(Character(scalar)).utf8)
    }

    private mutating func scanHexadecimal() -> UInt32? {
        let isBraced = peek(0) == UInt8(ascii: "{")
        if isBraced { offset += 1 }
        var code: UInt32 = 0
        var digits = 0
        while digits < (isBraced ? 6 : 4), let byte = peek(0), let digit = hexadecimalValue(byte) {
            code = code << 4 | digit
            digits += 1
            offset += 1
        }
        guard isBraced else { return digits == 4 ? code : nil }
        guard digits > 0, peek(0) == UInt8(ascii: "}") else { return nil }
        offset += 1
        return code
    }

    private func hexadecimalValue(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte) - 0x30
        case 0x41...0x46: UInt32(byte) - 0x41 + 10
        case 0x61...0x66: UInt32(byte) - 0x61 + 10
        default: nil
        }
    }

    private func peek(_ distance: Int) -> UInt8? {
        offset + distance < bytes.count ? bytes[offset + distance] : nil
    }

    private mutating func report(_ message: String, at offset: Int?) {
        if faults.count <= Parser.maxErrors { faults.append(Fault(message: message, offset: offset)) }
    }
}
