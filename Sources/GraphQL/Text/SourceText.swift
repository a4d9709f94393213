/// The text of one file, and the way from a place in it to its line and column.
///
/// Lines end with LF, CRLF or CR (GraphQL, October 2021, §2.1.3). A byte order mark at the start is no character.
package final class SourceText: Sendable {
    /// The name that diagnostics show.
    package let path: String
    /// The text as UTF-8, well-formed because it comes from a `String`.
    package let bytes: [UInt8]
    /// Offset of the first byte of each line.
    private let lineStarts: [Int]

    package init(path: String, text: String) {
        self.path = path
        bytes = Array(text.utf8)
        lineStarts = SourceText.lineStarts(bytes)
    }

    /// The line of a byte offset, from 1.
    package func line(at offset: Int) -> Int {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }

    /// The column of a byte offset, in characters (Unicode scalars) from 1.
    package func column(at offset: Int) -> Int {
        let start = lineStart(line(at: offset))
        var column = 1
        for byte in bytes[start..<max(start, min(offset, bytes.count))] where byte & 0xC0 != 0x80 { column += 1 }
        return column
    }

    /// The characters of the line of an offset on both sides of it, at most `reach` bytes each way, and whether there
    /// are more. Costs no more on a long line than on a short one.
    package func surroundings(of offset: Int, reach: Int) -> (
        before: String, after: String, cutsBefore: Bool, cutsAfter: Bool
    ) {
        let line = line(at: offset)
        let start = lineStart(line)
        var end = line < lineStarts.count ? lineStarts[line] : bytes.count
        while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
        let place = min(max(offset, start), end)
        var first = max(start, place - reach)
        while first < place, bytes[first] & 0xC0 == 0x80 { first += 1 }
        var last = min(end, place + reach)
        while last > place, last < end, bytes[last] & 0xC0 == 0x80 { last -= 1 }
        return (
            String(decoding: bytes[first..<place], as: UTF8.self), String(decoding: bytes[place..<last], as: UTF8.self),
            first > start, last < end
        )
    }

    /// The offset of the first character of a line.
    private func lineStart(_ line: Int) -> Int {
        let start = lineStarts[line - 1]
        return start == 0 && hasByteOrderMark ? 3 : start
    }

    private var hasByteOrderMark: Bool { bytes.starts(with: [0xEF, 0xBB, 0xBF]) }

    private static func lineStarts(_ bytes: [UInt8]) -> [Int] {
        var starts = [0]
        for (offset, byte) in bytes.enumerated() {
            if byte == 0x0A || (byte == 0x0D && !(offset + 1 < bytes.count && bytes[offset + 1] == 0x0A)) {
                starts.append(offset + 1)
            }
        }
        return starts
    }
}

/// A place in a text.
package struct Location: Sendable {
    package let source: SourceText
    /// In bytes from the start of the text.
    package let offset: Int

    package init(_ source: SourceText, _ offset: Int) {
        self.source = source
        self.offset = offset
    }

    /// From 1.
    package var line: Int { source.line(at: offset) }

    /// In characters (Unicode scalars), from 1.
    package var column: Int { source.column(at: offset) }

    /// `schema.graphql:3:17`.
    package var notation: String { "\(source.path):\(line):\(column)" }
}
