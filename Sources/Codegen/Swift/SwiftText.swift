/// Spelling in Swift: identifiers, literals, comments.
enum SwiftText {
    /// A name as an identifier: in backticks when Swift keeps it for itself.
    static func identifier(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// A name as the label of an argument in a call.
    static func label(_ name: String) -> String { ["_", "inout"].contains(name) ? "`\(name)`" : name }

    /// A string literal without interpolation.
    static func literal(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.properties.generalCategory.isHidden:
                result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// A description as documentation comment.
    static func documentation(_ text: String?) -> [String] {
        CommentText.lines(text).map { $0.isEmpty ? "///" : "/// \($0)" }
    }

    static func lowerFirst(_ name: String) -> String { name.prefix(1).lowercased() + name.dropFirst() }

    static func upperFirst(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

    /// Words that are no identifiers without backticks, and the two that a member cannot have bare.
    private static let keywords: Set<String> = [
        "_", "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "break", "case", "catch", "class",
        "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
        "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
        "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self",
        "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var",
        "where", "while",
    ]
}

extension Unicode.GeneralCategory {
    /// Characters that do not show, or that steer those around them.
    fileprivate var isHidden: Bool {
        switch self {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
    }
}
