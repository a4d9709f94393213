/// One line of a header block or of trailers: `name: value` (RFC 9112 §5).
struct FieldLine {
    /// The length of the name, which starts the line.
    let nameCount: Int
    /// Where the value starts, without the blanks around it.
    let valueStart: Int
    let valueCount: Int

    /// Judges a line without its CRLF.
    init(_ line: UnsafeRawBufferPointer) throws(Refusal) {
        if let first = line.first, ByteClass.isBlank(first) {
            throw .malformed("A field line starts with a blank (folded lines are refused, RFC 9112 §5.2).")
        }
        var end = 0
        while end < line.count, ByteClass.token.contains(line[end]) { end += 1 }
        guard end < line.count, line[end] == ByteClass.colon else {
            throw Self.badName(line, end)
        }
        guard end > 0 else { throw .malformed("A field has no name.") }
        nameCount = end
        var start = end + 1
        var stop = line.count
        while start < stop, ByteClass.isBlank(line[start]) { start += 1 }
        while stop > start, ByteClass.isBlank(line[stop - 1]) { stop -= 1 }
        valueStart = start
        valueCount = stop - start
        guard ByteClass.areFieldValue(UnsafeRawBufferPointer(rebasing: line[start..<stop])) else {
            throw .malformed("A field value has a control character (RFC 9110 §5.5).")
        }
    }

    private static func badName(_ line: UnsafeRawBufferPointer, _ end: Int) -> Refusal {
        guard end < line.count else { return .malformed("A field line has no colon.") }
        if ByteClass.isBlank(line[end]) {
            return .malformed("A blank stands before a field's colon (RFC 9112 §5.1).")
        }
        return .malformed("A field name has a character that is not allowed there (RFC 9110 §5.1).")
    }
}
