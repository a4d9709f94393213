/// Reads one JSON text, strictly (RFC 8259; I-JSON's rules of RFC 7493 for names and surrogates).
///
/// Refused besides bad syntax: bytes that are not UTF-8, a lone surrogate, a member name that stands twice in its
/// object, a control character in a string, nesting past ``maximumDepth``, and anything behind the value but white
/// space. A byte-order mark is refused like any other byte out of place.
package struct JSONReader {
    /// How deep arrays and objects may nest.
    package static let maximumDepth = 128

    private let bytes: UnsafeBufferPointer<UInt8>
    private let isASCII: Bool
    private var index = 0
    private var depth = 0
    /// Holds the bytes of a string with escapes while it is read; kept for the next one.
    private var scratch: [UInt8] = []

    /// Reads the whole of `bytes` as one value.
    package static func read(_ bytes: [UInt8]) throws(JSONFault) -> JSON {
        try bytes.withUnsafeBufferPointer { buffer in Result { () throws(JSONFault) in try read(buffer) } }.get()
    }

    /// Reads the whole of `bytes` as one value.
    package static func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONFault) -> JSON {
        do throws(Failure) {
            var reader = JSONReader(bytes, isASCII: try checkUTF8(bytes))
            let value = try reader.value()
            reader.skipSpace()
            guard reader.index == bytes.count else { throw Failure(reader.index, "the text goes on behind the value") }
            return value
        } catch {
            throw error.placed(in: bytes)
        }
    }

    /// Reads the whole of `text` as one value.
    package static func read(_ text: Text) throws(JSONFault) -> JSON {
        try text.withBytes { buffer in Result { () throws(JSONFault) in try read(buffer) } }.get()
    }

    /// Whether the first thing in a text is an array's bracket.
    package static func beginsArray(_ bytes: [UInt8]) -> Bool {
        bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D } == UInt8(ascii: "[")
    }

    /// How many items the text's array has; 0 when it is none.
    package static func countOfArray(_ bytes: [UInt8]) -> Int {
        do throws(JSONFault) {
            if case .array(let items) = try read(bytes) { return items.count }
            return 0
        } catch {
            return 0
        }
    }

    /// Reads text from the database, where another program may have written anything; nil when it is no JSON.
    static func readIfValid(_ text: Text) -> JSON? {
        do throws(JSONFault) { return try read(text) } catch { return nil }
    }

    /// Reads the one value that begins at `index`, inside of `depth` arrays and objects, and moves behind it. Nil when it
    /// is not well-formed. `bytes` are UTF-8.
    static func value(
        in bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool, at index: inout Int, depth: Int
    ) -> JSON? {
        var reader = JSONReader(bytes, isASCII: isASCII)
        reader.index = index
        reader.depth = depth
        do throws(Failure) {
            let value = try reader.value()
            index = reader.index
            return value
        } catch {
            return nil
        }
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
        self.bytes = bytes
        self.isASCII = isASCII
    }

    /// All of it at once, so that strings can be taken as they are: what an escape stands for is a whole character.
    /// Answers whether all bytes are ASCII.
    private static func checkUTF8(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) -> Bool {
        do throws(UTF8.ValidationError) {
            return try UTF8Span(validating: bytes.span).isKnownASCII
        } catch {
            throw Failure(error.byteOffsets.lowerBound, "the bytes are not UTF-8")
        }
    }

    // MARK: - Values

    private mutating func value() throws(Failure) -> JSON {
        skipSpace()
        guard index < bytes.count else { throw Failure(index, "the text ends where a value should stand") }
        switch bytes[index] {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", is: .bool(true))
        case UInt8(ascii: "f"): return try word("false", is: .bool(false))
        case UInt8(ascii: "n"): return try word("null", is: .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw Failure(index, "no value begins with this character")
        }
    }

    private mutating func object() throws(Failure) -> JSON {
        try descend()
        var members: [JSON.Member] = []
        var names = NameSet()
        skipSpace()
        if take(UInt8(ascii: "}")) { return leave(.object(members)) }
        members.reserveCapacity(8)
        while true {
            skipSpace()
            let start = index
            guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
                throw Failure(index, "a member's name in quotes should stand here")
            }
            let name = try string()
            guard names.insert(name, among: members) else { throw Failure(start, "the member stands twice") }
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw Failure(index, "a colon should stand here") }
            members.append(JSON.Member(name, try value()))
            skipSpace()
            if take(UInt8(ascii: ",")) { continue }
            guard take(UInt8(ascii: "}")) else { throw Failure(index, "a comma or } should stand here") }
            return leave(.object(members))
        }
    }

    private mutating func array() throws(Failure) -> JSON {
        try descend()
        var items: [JSON] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return leave(.array(items)) }
        while true {
            items.append(try value())
            skipSpace()
            if take(UInt8(ascii: ",")) { continue }
            guard take(UInt8(ascii: "]")) else { throw Failure(index, "a comma or ] should stand here") }
            return leave(.array(items))
        }
    }

    private mutating func number() throws(Failure) -> JSON {
        guard let end = NumberText.end(in: bytes, from: index) else { throw Failure(index, "this is no JSON number") }
        defer { index = end }
        return .number(Text(validated: UnsafeBufferPointer(rebasing: bytes[index..<end]), isASCII: true))
    }

    private mutating func word(_ word: StaticString, is value: JSON) throws(Failure) -> JSON {
        let count = word.utf8CodeUnitCount
        guard bytes.count - index >= count else { throw Failure(index, "no value begins with this character") }
        for offset in 0..<count where bytes[index + offset] != word.utf8Start[offset] {
            throw Failure(index, "no value begins with this character")
        }
        index += count
        return value
    }

    // MARK: - Strings

    private mutating func string() throws(Failure) -> Text {
        index += 1
        let start = index
        index = JSONScan.endOfPlain(bytes, from: start)
        if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
            defer { index += 1 }
            return Text(validated: UnsafeBufferPointer(rebasing: bytes[start..<index]), isASCII: isASCII)
        }
        scratch.removeAll(keepingCapacity: true)
        scratch.append(contentsOf: bytes[start..<index])
        while true {
            guard index < bytes.count else { throw Failure(start - 1, "the string does not end") }
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index += 1
                return scratch.withUnsafeBufferPointer { Text(validated: $0, isASCII: false) }
            case UInt8(ascii: "\\"):
                try escape()
            default:
                throw Failure(index, "a control character in a string must be written as an escape")
            }
            let next = JSONScan.endOfPlain(bytes, from: index)
            scratch.append(contentsOf: bytes[index..<next])
            index = next
        }
    }

    /// Reads one escape into `scratch`.
    private mutating func escape() throws(Failure) {
        let start = index
        guard bytes.count - index >= 2 else { throw Failure(start, "the escape does not end") }
        index += 2
        switch bytes[start + 1] {
        case UInt8(ascii: "\""): scratch.append(UInt8(ascii: "\""))
        case UInt8(ascii: "\\"): scratch.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "/"): scratch.append(UInt8(ascii: "/"))
        case UInt8(ascii: "b"): scratch.append(0x08)
        case UInt8(ascii: "f"): scratch.append(0x0C)
        case UInt8(ascii: "n"): scratch.append(0x0A)
        case UInt8(ascii: "r"): scratch.append(0x0D)
        case UInt8(ascii: "t"): scratch.append(0x09)
        case UInt8(ascii: "u"): try unicodeEscape(from: start)
        default: throw Failure(start, "there is no such escape")
        }
    }

    private mutating func unicodeEscape(from start: Int) throws(Failure) {
        var code = try fourHexDigits()
        if (0xD800...0xDBFF).contains(code), bytes.count - index >= 6, bytes[index] == UInt8(ascii: "\\"),
            bytes[index + 1] == UInt8(ascii: "u")
        {
            index += 2
            let low = try fourHexDigits()
            guard (0xDC00...0xDFFF).contains(low) else { throw Failure(start, "a surrogate stands alone") }
            code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(code) else { throw Failure(start, "a surrogate stands alone") }
        scratch.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }

    private mutating func fourHexDigits() throws(Failure) -> UInt32 {
        guard bytes.count - index >= 4 else { throw Failure(index, "four hexadecimal digits should stand here") }
        var code: UInt32 = 0
        for byte in bytes[index..<index + 4] {
            guard let digit = byte.hexValue else { throw Failure(index, "four hexadecimal digits should stand here") }
            code = code << 4 | UInt32(digit)
        }
        index += 4
        return code
    }

    // MARK: - Steps

    private mutating func skipSpace() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x0A, 0x0D, 0x09: index += 1
            default: return
            }
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func descend() throws(Failure) {
        depth += 1
        guard depth <= JSONReader.maximumDepth else {
            throw Failure(index, "arrays and objects nest deeper than \(JSONReader.maximumDepth)")
        }
        index += 1
    }

    private mutating func leave(_ value: JSON) -> JSON {
        depth -= 1
        return value
    }
}

