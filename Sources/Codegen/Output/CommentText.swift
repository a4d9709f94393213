/// The lines of a description, fit for a comment.
///
/// A description may hold any character. One that would end the line in the eyes of a compiler, that does not show, or
/// that turns the direction of the text around it (so that code reads otherwise than it runs) is shown as U+FFFD.
enum CommentText {
    /// Without white space at the ends of lines; none for a text that is empty.
    static func lines(_ text: String?) -> [String] {
        guard let text else { return [] }
        var lines: [String] = []
        var line = String.UnicodeScalarView()
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            if scalar == "\n" || scalar == "\r" {
                if scalar == "\r" || previous != "\r" {
                    lines.append(trimmed(line))
                    line = String.UnicodeScalarView()
                }
            } else {
                line.append(isPlain(scalar) ? scalar : "\u{FFFD}")
            }
            previous = scalar
        }
        lines.append(trimmed(line))
        while lines.last?.isEmpty == true { lines.removeLast() }
        return Array(lines.drop(while: \.isEmpty))
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09: true
        case ..<0x20, 0x7F...0x9F: false
        // Line and paragraph separators; marks, embeddings, overrides and isolates of direction.
        case 0x2028, 0x2029, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: false
        // A byte order mark within a text.
        case 0xFEFF: false
        default: true
        }
    }

    private static func trimmed(_ line: String.UnicodeScalarView) -> String {
        var line = line
        while let last = line.last, last == " " || last == "\t" { line.removeLast() }
        return String(line)
    }
}
