/// Cuts a text into tokens (GraphQL, October 2021, §2.1).
///
/// A fault is reported and the lexer goes on behind it, so that one mistake does not hide the next.
struct Lexer {
    let source: SourceText
    /// What was wrong so far.
    var faults: [Diagnostic] = []
    private let bytes: [UInt8]
    private var offset = 0
    /// Whether a line ended since the last token.
    private var startsLine = true
    private var comments = CommentCollector()

    init(_ source: SourceText) {
        self.source = source
        bytes = source.bytes
    }

    /// The next token; `.end` for ever at the end.
    mutating func next() -> Token {
        while true {
            skipIgnored()
            let start = offset
            guard let kind = scan() else { continue }
            let found = comments.take()
            defer { startsLine = false }
            return Token(
                kind: kind, range: start..<offset, startsLine: startsLine, comment: found.above,
                trailingComment: found.behind)
        }
    }

    /// §2.1.7: white space, line ends, commas, comments and byte order marks say nothing.
    private mutating func skipIgnored() {
        while let byte = peek(0) {
            switch byte {
            case 0x20, 0x09, 0x2C: offset += 1
            case 0x0A, 0x0D:
                offset += byte == 0x0D && peek(1) == 0x0A ? 2 : 1
                comments.lineEnded()
                startsLine = true
            case 0x23: skipComment()
            case 0xEF where peek(1) == 0xBB && peek(2) == 0xBF: offset += 3
            default: return
            }
        }
    }

    private mutating func skipComment() {
        let start = offset + 1
        while let byte = peek(0), byte != 0x0A, byte != 0x0D {
            if isForbidden(byte) { report(controlCharacter(byte), at: offset) }
            offset += 1
        }
        comments.add(String(decoding: bytes[start..<offset], as: UTF8.self), isOwnLine: startsLine)
    }

    /// A token at the offset, or nil after a fault.
    private mutating func scan() -> Token.Kind? {
        guard let byte = peek(0) else { return .end }
        switch byte {
        case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "("), UInt8(ascii: ")"),
            UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "@"), UInt8(ascii: "["), UInt8(ascii: "]"),
            UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
            offset += 1
            return .punctuator(byte)
        case UInt8(ascii: ".") where peek(1) == byte && peek(2) == byte:
            offset += 3
            return .spread
        case UInt8(ascii: "\""):
            return scanString()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return scanNumber()
        case _ where isNameStart(byte):
            while let byte = peek(0), isNameContinue(byte) { offset += 1 }
            return .name
        default:
            return skipUnknown(byte)
        }
    }

    private mutating func skipUnknown(_ byte: UInt8) -> Token.Kind? {
        let start = offset
        offset += 1
        while let byte = peek(0), byte & 0xC0 == 0x80 { offset += 1 }
        switch byte {
        case _ where isForbidden(byte):
            report(controlCharacter(byte), at: start)
        case UInt8(ascii: "'"):
            report("a string stands in double quotes, not in single ones", at: start)
            while let next = peek(0), next != byte, next != 0x0A, next != 0x0D { offset += 1 }
            if peek(0) == byte { offset += 1 }
            return .string(
                String(decoding: bytes[(start + 1)..<max(start + 1, offset - 1)], as: UTF8.self), isBlock: false)
        default:
            let end = offset
            let source = bytes
            report("\"\(String(decoding: source[start..<end], as: UTF8.self))\" has no meaning here", at: start)
        }
        return nil
    }

    private mutating func scanString() -> Token.Kind {
        var scanner = StringScanner(bytes, at: offset)
        let start = offset
        let isBlock = peek(1) == UInt8(ascii: "\"") && peek(2) == UInt8(ascii: "\"")
        let value = isBlock ? scanner.scanBlock() : scanner.scanQuoted()
        offset = scanner.offset
        for fault in scanner.faults { report(fault.message, at: fault.offset ?? start) }
        return .string(value, isBlock: isBlock)
    }

    /// §2.9.1, §2.9.2: no leading zeros, no plus sign, digits on both sides of a point, and nothing glued to the end.
    private mutating func scanNumber() -> Token.Kind {
        let start = offset
        var kind = Token.Kind.int
        var message: String?
        if peek(0) == UInt8(ascii: "-") { offset += 1 }
        if peek(0) == UInt8(ascii: "0"), isDigit(peek(1)) { message = "a number does not begin with 0" }
        if skipDigits() == 0 { message = "a digit must follow the minus sign" }
        if peek(0) == UInt8(ascii: "."), peek(1) != UInt8(ascii: ".") {
            kind = .float
            offset += 1
            if skipDigits() == 0, message == nil { message = "a digit must follow the decimal point" }
        }
        if peek(0) == UInt8(ascii: "e") || peek(0) == UInt8(ascii: "E") {
            kind = .float
            offset += 1
            if peek(0) == UInt8(ascii: "+") || peek(0) == UInt8(ascii: "-") { offset += 1 }
            if skipDigits() == 0, message == nil { message = "a digit must follow the exponent sign" }
        }
        if let byte = peek(0), isNameContinue(byte) || byte == UInt8(ascii: ".") {
            while let byte = peek(0), isNameContinue(byte) || byte == UInt8(ascii: ".") { offset += 1 }
            message =
                message
                ?? "\"\(String(decoding: bytes[start..<offset], as: UTF8.self))\" is neither a number nor a name"
        }
        if let message { report(message, at: start) }
        return kind
    }

    private mutating func skipDigits() -> Int {
        let start = offset
        while isDigit(peek(0)) { offset += 1 }
        return offset - start
    }

    private func peek(_ distance: Int) -> UInt8? {
        offset + distance < bytes.count ? bytes[offset + distance] : nil
    }

    private mutating func report(_ message: @autoclosure () -> String, at offset: Int) {
        guard faults.count <= Parser.maxErrors else { return }
        faults.append(Diagnostic(.error, message(), at: Location(source, offset)))
    }
}

/// §2.1.1: control characters other than tab and line ends are not part of a text.
func isForbidden(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D }

func controlCharacter(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return "the control character U+\(String(repeating: "0", count: 4 - digits.count))\(digits) is not allowed"
}

func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }

func isNameStart(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F }

func isNameContinue(_ byte: UInt8) -> Bool { isNameStart(byte) || (0x30...0x39).contains(byte) }
