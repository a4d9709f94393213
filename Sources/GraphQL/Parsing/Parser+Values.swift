/// Values, directives and type references (GraphQL, October 2021, §2.9, §2.11, §2.12).
extension Parser {
    mutating func parseDirectives() throws(Unreadable) -> [DirectiveNode] {
        var directives: [DirectiveNode] = []
        try parseDirectives(into: &directives)
        return directives
    }

    /// Adds what can be read, also when what follows cannot.
    mutating func parseDirectives(into directives: inout [DirectiveNode]) throws(Unreadable) {
        while sees("@") {
            let start = location
            advance()
            let name = try parseName("the name of a directive")
            var arguments: [ArgumentNode] = []
            if take("(") {
                if sees(")") { throw unexpected("an argument; a directive without any has no parentheses") }
                while !take(")") { arguments.append(try parseArgument(depth: 0, "an argument or \")\"")) }
            }
            directives.append(DirectiveNode(name: name, arguments: arguments, location: start))
        }
    }

    /// `name: value`, an argument or a member of an object.
    private mutating func parseArgument(depth: Int, _ wanted: String) throws(Unreadable) -> ArgumentNode {
        let name = try parseName(wanted)
        try expect(":", "after \"\(name.text)\"")
        return ArgumentNode(name: name, value: try parseValue(depth: depth))
    }

    mutating func parseValue(depth: Int = 0) throws(Unreadable) -> ValueNode {
        let start = location
        guard depth < Parser.maxDepth else {
            throw fault("values nest at most \(Parser.maxDepth) deep", at: start)
        }
        switch token.kind {
        case .int:
            defer { advance() }
            return ValueNode(.int(text(token)), at: start)
        case .float:
            defer { advance() }
            return ValueNode(.float(text(token)), at: start)
        case .string(let value, let isBlock):
            defer { advance() }
            let quotes = isBlock ? 3 : 1
            return ValueNode(.string(value), at: Location(source, start.offset + quotes))
        case .name:
            defer { advance() }
            let kind: ValueNode.Kind =
                switch text(token) {
                case "true": .boolean(true)
                case "false": .boolean(false)
                case "null": .null
                case let name: .enumeration(name)
                }
            return ValueNode(kind, at: start)
        case .punctuator(UInt8(ascii: "[")):
            advance()
            var items: [ValueNode] = []
            while !take("]") { items.append(try parseValue(depth: depth + 1)) }
            return ValueNode(.list(items), at: start)
        case .punctuator(UInt8(ascii: "{")):
            advance()
            var members: [ArgumentNode] = []
            while !take("}") { members.append(try parseArgument(depth: depth + 1, "a member or \"}\"")) }
            return ValueNode(.object(members), at: start)
        case .punctuator(UInt8(ascii: "$")):
            throw fault("a schema has no variables", at: start)
        default:
            throw unexpected("a value")
        }
    }

    mutating func parseType(depth: Int = 0) throws(Unreadable) -> TypeReference {
        let start = location
        guard depth < Parser.maxDepth else {
            throw fault("lists nest at most \(Parser.maxDepth) deep", at: start)
        }
        var type: TypeReference
        if take("[") {
            let item = try parseType(depth: depth + 1)
            try expect("]", "after the type of a list")
            type = .list(item, start)
        } else {
            type = .named(try parseName("a type"))
        }
        if take("!") { type = .nonNull(type) }
        return type
    }
}
