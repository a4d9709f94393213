/// How the bytes of an answer stand for its content (RFC 9110 §8.4.1): as they are, or as gzip.
///
/// A coded answer is another representation than the plain one, and has a validator of its own: the plain one's entity
/// tag with `-gzip` before its closing quote.
package enum ContentCoding: Sendable {
    case identity
    case gzip

    /// What `Accept-Encoding` asks for (RFC 9110 §12.5.3). Without the field, or where it allows neither, it is identity;
    /// of equals it is gzip. A weight that is none stands for 0.
    package static func negotiated(_ headers: Headers) -> ContentCoding {
        guard headers.has("Accept-Encoding") else { return .identity }
        var gzip: Int?
        var identity: Int?
        var others: Int?
        for item in headers.items("Accept-Encoding") {
            let name = item.prefix { $0 != ";" && $0 != " " && $0 != "\t" }
            let weight = weight(item.utf8[name.endIndex...])
            switch name.lowercased() {
            case "gzip", "x-gzip": gzip = max(gzip ?? 0, weight)
            case "identity": identity = max(identity ?? 0, weight)
            case "*": others = max(others ?? 0, weight)
            default: break
            }
        }
        let wish = gzip ?? others ?? 0
        // What the client does not name it still takes, but likes no better than what it names.
        return wish > 0 && wish >= identity ?? others ?? 0 ? .gzip : .identity
    }

    /// The weight in thousandths (RFC 9110 §12.4.2) of what follows an item's name; without one 1000.
    private static func weight(_ parameters: Substring.UTF8View.SubSequence) -> Int {
        let text = parameters.filter { $0 != ByteClass.space && $0 != ByteClass.tab }
        if text.isEmpty { return 1000 }
        guard text.count >= 4, text[0] == UInt8(ascii: ";"), ByteClass.lower(text[1]) == UInt8(ascii: "q"),
            text[2] == UInt8(ascii: "="), text[3] == UInt8(ascii: "0") || text[3] == UInt8(ascii: "1"),
            text.count == 4 || text[4] == UInt8(ascii: "."), text.count <= 8
        else { return 0 }
        var value = 0
        var unit = 100
        for digit in text.dropFirst(5) {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return 0 }
            value += Int(digit - UInt8(ascii: "0")) * unit
            unit /= 10
        }
        guard text[3] == UInt8(ascii: "1") else { return value }
        return value == 0 ? 1000 : 0
    }
}

/// Entity tags of coded answers (RFC 9110 §8.8.3.3).
extension ContentCoding {
    private static let end = "-gzip\""

    /// The tag of the coded form of what has the strong tag `tag`. A weak one names the content, in any form.
    package static func gzipTag(of tag: String) -> String {
        tag.utf8.first == UInt8(ascii: "\"") && tag.utf8.count >= 2 ? tag.dropLast() + end : tag
    }

    /// The tag of the content in its plain form, and whether `tag` names the coded one.
    package static func plainTag(of tag: Substring) -> (tag: Substring, isCoded: Bool) {
        let bytes = tag.utf8
        guard bytes.count >= end.utf8.count + 1, bytes.suffix(end.utf8.count).elementsEqual(end.utf8) else {
            return (tag, false)
        }
        return (tag.dropLast(end.utf8.count) + "\"", true)
    }
}
