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
    ///
    /// Brackets may be what is wrong, so indentation counts too: a line that is not indented deeper than the member at
    /// fault holds the next one, whatever is still open. The numbers are those at the start of that member.
    mutating func skipToMember(depth outerDepth: Int, braces outerBraces: Int, column: Int) {
        while token.kind != .end, !seesDefinition {
            let isOutside = depth <= outerDepth || (token.startsLine && location.column <= column)
            if sees("}"), isOutside || braces <= outerBraces { return }
            if isOutside, token.startsLine, seesMember { return }
            advance()
        }
    }

    /// Whether a member may begin here: a name, or a description before a name.
    private var seesMember: Bool {
        switch (token.kind, following.kind) {
        case (.name, _), (.string, .name): true
        default: false
        }
    }

    /// Whether a line begins here that cannot be a field but is the start of a definition: two names on it.
    var seesDefinitionAmongFields: Bool {
        token.startsLine && token.kind == .name && following.kind == .name && !following.startsLine
            && Parser.keywords.contains(text(token))
    }
}
