/// Cuts the text of a predicate, in either spelling, into its tokens.
struct PredicateLexer {
    enum Symbol: String {
        case open = "("
        case close = ")"
        case comma = ","
        case dot = "."
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case and = "&&"
        case or = "||"
        case not = "!"
        case openBrace = "{"
        case closeBrace = "}"
        case openBracket = "["
        case closeBracket = "]"
        case colon = ":"
    }

    enum Token {
        case symbol(Symbol)
        case name(String)
        /// In backticks: never a word of the language.
        case quotedName(String)
        case text(Text)
        case number(NumberLiteral)
        case end
    }

    enum Spelling { case swift, json }

    private let bytes: [UInt8]
    private let spelling: Spelling
    private(set) var offset = 0

    init(_ bytes: [UInt8], _ spelling: Spelling) {
        self.bytes = bytes
        self.spelling = spelling
    }

    /// The next token and where it begins. At the end it gives `end` again and again.
    mutating func next() throws(SyntaxFault) -> (token: Token, offset: Int) {
        while let byte = peek(), PredicateLexer.isSpace(byte) { offset += 1 }
        let start = offset
        guard let byte = peek() else { return (.end, start) }
        switch byte {
        case UInt8(ascii: "\""): return (.text(try text(quote: byte)), start)
        case UInt8(ascii: "'") where spelling == .swift: return (.text(try text(quote: byte)), start)
        case UInt8(ascii: "`") where spelling == .swift: return (.quotedName(try quotedName()), start)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return (.number(try number()), start)
        case _ where PredicateLexer.beginsName(byte): return (.name(name()), start)
        default: return (.symbol(try symbol(byte)), start)
        }
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    /// Whether `text` is a name as GraphQL has them.
    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, beginsName(first) else { return false }
        return text.utf8.allSatisfy(continuesName)
    }

    private static func beginsName(_ byte: UInt8) -> Bool {
        (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")) || byte == UInt8(ascii: "_")
    }

    private static func continuesName(_ byte: UInt8) -> Bool { beginsName(byte) || byte.decimalDigit != nil }

    private func peek(_ ahead: Int = 0) -> UInt8? {
        offset + ahead < bytes.count ? bytes[offset + ahead] : nil
    }

    private mutating func name() -> String {
        let start = offset
        while let byte = peek(), PredicateLexer.continuesName(byte) { offset += 1 }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private mutating func quotedName() throws(SyntaxFault) -> String {
        let start = offset
        offset += 1
        let name = name()
        guard !name.isEmpty, PredicateLexer.isName(name), peek() == UInt8(ascii: "`") else {
            throw SyntaxFault(offset: start, detail: "Between backticks stands the name of a field.")
        }
        offset += 1
        return name
    }

    private mutating func number() throws(SyntaxFault) -> NumberLiteral {
        let start = offset
        let end = bytes.withUnsafeBufferPointer { NumberText.end(in: $0, from: start) }
        guard let end else {
            throw SyntaxFault(offset: start, detail: "A number is written as in JSON: 10, -0.5, 1e3.")
        }
        offset = end
        if let byte = peek(), PredicateLexer.continuesName(byte) || byte == UInt8(ascii: ".") {
            throw SyntaxFault(offset: start, detail: "A number is written as in JSON: 10, -0.5, 1e3.")
        }
        guard let literal = NumberLiteral(Text(String(decoding: bytes[start..<end], as: UTF8.self))) else {
            throw SyntaxFault(offset: start, detail: "This number is beyond the largest that can be held, 1.8e308.")
        }
        return literal
    }

    private mutating func symbol(_ byte: UInt8) throws(SyntaxFault) -> Symbol {
        if let second = peek(1), let symbol = Symbol(rawValue: String(decoding: [byte, second], as: UTF8.self)) {
            offset += 2
            return symbol
        }
        if let symbol = Symbol(rawValue: String(decoding: [byte], as: UTF8.self)) {
            offset += 1
            return symbol
        }
        let hint =
            switch byte {
            case UInt8(ascii: "="): "Equality is written \"==\"."
            case UInt8(ascii: "&"): "\"and\" is written \"&&\" or \"and\"."
            case UInt8(ascii: "|"): "\"or\" is written \"||\" or \"or\"."
            default: "\"\(character())\" has no meaning here."
            }
        throw SyntaxFault(offset: offset, detail: hint)
    }

    /// The character at the present place.
    private func character() -> String {
        var end = offset + 1
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return String(decoding: bytes[offset..<end], as: UTF8.self)
    }
}

/// Texts in quotes.
extension PredicateLexer {
    /// A JSON string (RFC 8259 §7), or the same in single quotes.
    private mutating func text(quote: UInt8) throws(SyntaxFault) -> Text {
        let start = offset
        offset += 1
        var content: [UInt8] = []
        while let byte = peek() {
            offset += 1
            switch byte {
            case quote:
                return Text(String(decoding: content, as: UTF8.self))
            case UInt8(ascii: "\\"):
                try escape(into: &content, quote: quote)
            case 0..<0x20:
                throw SyntaxFault(
                    offset: offset - 1, detail: "A control character in a text is written with \\u, as in JSON.")
            default:
                // As far as nothing else can be meant.
                let run = offset - 1
                while let byte = peek(), byte != quote, byte != UInt8(ascii: "\\"), byte >= 0x20 { offset += 1 }
                content += bytes[run..<offset]
            }
        }
        throw SyntaxFault(offset: start, detail: "This text has no closing quote.")
    }

    private mutating func escape(into content: inout [UInt8], quote: UInt8) throws(SyntaxFault) {
        let start = offset - 1
        guard let byte = peek() else {
            throw SyntaxFault(offset: start, detail: "The text ends within an escape.")
        }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
        case UInt8(ascii: "'") where quote == byte: content.append(byte)
        case UInt8(ascii: "b"): content.append(0x08)
        case UInt8(ascii: "f"): content.append(0x0C)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "u"): content += try escapedScalar(from: start)
        default: throw SyntaxFault(offset: start, detail: "This is no escape that JSON knows.")
        }
    }

    /// The UTF-8 bytes of `\uXXXX`, or of a surrogate pair.
    private mutating func escapedScalar(from start: Int) throws(SyntaxFault) -> [UInt8] {
        guard let first = hex() else {
            throw SyntaxFault(offset: start, detail: "\\u takes four hexadecimal digits.")
        }
        var code = first
        if first & 0xFC00 == 0xD800, peek() == UInt8(ascii: "\\"), peek(1) == UInt8(ascii: "u") {
            offset += 2
            if let second = hex(), second & 0xFC00 == 0xDC00 {
                code = 0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF)
            }
        }
        guard let scalar = Unicode.Scalar(code) else {
            throw SyntaxFault(offset: start, detail: "Half of a surrogate pair is no character.")
        }
        guard code != 0 else { throw SyntaxFault(offset: start, detail: "No text contains U+0000.") }
        return Array(String(Character(scalar)).utf8)
    }

    private mutating func hex() -> UInt32? {
        guard offset + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for byte in bytes[offset..<(offset + 4)] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            value = value << 4 | UInt32(digit)
        }
        offset += 4
        return value
    }
}
