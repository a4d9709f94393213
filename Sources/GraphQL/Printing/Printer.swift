/// Writes a document in its canonical form: the same text for the same document, however it was written.
///
/// Printing what was parsed from printed text gives that text again. Fields stand on lines of their own, strings in
/// quotation marks with the fewest escapes, descriptions of several lines in block strings, comments above their node.
package enum Printer {
    /// The whole document, ending with a line end when it is not empty.
    package static func print(_ document: Document) -> String {
        document.definitions.map { print($0) + "\n" }.joined(separator: "\n")
    }

    /// A value on one line.
    package static func print(_ value: ValueNode) -> String {
        switch value.kind {
        case .int(let digits), .float(let digits): digits
        case .string(let text): quote(text)
        case .boolean(let flag): flag ? "true" : "false"
        case .null: "null"
        case .enumeration(let name): name
        case .list(let items): "[\(items.map(print).joined(separator: ", "))]"
        case .object(let members): "{\(members.map(print).joined(separator: ", "))}"
        }
    }

    /// A directive on one line.
    package static func print(_ directive: DirectiveNode) -> String {
        let arguments = directive.arguments.map(print).joined(separator: ", ")
        return "@\(directive.name.text)" + (arguments.isEmpty ? "" : "(\(arguments))")
    }

    /// `[T!]!`
    package static func print(_ type: TypeReference) -> String {
        switch type {
        case .named(let name): name.text
        case .list(let item, _): "[\(print(item))]"
        case .nonNull(let type): "\(print(type))!"
        }
    }

    private static func print(_ argument: ArgumentNode) -> String { "\(argument.name.text): \(print(argument.value))" }

    private static func print(_ definition: Definition) -> String {
        switch definition {
        case .schema(let node):
            return documentation(node.documentation, indent: "") + (node.isExtension ? "extend " : "") + "schema"
                + print(node.directives)
                + block(node.operations.map { "  \($0.operation.text): \($0.type.text)" })
        case .type(let node):
            return print(node)
        case .directive(let node):
            let start = documentation(node.documentation, indent: "") + "directive @\(node.name.text)"
            return start + print(arguments: node.arguments, indent: "") + (node.isRepeatable ? " repeatable" : "")
                + " on \(node.locations.map(\.text).joined(separator: " | "))"
        }
    }

    private static func print(_ node: TypeNode) -> String {
        let start =
            documentation(node.documentation, indent: "") + (node.isExtension ? "extend " : "")
            + "\(node.keyword) \(node.name.text)"
        let directives = print(node.directives)
        switch node.body {
        case .scalar:
            return start + directives
        case .object(let interfaces, let fields), .interface(let interfaces, let fields):
            let implements =
                interfaces.isEmpty ? "" : " implements \(interfaces.map(\.text).joined(separator: " & "))"
            return start + implements + directives + block(fields.map(print))
        case .union(let members):
            return start + directives + (members.isEmpty ? "" : " = \(members.map(\.text).joined(separator: " | "))")
        case .enumeration(let values):
            return start + directives
                + block(
                    values.map {
                        documentation($0.documentation, indent: "  ") + "  \($0.name.text)" + print($0.directives)
                    })
        case .input(let fields):
            return start + directives + block(fields.map { print($0, indent: "  ") })
        }
    }

    private static func print(_ field: FieldNode) -> String {
        documentation(field.documentation, indent: "  ") + "  \(field.name.text)"
            + print(arguments: field.arguments, indent: "  ") + ": \(print(field.type))" + print(field.directives)
    }

    private static func print(_ value: InputValueNode, indent: String) -> String {
        documentation(value.documentation, indent: indent) + indent + onOneLine(value)
    }

    private static func onOneLine(_ value: InputValueNode) -> String {
        "\(value.name.text): \(print(value.type))" + (value.defaultValue.map { " = \(print($0))" } ?? "")
            + print(value.directives)
    }

    /// On one line, unless one of them is documented.
    private static func print(arguments: [InputValueNode], indent: String) -> String {
        if arguments.isEmpty { return "" }
        if arguments.allSatisfy({ $0.documentation.text == nil }) {
            return "(\(arguments.map(onOneLine).joined(separator: ", ")))"
        }
        let lines = arguments.map { print($0, indent: indent + "  ") }
        return "(\n\(lines.joined(separator: "\n"))\n\(indent))"
    }

    private static func print(_ directives: [DirectiveNode]) -> String {
        directives.map { " " + print($0) }.joined()
    }

    private static func block(_ lines: [String]) -> String {
        lines.isEmpty ? "" : " {\n\(lines.joined(separator: "\n"))\n}"
    }

    private static func documentation(_ documentation: Documentation, indent: String) -> String {
        var text = ""
        if let comment = documentation.comment {
            for line in comment.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
                text += indent + (line.isEmpty ? "#" : "# \(String(decoding: line, as: UTF8.self))") + "\n"
            }
        }
        guard let description = documentation.description else { return text }
        if description.utf8.contains(0x0A), let lines = BlockString.lines(for: description) {
            let body = lines.map { ($0.isEmpty ? "" : indent + $0) + "\n" }.joined()
            return text + "\(indent)\"\"\"\n\(body)\(indent)\"\"\"\n"
        }
        return text + indent + quote(description) + "\n"
    }

    /// §2.9.4: only what must be escaped is.
    private static func quote(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\u{08}": result += "\\b"
            case "\u{0C}": result += "\\f"
            case _ where scalar.value < 0x20:
                result += "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16, uppercase: true)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
