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
    /// In bytes from the start of the text.
    let offset: Int
    /// The line of the text at fault, and the white space that puts a caret below the place.
    private let excerpt: (shown: String, margin: String)

    package init(_ severity: Severity, _ message: String, at location: Location) {
        self.severity = severity
        self.message = message
        file = location.source.path
        line = location.line
        column = location.column
        offset = location.offset
        excerpt = Diagnostic.window(around: location)
    }

    /// `schema.graphql:3:17: error: …`, then the line of the text and a caret below the place.
    package var rendered: String {
        "\(file):\(line):\(column): \(severity.rawValue): \(message)\n\(excerpt.shown)\n\(excerpt.margin)^"
    }

    /// Cuts the line to a readable length around the place. Tabs stay tabs, so that the caret stands right whatever
    /// their width.
    private static func window(around location: Location) -> (shown: String, margin: String) {
        let line = location.source.surroundings(of: location.offset, reach: 100)
        var shown = String.UnicodeScalarView()
        var margin = String.UnicodeScalarView()
        if line.cutsBefore {
            shown.append("…")
            margin.append(" ")
        }
        for scalar in line.before.unicodeScalars {
            shown.append(printable(scalar))
            margin.append(scalar == "\t" ? "\t" : " ")
        }
        for scalar in line.after.unicodeScalars { shown.append(printable(scalar)) }
        if line.cutsAfter { shown.append("…") }
        return (String(shown), String(margin))
    }

    /// A control character must not reach the terminal.
    private static func printable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        scalar.value < 0x20 && scalar != "\t" || scalar.value == 0x7F ? "\u{FFFD}" : scalar
    }
}