extension JSONReader {
    /// A fault whose line has not been counted yet.
    private struct Failure: Error {
        let offset: Int
        let detail: String

        init(_ offset: Int, _ detail: String) {
            self.offset = offset
            self.detail = detail
        }

        func placed(in bytes: UnsafeBufferPointer<UInt8>) -> JSONFault {
            let before = bytes.prefix(offset)
            let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            // A byte that continues a character begins no column.
            let characters = before[lineStart...].count { $0 & 0xC0 != 0x80 }
            return JSONFault(
                offset: offset, line: 1 + before.count { $0 == 0x0A }, column: 1 + characters, detail: detail)
        }
    }

    /// The names of one object: looked up among the members while they are few, in a set after that.
    private struct NameSet {
        private static let few = 16
        private var set: Set<Text> = []
        /// Has a bit for each name so far. A name whose bit is not there is new.
        private var seen: UInt64 = 0

        /// False when `name` is one of `members`' already.
        mutating func insert(_ name: Text, among members: [JSON.Member]) -> Bool {
            guard members.count >= NameSet.few else {
                let bit = NameSet.bit(of: name)
                defer { seen |= bit }
                return seen & bit == 0 || !members.contains { $0.name == name }
            }
            if set.isEmpty { set = Set(members.map(\.name)) }
            return set.insert(name).inserted
        }

        private static func bit(of name: Text) -> UInt64 {
            name.withBytes { bytes in
                guard let first = bytes.first, let last = bytes.last else { return 1 }
                let mixed = UInt64(first) &* 31 &+ UInt64(last) &* 7 &+ UInt64(bytes[bytes.count / 2]) &* 3
                return 1 << ((mixed &+ UInt64(bytes.count)) & 63)
            }
        }
    }
}

extension UInt8 {
    /// What the hexadecimal digit stands for, of either case.
    var hexValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
