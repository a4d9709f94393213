/// A place in JSON text: goes to members and past values. Depth costs no stack; it judges form only as far as it must
/// to find its way.
struct JSONCursor {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var offset = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Goes past white space and then past `byte`, if that is next.
    mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard offset < bytes.count, bytes[offset] == byte else { return false }
        offset += 1
        return true
    }

    /// From an object to the value at the end of the names in `path`, which dots separate. The first of equal members
    /// counts.
    mutating func descend(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
        var start = 0
        while start <= path.count {
            var end = start
            while end < path.count, path[end] != UInt8(ascii: ".") { end += 1 }
            guard descend(toMember: UnsafeBufferPointer(rebasing: path[start..<end])) else { return false }
            start = end + 1
        }
        return true
    }

    private mutating func descend(toMember name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard take(UInt8(ascii: "{")) else { return false }
        repeat {
            skipSpace()
            let start = offset
            guard skipText() else { return false }
            // Names of fields have no character that JSON must escape.
            let isMatch = offset - start == name.count + 2 && bytes[(start + 1)..<(offset - 1)].elementsEqual(name)
            guard take(UInt8(ascii: ":")) else { return false }
            if isMatch { return true }
            guard skipValue() != nil else { return false }
        } while take(UInt8(ascii: ","))
        return false
    }

    /// Goes past one value, and gives its place.
    mutating func skipValue() -> Range<Int>? {
        skipSpace()
        let start = offset
        guard start < bytes.count else { return nil }
        switch bytes[start] {
        case UInt8(ascii: "\""): return skipText() ? start..<offset : nil
        case UInt8(ascii: "{"), UInt8(ascii: "["): return skipNested() ? start..<offset : nil
        default:
            while offset < bytes.count, !JSONCursor.endsScalar(bytes[offset]) { offset += 1 }
            return offset > start ? start..<offset : nil
        }
    }

    private mutating func skipNested() -> Bool {
        var depth = 0
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                guard skipText() else { return false }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            offset += 1
            if depth == 0 { return true }
        }
        return false
    }

    /// Goes past a text in quotes.
    private mutating func skipText() -> Bool {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else { return false }
        var index = offset + 1
        while index < bytes.count {
            index = JSONScan.endOfPlain(bytes, from: index)
            guard index < bytes.count else { return false }
            switch bytes[index] {
            case UInt8(ascii: "\""):
                offset = index + 1
                return true
            case UInt8(ascii: "\\"): index += 2
            default: index += 1
            }
        }
        return false
    }

    private mutating func skipSpace() {
        while offset < bytes.count, PredicateLexer.isSpace(bytes[offset]) { offset += 1 }
    }

    private static func endsScalar(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
            || PredicateLexer.isSpace(byte)
    }
}

/// Texts.
extension JSONCursor {
    /// The bytes between the quotes when they stand for themselves.
    static func plainText(_ json: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        guard json.count >= 2, json[0] == UInt8(ascii: "\""),
            JSONScan.endOfPlain(json, from: 1) == json.count - 1, json[json.count - 1] == UInt8(ascii: "\"")
        else { return nil }
        return UnsafeBufferPointer(rebasing: json[1..<(json.count - 1)])
    }

    /// The text that a JSON string stands for, or nil when it is none.
    static func text(_ json: UnsafeBufferPointer<UInt8>) -> Text? {
        if let plain = plainText(json) { return Text(String(decoding: plain, as: UTF8.self)) }
        do throws(JSONFault) {
            guard case .string(let text) = try JSONReader.read(json) else { return nil }
            return text
        } catch {
            return nil
        }
    }
}
