/// The way on behind a fault.
extension Parser {
    /// The words that begin a definition (§3).
    static let keywords: Set<String> = [
        "type", "interface", "union", "enum", "input", "scalar", "directive", "schema", "extend",
    ]

    /// Whether a definition begins here, to the best knowledge: its first word at the start of a line, and not as the
    /// name of a field, which a colon or an argument list would follow.
    var seesDefinition: Bool {
        guard token.startsLine else { return false }
        if case .string = token.kind, following.kind == .name { return Parser.keywords.contains(text(following)) }
        guard token.kind == .name, Parser.keywords.contains(text(token)) else { return false }
        return following.kind == .name || following.kind == .punctuator(UInt8(ascii: "@"))
            || (text(token) == "schema" && following.kind == .punctuator(UInt8(ascii: "{")))
    }

    /// Skips at least one token, then up to the next definition.
    mutating func skipToDefinition() {
        // A definition that fails at its own first word must not be tried again.
        var isFirst = !seesDefinition
        while token.kind != .end {
            if !isFirst, seesDefinition { return }
            isFirst = false
            advance()
        }
    }

    /// Skips to the next member of a definition, to its closing bracket, or to the next definition.
    mutating func skipToMember() {
        var depth = 0
        while token.kind != .end, !seesDefinition {
            if token.startsLine, seesMember { return }
            switch token.kind {
            case .punctuator(UInt8(ascii: "(")), .punctuator(UInt8(ascii: "[")), .punctuator(UInt8(ascii: "{")):
                depth += 1
            case .punctuator(UInt8(ascii: "}")) where depth == 0:
                return
            case .punctuator(UInt8(ascii: ")")), .punctuator(UInt8(ascii: "]")), .punctuator(UInt8(ascii: "}")):
                depth = max(0, depth - 1)
            default:
                break
            }
            advance()
        }
    }

    /// Whether a field begins here: a name before a colon or an argument list, or a description before a name.
    private var seesMember: Bool {
        switch (token.kind, following.kind) {
        case (.name, .punctuator(UInt8(ascii: ":"))), (.name, .punctuator(UInt8(ascii: "("))), (.string, .name): true
        default: false
        }
    }
}
