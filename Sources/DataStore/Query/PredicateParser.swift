/// Reads the Swift spelling of a predicate by recursive descent:
/// `title.beginsWith("post") && (rating > 10 or not done == true)`.
struct PredicateParser {
    private typealias Token = PredicateLexer.Token

    private let bytes: [UInt8]
    private let start: PathBuilder
    private var lexer: PredicateLexer
    private var token = Token.end
    private var offset = 0
    private var depth = 0
    private var literals = 0
    private var faults = PredicateFaultList()

    init(_ bytes: [UInt8], _ start: PathBuilder) {
        self.bytes = bytes
        self.start = start
        lexer = PredicateLexer(bytes, .swift)
    }

    /// The predicate, when the whole text is one.
    mutating func parse() throws(PredicateFaults) -> Predicate {
        var result = Predicate.none
        do throws(SyntaxFault) {
            try advance()
            result = try alternatives()
            guard case .end = token else { throw unexpected("The predicate is complete before this.") }
        } catch {
            faults.add(error)
        }
        guard faults.count == 0 else { throw faults.faults(in: bytes) }
        return result
    }

    /// `term { ("||" | "or") term }`
    private mutating func alternatives() throws(SyntaxFault) -> Predicate {
        var operands = [try conjunction()]
        while isOperator(.or, "or") {
            try advance()
            operands.append(try conjunction())
        }
        return operands.count == 1 ? operands[0] : .or(operands)
    }

    /// `factor { ("&&" | "and") factor }`
    private mutating func conjunction() throws(SyntaxFault) -> Predicate {
        var operands = [try factor()]
        while isOperator(.and, "and") {
            try advance()
            operands.append(try factor())
        }
        return operands.count == 1 ? operands[0] : .and(operands)
    }

    private mutating func factor() throws(SyntaxFault) -> Predicate {
        if isOperator(.not, "not") {
            return .not(try nested { (parser) throws(SyntaxFault) in try parser.factor() })
        }
        switch token {
        case .symbol(.open):
            let opening = offset
            let inner = try nested { (parser) throws(SyntaxFault) in try parser.alternatives() }
            guard case .symbol(.close) = token else {
                if case .end = token {
                    throw SyntaxFault(offset: opening, detail: "This parenthesis is never closed.")
                }
                throw unexpected("\")\", \"&&\" or \"||\" is expected.")
            }
            try advance()
            return inner
        case .name("true"), .name("false"):
            guard case .name(let word) = token else { return .none }
            try advance()
            return .constant(word == "true")
        case .name(let name) where !PredicateParser.words.contains(name):
            return try comparison(name)
        case .quotedName(let name):
            return try comparison(name)
        default:
            throw unexpected("A field, \"(\", \"!\", true or false is expected.")
        }
    }

    /// Goes past the present token and reads what is nested behind it.
    private mutating func nested(
        _ body: (inout PredicateParser) throws(SyntaxFault) -> Predicate
    ) throws(SyntaxFault) -> Predicate {
        depth += 1
        guard depth <= PredicateBounds.depth else {
            throw SyntaxFault(
                offset: offset, detail: "A predicate is nested at most \(PredicateBounds.depth) levels deep.")
        }
        try advance()
        let inner = try body(&self)
        depth -= 1
        return inner
    }
}

