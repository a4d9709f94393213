/// Something to say about a text, and exactly where.
package struct Diagnostic: Sendable {
    package enum Severity: String, Sendable, Hashable {
        /// The text cannot be used.
        case error
        /// The text can be used; its author should know this.
        case notice
    }

    package let severity: Severity
    /// One sentence without a full stop, that names the thing and what would be right.
    package let message: String
    /// The path of the text, as it was given.
    package let file: String
    /// From 1.
    package let line: Int
    /// In characters (Unicode scalars), from 1.
    package let column: Int
    /// The line of the text at fault, and the white space that puts a caret below the place.
    private let excerpt: (shown: String, margin: String)

    package init(_ severity: Severity, _ message: String, at location: Location) {
        self.severity = severity
        self.message = message
        file = location.source.path
        line = location.line
        column = location.column
        excerpt = Diagnostic.window(of: location.source.text(ofLine: line), at: column)
    }

    /// `schema.graphql:3:17: error: …`, then the line of the text and a caret below the place.
    package var rendered: String {
        "\(file):\(line):\(column): \(severity.rawValue): \(message)\n\(excerpt.shown)\n\(excerpt.margin)^"
    }

    /// Cuts the line to a readable length around the place. Tabs stay tabs, so that the caret stands right whatever
    /// their width.
    private static func window(of line: String, at column: Int) -> (shown: String, margin: String) {
        let width = 160
        let scalars = Array(line.unicodeScalars)
        let start = column <= width - 20 ? 0 : column - width / 2
        let end = min(scalars.count, start + width)
        var shown = String.UnicodeScalarView()
        var margin = String.UnicodeScalarView()
        if start > 0 {
            shown.append("…")
            margin.append(" ")
        }
        for index in min(start, end)..<end {
            let scalar = scalars[index]
            // A control character must not reach the terminal.
            shown.append(scalar.value < 0x20 && scalar != "\t" || scalar.value == 0x7F ? "\u{FFFD}" : scalar)
            if index < column - 1 { margin.append(scalar == "\t" ? "\t" : " ") }
        }
        if end < scalars.count { shown.append("…") }
        return (String(shown), String(margin))
    }
}
