import GraphQL

/// Makes random documents that use the whole grammar, with awkward strings.
struct RandomDocument {
    private var random: SplitMix64
    private let nowhere = Location(SourceText(path: "", text: ""), 0)

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func document() -> Document {
        Document(definitions: (0..<below(6)).map { _ in definition() })
    }

    private mutating func definition() -> Definition {
        switch below(8) {
        case 0:
            let operations = [SchemaNode.RootOperation(operation: Name("query", at: nowhere), type: name())]
            return .schema(
                SchemaNode(
                    documentation: documentation(), directives: directives(), operations: operations, location: nowhere)
            )
        case 1:
            return .directive(
                DirectiveDefinitionNode(
                    documentation: documentation(), name: name(), arguments: inputs(0), isRepeatable: flip(),
                    locations: names(1)))
        default:
            let isExtension = flip()
            return .type(
                TypeNode(
                    documentation: isExtension ? Documentation() : documentation(), isExtension: isExtension,
                    name: name(), directives: directives(), body: body()))
        }
    }

    private mutating func body() -> TypeNode.Body {
        switch below(6) {
        case 0: .scalar
        case 1: .union(members: names(0))
        case 2:
            .enumeration(
                values: (0..<1 + below(3)).map { _ in
                    EnumValueNode(documentation: documentation(), name: name(), directives: directives())
                })
        case 3: .input(fields: inputs(1))
        case 4: .interface(interfaces: names(0), fields: fields())
        default: .object(interfaces: names(0), fields: fields())
        }
    }

    private mutating func fields() -> [FieldNode] {
        (0..<below(4)).map { _ in
            FieldNode(
                documentation: documentation(), name: name(), arguments: inputs(0), type: type(3),
                directives: directives())
        }
    }

    private mutating func inputs(_ least: Int) -> [InputValueNode] {
        (0..<least + below(3)).map { _ in
            InputValueNode(
                documentation: documentation(), name: name(), type: type(2), defaultValue: flip() ? value(3) : nil,
                directives: directives())
        }
    }

    private mutating func directives() -> [DirectiveNode] {
        (0..<below(3)).map { _ in
            DirectiveNode(name: name(), arguments: arguments(2), location: nowhere)
        }
    }

    private mutating func arguments(_ depth: Int) -> [ArgumentNode] {
        (0..<below(3)).map { _ in ArgumentNode(name: name(), value: value(depth)) }
    }

    private mutating func value(_ depth: Int) -> ValueNode {
        let kind: ValueNode.Kind =
            switch below(depth > 0 ? 9 : 7) {
            case 0: .int(["0", "-0", "7", "-123456789012345678901234567890"][below(4)])
            case 1: .float(["0.5", "-1e10", "1.25E-3", "0e+0"][below(4)])
            case 2: .boolean(flip())
            case 3: .null
            case 4: .enumeration(name().text)
            case 5, 6: .string(text())
            case 7: .list((0..<below(4)).map { _ in value(depth - 1) })
            default: .object(arguments(depth - 1))
            }
        return ValueNode(kind, at: nowhere)
    }

    private mutating func type(_ depth: Int) -> TypeReference {
        let type: TypeReference = depth > 0 && flip() ? .list(self.type(depth - 1), nowhere) : .named(name())
        return flip() ? .nonNull(type) : type
    }

    private mutating func documentation() -> Documentation {
        Documentation(description: below(3) == 0 ? text() : nil, comment: below(4) == 0 ? comment() : nil)
    }

    private mutating func comment() -> String {
        (0...below(3)).map { _ in "c" + ["", " d", "é", " # e"][below(4)] }.joined(separator: "\n")
    }

    private mutating func text() -> String {
        let pieces = [
            "a", " ", "\n", "\"", "\\", "\"\"\"", "é", "e\u{301}", "😀", "\t", "\r", "\u{0}", "\u{1F}", "\u{7F}",
            "\u{2028}", "#",
        ]
        return (0..<below(8)).map { _ in pieces[below(pieces.count)] }.joined()
    }

    private mutating func names(_ least: Int) -> [Name] { (0..<least + below(3)).map { _ in name() } }

    private mutating func name() -> Name {
        let words = ["A", "b", "_c", "D9", "type", "on", "input", "implements", "repeatable", "extend", "query"]
        return Name(words[below(words.count)], at: nowhere)
    }

    private mutating func flip() -> Bool { below(2) == 0 }

    private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
}
