/// Reads a type system document (GraphQL, October 2021, §3), and goes on behind each fault, so that all are told at once.
///
/// `Parser+Types.swift` holds the definitions, `Parser+Values.swift` values and directives, `Parser+Recovery.swift` the
/// way from a fault to the next definition or field.
package struct Parser {
    /// The largest text, in bytes.
    package static let maxBytes = 4 << 20
    /// How deep lists and objects may nest.
    package static let maxDepth = 64
    /// How many errors are told.
    package static let maxErrors = 100

    /// Unwinds to the nearest place that can go on; the fault itself is in `faults` already.
    struct Unreadable: Error {}

    let source: SourceText
    private var lexer: Lexer
    /// The token that is read next.
    private(set) var token: Token
    /// The one after it.
    private(set) var following: Token
    /// How many brackets are open, and how many of them are braces.
    private(set) var depth = 0
    private(set) var braces = 0
    /// Whether the last token that was read is a closing brace.
    private(set) var isBehindBrace = false
    private var faults: [Diagnostic] = []

    /// The document, as far as it can be read, and everything that is wrong with its form.
    package static func parse(_ source: SourceText) -> (document: Document, errors: [Diagnostic]) {
        guard source.bytes.count <= maxBytes else {
            let message = "the text has \(source.bytes.count) bytes; at most \(maxBytes) are read"
            return (Document(definitions: [], isCut: true), [Diagnostic(.error, message, at: Location(source, 0))])
        }
        var parser = Parser(source)
        let document = parser.parseDocument()
        return (document, parser.errors)
    }

    private init(_ source: SourceText) {
        self.source = source
        lexer = Lexer(source)
        token = lexer.next()
        following = lexer.next()
    }

    private mutating func parseDocument() -> Document {
        var definitions: [Definition] = []
        var parts = ReadableParts()
        while token.kind != .end, faults.count + lexer.faults.count <= Parser.maxErrors {
            let start = self
            do {
                let definition = try parseDefinition()
                definitions.append(definition)
                parts.begin(at: start.location.offset, names: definition.typeNames, isRead: true)
            } catch {
                if start.mayBeWithinDefinition { parts.doubtLast() }
                skipToDefinition()
                let names = start.outerNames(before: location.offset)
                parts.begin(at: start.location.offset, names: names, isRead: false)
            }
        }
        return Document(
            definitions: definitions, unreadable: parts.unreadable(faults: (lexer.faults + faults).map(\.offset)),
            isCut: token.kind != .end)
    }

    /// Lexical faults and those of the grammar, in the order of the text; the first at each place only.
    private var errors: [Diagnostic] {
        var all = (lexer.faults + faults).enumerated().sorted {
            ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
        }.map(\.element)
        all = all.enumerated().filter { index, fault in index == 0 || fault.offset != all[index - 1].offset }
            .map(\.element)
        guard all.count > Parser.maxErrors else { return all }
        return Array(all.prefix(Parser.maxErrors))
    }

    // MARK: Tokens

    /// Where the next token begins.
    var location: Location { Location(source, token.range.lowerBound) }

    /// The text of a token.
    func text(_ token: Token) -> String { String(decoding: source.bytes[token.range], as: UTF8.self) }

    mutating func advance() {
        switch token.kind {
        case .punctuator(UInt8(ascii: "(")), .punctuator(UInt8(ascii: "[")), .punctuator(UInt8(ascii: "{")): depth += 1
        case .punctuator(UInt8(ascii: ")")), .punctuator(UInt8(ascii: "]")), .punctuator(UInt8(ascii: "}")): depth -= 1
        default: break
        }
        isBehindBrace = sees("}")
        if sees("{") { braces += 1 }
        if sees("}") { braces -= 1 }
        token = following
        following = lexer.next()
    }

    /// Whether the next token is that punctuator.
    func sees(_ punctuator: Unicode.Scalar) -> Bool {
        token.kind == .punctuator(UInt8(truncatingIfNeeded: punctuator.value))
    }

    /// Whether the next token is that word.
    func sees(word: String) -> Bool { token.kind == .name && source.bytes[token.range].elementsEqual(word.utf8) }

    /// Consumes the punctuator if it comes next.
    mutating func take(_ punctuator: Unicode.Scalar) -> Bool {
        guard sees(punctuator) else { return false }
        advance()
        return true
    }

    mutating func expect(_ punctuator: Unicode.Scalar, _ place: String) throws(Unreadable) {
        guard take(punctuator) else { throw unexpected("\"\(punctuator)\" \(place)") }
    }

    mutating func parseName(_ what: String) throws(Unreadable) -> Name {
        guard token.kind == .name else { throw unexpected(what) }
        defer { advance() }
        return Name(text(token), at: location)
    }

    /// Reports that something else comes next.
    mutating func unexpected(_ wanted: String) -> Unreadable {
        let found =
            switch token.kind {
            case .end: "the end of the text"
            case .string: "a string"
            default: "\"\(text(token))\""
            }
        return fault("expected \(wanted), found \(found)", at: location)
    }

    /// Reports a fault of the grammar.
    mutating func fault(_ message: String, at location: Location) -> Unreadable {
        if faults.count <= Parser.maxErrors { faults.append(Diagnostic(.error, message, at: location)) }
        return Unreadable()
    }
}
