/// The value of a block string, and back (GraphQL, October 2021, §2.9.4, `BlockStringValue`).
enum BlockString {
    /// Removes the indentation that all lines but the first share, and blank lines at both ends.
    static func value(of raw: [UInt8]) -> String {
        var lines = lines(of: raw)
        let common = lines.dropFirst().compactMap { line in
            line.firstIndex { !isBlank($0) }.map { $0 - line.startIndex }
        }.min()
        if let common {
            for index in lines.indices.dropFirst() { lines[index] = lines[index].dropFirst(common) }
        }
        while let first = lines.first, first.allSatisfy(isBlank) { lines.removeFirst() }
        while let last = lines.last, last.allSatisfy(isBlank) { lines.removeLast() }
        return String(decoding: Array(lines.joined(separator: [0x0A])), as: UTF8.self)
    }

    /// The lines of a block string between its quotation marks that has this value; nil when no block string has it.
    static func lines(for value: String) -> [String]? {
        let lines = value.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        let escaped = lines.map(escape)
        // The printer puts each line on a line of its own: the algorithm must give the same value back.
        let raw = "\n" + escaped.map { "  " + $0 }.joined(separator: "\n") + "\n  "
        var scanner = StringScanner(Array("\"\"\"\(raw)\"\"\"".utf8), at: 0)
        let read = scanner.scanBlock()
        return scanner.faults.isEmpty && Array(read.utf8) == Array(value.utf8) ? escaped : nil
    }

    private static func escape(_ line: String) -> String {
        var result: [UInt8] = []
        var quotes = 0
        for byte in line.utf8 {
            quotes = byte == UInt8(ascii: "\"") ? quotes + 1 : 0
            result.append(byte)
            if quotes == 3 {
                result.insert(UInt8(ascii: "\\"), at: result.count - 3)
                quotes = 0
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func lines(of raw: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        var offset = 0
        while offset < raw.count {
            let byte = raw[offset]
            let length = byte == 0x0D && offset + 1 < raw.count && raw[offset + 1] == 0x0A ? 2 : 1
            if byte == 0x0A || byte == 0x0D {
                lines.append(raw[start..<offset])
                start = offset + length
            }
            offset += length
        }
        lines.append(raw[start...])
        return lines
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
