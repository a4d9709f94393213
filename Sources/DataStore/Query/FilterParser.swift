/// Reads the AppSync filter spelling of a predicate, which is JSON:
/// `{"and":[{"title":{"beginsWith":"post"}},{"rating":{"gt":10}}]}`.
///
/// It reads the text itself and builds no tree, so that each fault has its column. Names of fields that are words of
/// the language stand in backticks here too.
struct FilterParser {
    private typealias Token = PredicateLexer.Token

    private let bytes: [UInt8]
    private let start: PathBuilder
    private var lexer: PredicateLexer
    private var token = Token.end
    private var offset = 0
    private var literals = 0
    private var faults = PredicateFaultList()

    init(_ bytes: [UInt8], _ start: PathBuilder) {
        self.bytes = bytes
        self.start = start
        lexer = PredicateLexer(bytes, .json)
    }

    /// The predicate, when the whole text is one.
    mutating func parse() throws(PredicateFaults) -> Predicate {
        var result = Predicate.none
        do throws(SyntaxFault) {
            try advance()
            result = try object(of: start, depth: 0)
            guard case .end = token else { throw unexpected("The predicate is complete before this.") }
        } catch {
            faults.add(error)
        }
        guard faults.count == 0 else { throw faults.faults(in: bytes) }
        return result
    }

    /// An object whose members must all hold; `path` is where its names begin, nil behind a name that is unknown.
    private mutating func object(of path: PathBuilder?, depth: Int) throws(SyntaxFault) -> Predicate {
        guard depth <= PredicateBounds.depth else {
            throw unexpected("A predicate is nested at most \(PredicateBounds.depth) levels deep.")
        }
        var operands: [Predicate] = []
        var seen: Set<String> = []
        try expect(.openBrace)
        if try skip(.closeBrace) { return .and([]) }
        while true {
            let place = offset
            guard case .text(let key) = token else { throw unexpected("A name in double quotes is expected.") }
            if !seen.insert(key.string).inserted {
                faults.add(place, "\"\(Spelling.excerpt(key.string))\" stands twice in one object.")
            }
            try advance()
            try expect(.colon)
            operands.append(try member(key.string, at: place, of: path, depth: depth))
            if try skip(.comma) { continue }
            try expect(.closeBrace)
            return operands.count == 1 ? operands[0] : .and(operands)
        }
    }

    private mutating func member(
        _ key: String, at place: Int, of path: PathBuilder?, depth: Int
    ) throws(SyntaxFault) -> Predicate {
        switch key {
        case "and": return .and(try group(of: path, depth: depth + 1))
        case "or": return .or(try group(of: path, depth: depth + 1))
        case "not": return .not(try object(of: path, depth: depth + 1))
        default: break
        }
        let name = FilterParser.unquoted(key)
        let isObject = if case .symbol(.openBrace) = token { true } else { false }
        guard let path else {
            // The fault is noted already; only the form is still read.
            return isObject ? try object(of: nil, depth: depth + 1) : try unread()
        }
        // A method, unless the embedded object has a field of that name and an object follows.
        if name == nil, let method = Method(rawValue: key), !(isObject && path.knows(key)) {
            if let reached = reached(path, at: place) {
                return try comparison(method, of: reached, at: place)
            }
            return try unread()
        }
        var next = path
        if path.isFull {
            throw SyntaxFault(offset: place, detail: "A path has at most \(PredicateBounds.depth) names.")
        }
        do throws(PathBuilder.Failure) {
            try next.step(name ?? key)
        } catch {
            faults.add(place, error.detail)
            return isObject ? try object(of: nil, depth: depth + 1) : try unread()
        }
        guard isObject else {
            faults.add(offset, "\"\(name ?? key)\" takes an object of methods, such as {\"eq\":…}.")
            return try unread()
        }
        // Names are bounded by the path's length.
        return try object(of: next, depth: depth)
    }