/// Comparisons.
extension PredicateParser {
    /// `field operator literal`, `field.method(literals)`; the present token is the field's first name.
    private mutating func comparison(_ first: String) throws(SyntaxFault) -> Predicate {
        var path = start
        var isKnown = follow(first, &path, at: offset)
        let beginning = offset
        try advance()
        while case .symbol(.dot) = token {
            try advance()
            let name: String
            var mayBeMethod = false
            switch token {
            case .name(let word):
                name = word
                mayBeMethod = true
            case .quotedName(let word): name = word
            default: throw unexpected("The name of a field or a method is expected after the dot.")
            }
            let place = offset
            try advance()
            if mayBeMethod, case .symbol(.open) = token {
                let values = try arguments()
                guard let method = Method(rawValue: name) else {
                    let hint = Spelling.suggestion(for: name, in: Method.allCases.map(\.rawValue))
                    faults.add(place, "There is no method \"\(Spelling.excerpt(name))\"." + hint)
                    return .none
                }
                guard isKnown else { return .none }
                return build(path, method, values, at: place, field: beginning)
            }
            if path.isFull {
                throw SyntaxFault(
                    offset: place, detail: "A path has at most \(PredicateBounds.depth) names.")
            }
            isKnown = isKnown && follow(name, &path, at: place)
        }
        let place = offset
        guard case .symbol(let symbol) = token, let method = PredicateParser.operators[symbol] else {
            throw unexpected("\"==\", \"!=\", \"<\", \"<=\", \">\", \">=\" or a method is expected.")
        }
        try advance()
        let value = try literal()
        guard isKnown else { return .none }
        return build(path, method, [value], at: place, field: beginning)
    }

    /// Whether the path goes on by `name`; if not, the fault is noted.
    private mutating func follow(_ name: String, _ path: inout PathBuilder, at place: Int) -> Bool {
        do throws(PathBuilder.Failure) {
            try path.step(name)
            return true
        } catch {
            faults.add(place, error.detail)
            return false
        }
    }

    private mutating func build(
        _ path: PathBuilder, _ method: Method, _ values: [Literal], at place: Int, field: Int
    ) -> Predicate {
        do throws(PathBuilder.Failure) {
            return ComparisonBuilder(field: try path.reached()).build(method, values, at: place, faults: &faults)
        } catch {
            faults.add(field, error.detail)
            return .none
        }
    }

    /// `( [ literal { "," literal } ] )`
    private mutating func arguments() throws(SyntaxFault) -> [Literal] {
        try advance()
        var values: [Literal] = []
        if case .symbol(.close) = token {
            try advance()
            return values
        }
        while true {
            values.append(try literal())
            switch token {
            case .symbol(.comma): try advance()
            case .symbol(.close):
                try advance()
                return values
            default: throw unexpected("\",\" or \")\" is expected after a value.")
            }
        }
    }

    private mutating func literal() throws(SyntaxFault) -> Literal {
        let content: Literal.Content
        switch token {
        case .text(let text): content = .text(text)
        case .number(let number): content = .number(number)
        case .name("true"): content = .boolean(true)
        case .name("false"): content = .boolean(false)
        case .name("null"): content = .null
        case .name(let name):
            throw SyntaxFault(
                offset: offset, detail: "A value is expected; a text stands in quotes: \"\(Spelling.excerpt(name))\".")
        default: throw unexpected("A value is expected: a text in quotes, a number, true, false or null.")
        }
        literals += 1
        guard literals <= PredicateBounds.literals else {
            throw SyntaxFault(
                offset: offset, detail: "A predicate has at most \(PredicateBounds.literals) values.")
        }
        let literal = Literal(content: content, offset: offset)
        try advance()
        return literal
    }
}

/// Tokens.
extension PredicateParser {
    /// Words that are no fields unless in backticks.
    static let words: Set<String> = ["and", "or", "not", "true", "false", "null"]

    private static let operators: [PredicateLexer.Symbol: Method] = [
        .equal: .eq, .notEqual: .ne, .less: .lt, .lessOrEqual: .le, .greater: .gt, .greaterOrEqual: .ge,
    ]

    private mutating func advance() throws(SyntaxFault) { (token, offset) = try lexer.next() }

    private func isOperator(_ symbol: PredicateLexer.Symbol, _ word: String) -> Bool {
        switch token {
        case .symbol(let found): found == symbol
        case .name(let name): name == word
        default: false
        }
    }

    /// A fault at the present token, which is named.
    private func unexpected(_ detail: String) -> SyntaxFault {
        let found = Spelling.excerpt(String(decoding: bytes[offset..<lexer.offset], as: UTF8.self))
        return SyntaxFault(
            offset: offset, detail: detail + (found.isEmpty ? " The text ends here." : " Here stands: \(found)"))
    }
}
