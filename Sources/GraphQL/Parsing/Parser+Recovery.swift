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

    /// Where no definition begins though one should: whether this may be a piece of the one before, which ended without a
    /// closing brace or, as a field shows that comes next, with one too early.
    var mayBeWithinDefinition: Bool {
        !isBehindBrace || (token.kind == .name && following.kind == .punctuator(UInt8(ascii: ":")))
    }

    /// The names up to an offset that stand outside of braces, as those of types do.
    func outerNames(before end: Int) -> Set<String> {
        var rest = self
        var names: Set<String> = []
        while rest.token.kind != .end, rest.location.offset < end {
            if rest.token.kind == .name, rest.braces <= braces { names.insert(text(rest.token)) }
            rest.advance()
        }
        return names
    }

    /// From a fault in the directives of a type to the brace that opens its body; false when there is none.
    mutating func skipToBody(depth outerDepth: Int) -> Bool {
        while token.kind != .end, !seesDefinition {
            if sees("{"), depth <= outerDepth { return true }
            advance()
        }
        return false
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

    /// The same where two names on a line may be two values: the line must open a brace, too.
    var seesDefinitionAmongValues: Bool {
        guard seesDefinitionAmongFields else { return false }
        var rest = self
        repeat { rest.advance() } while !rest.token.startsLine && !rest.sees("{") && rest.token.kind != .end
        return rest.sees("{") && !rest.token.startsLine
    }
}
