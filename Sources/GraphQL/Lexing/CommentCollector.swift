/// Keeps the comments between two tokens: those directly above the next one, and the one behind the last one.
struct CommentCollector {
    private var above: [String] = []
    private var behind: String?
    /// Line ends since the last comment line or token.
    private var lineEnds = 0

    /// A comment, without its `#`.
    mutating func add(_ text: String, isOwnLine: Bool) {
        let trimmed = CommentCollector.trim(text)
        if isOwnLine {
            if lineEnds > 1 { above = [] }
            above.append(trimmed)
            lineEnds = 0
        } else {
            behind = trimmed
        }
    }

    /// A line ended. An empty line parts a comment from what follows.
    mutating func lineEnded() {
        lineEnds += 1
        if lineEnds > 1, !above.isEmpty { above = [] }
    }

    /// Hands out what belongs to the token that comes now.
    mutating func take() -> (above: String?, behind: String?) {
        // Most tokens have no comment.
        if above.isEmpty, behind == nil {
            lineEnds = 0
            return (nil, nil)
        }
        defer {
            above = []
            behind = nil
            lineEnds = 0
        }
        let text = CommentCollector.trim(above.joined(separator: "\n"))
        return (text.isEmpty ? nil : text, behind.flatMap { $0.isEmpty ? nil : $0 })
    }

    /// Without white space at both ends, and without control characters.
    private static func trim(_ text: String) -> String {
        var scalars = text.unicodeScalars.filter { $0.value >= 0x20 || $0 == "\t" || $0 == "\n" }[...]
        while let last = scalars.last, last == " " || last == "\t" || last == "\n" { scalars.removeLast() }
        while let first = scalars.first, first == " " || first == "\t" || first == "\n" { scalars.removeFirst() }
        return String(String.UnicodeScalarView(scalars))
    }
}