    /// The field that `path` leads to, or nil with the fault noted.
    private mutating func reached(_ path: PathBuilder, at place: Int) -> PathBuilder.Reached? {
        do throws(PathBuilder.Failure) {
            return try path.reached()
        } catch {
            faults.add(place, error.detail)
            return nil
        }
    }

    /// `[ object, … ]`
    private mutating func group(of path: PathBuilder?, depth: Int) throws(SyntaxFault) -> [Predicate] {
        guard depth <= PredicateBounds.depth else {
            throw unexpected("A predicate is nested at most \(PredicateBounds.depth) levels deep.")
        }
        var operands: [Predicate] = []
        try expect(.openBracket)
        if try skip(.closeBracket) { return operands }
        while true {
            operands.append(try object(of: path, depth: depth))
            if try skip(.comma) { continue }
            try expect(.closeBracket)
            return operands
        }
    }
}

/// Comparisons.
extension FilterParser {
    private mutating func comparison(
        _ method: Method, of field: PathBuilder.Reached, at place: Int
    ) throws(SyntaxFault) -> Predicate {
        var values: [Literal] = []
        switch method {
        case .between, .isIn, .notIn:
            guard case .symbol(.openBracket) = token else {
                faults.add(offset, "\"\(method.rawValue)\" takes a list of values.")
                return try unread()
            }
            try advance()
            if try skip(.closeBracket) { break }
            while true {
                values.append(try literal())
                if try skip(.comma) { continue }
                try expect(.closeBracket)
                break
            }
        default:
            values.append(try literal())
        }
        return ComparisonBuilder(field: field).build(method, values, at: place, faults: &faults)
    }

    private mutating func literal() throws(SyntaxFault) -> Literal {
        let content: Literal.Content
        switch token {
        case .text(let text): content = .text(text)
        case .number(let number): content = .number(number)
        case .name("true"): content = .boolean(true)
        case .name("false"): content = .boolean(false)
        case .name("null"): content = .null
        default: throw unexpected("A value is expected: a string, a number, true, false or null.")
        }
        literals += 1
        guard literals <= PredicateBounds.literals else {
            throw unexpected("A predicate has at most \(PredicateBounds.literals) values.")
        }
        let literal = Literal(content: content, offset: offset)
        try advance()
        return literal
    }

    /// Goes past a value whose place is wrong: a literal, or a list of literals.
    private mutating func unread() throws(SyntaxFault) -> Predicate {
        guard try skip(.openBracket) else {
            _ = try literal()
            return .none
        }
        if try skip(.closeBracket) { return .none }
        while true {
            _ = try literal()
            if try skip(.comma) { continue }
            try expect(.closeBracket)
            return .none
        }
    }
}

/// Tokens.
extension FilterParser {
    /// The name between backticks, or nil without them.
    private static func unquoted(_ key: String) -> String? {
        guard key.utf8.count > 2, key.utf8.first == UInt8(ascii: "`"), key.utf8.last == UInt8(ascii: "`") else {
            return nil
        }
        return String(key.dropFirst().dropLast())
    }

    private mutating func advance() throws(SyntaxFault) { (token, offset) = try lexer.next() }

    private mutating func skip(_ symbol: PredicateLexer.Symbol) throws(SyntaxFault) -> Bool {
        guard case .symbol(symbol) = token else { return false }
        try advance()
        return true
    }

    private mutating func expect(_ symbol: PredicateLexer.Symbol) throws(SyntaxFault) {
        guard try skip(symbol) else { throw unexpected("\"\(symbol.rawValue)\" is expected.") }
    }

    /// A fault at the present token, which is named.
    private func unexpected(_ detail: String) -> SyntaxFault {
        let found = Spelling.excerpt(String(decoding: bytes[offset..<lexer.offset], as: UTF8.self))
        return SyntaxFault(
            offset: offset, detail: detail + (found.isEmpty ? " The text ends here." : " Here stands: \(found)"))
    }
}
