/// The definitions of a type system (GraphQL, October 2021, §3).
extension Parser {
    mutating func parseDefinition() throws(Unreadable) -> Definition {
        let documentation = parseDocumentation()
        let start = location
        let isExtension = sees(word: "extend")
        if isExtension {
            if documentation.description != nil { throw fault("an extension has no description", at: start) }
            advance()
        }
        guard token.kind == .name else { throw unexpected("a definition") }
        let keyword = text(token)
        switch keyword {
        case "schema": return .schema(try parseSchema(documentation, isExtension, start))
        case "directive" where !isExtension: return .directive(try parseDirectiveDefinition(documentation))
        case "type", "interface", "union", "enum", "input", "scalar":
            return .type(try parseTypeDefinition(keyword, documentation, isExtension))
        case "query", "mutation", "subscription", "fragment":
            throw fault("\"\(keyword)\" begins an operation; a schema holds types only", at: location)
        default:
            let hint = Suggestion.hint(for: keyword, among: Parser.keywords.sorted())
            throw fault("\"\(keyword)\" begins no definition\(hint)", at: location)
        }
    }

    /// A description (§2.2), and the comment above it.
    private mutating func parseDocumentation() -> Documentation {
        let comment = token.comment
        guard case .string(let description, _) = token.kind else { return Documentation(comment: comment) }
        advance()
        return Documentation(description: description, comment: comment ?? token.comment)
    }

    /// §3.3
    private mutating func parseSchema(
        _ documentation: Documentation, _ isExtension: Bool, _ start: Location
    ) throws(Unreadable) -> SchemaNode {
        advance()
        let directives = try parseDirectives()
        var operations: [SchemaNode.RootOperation] = []
        // Only an extension may do without root types, when it brings a directive.
        if sees("{") || !isExtension || directives.isEmpty {
            operations = try parseMembers("a root type") { parser, operations throws(Unreadable) in
                let operation = try parser.parseName("\"query\", \"mutation\" or \"subscription\"")
                guard ["query", "mutation", "subscription"].contains(operation.text) else {
                    throw parser.fault(
                        "\"\(operation.text)\" is none of query, mutation, subscription", at: operation.location)
                }
                try parser.expect(":", "after \"\(operation.text)\"")
                operations.append(
                    SchemaNode.RootOperation(operation: operation, type: try parser.parseName("a type")))
            }
        }
        return SchemaNode(
            documentation: documentation, isExtension: isExtension, directives: directives, operations: operations,
            location: start)
    }

    /// §3.4–§3.10
    private mutating func parseTypeDefinition(
        _ keyword: String, _ documentation: Documentation, _ isExtension: Bool
    ) throws(Unreadable) -> TypeNode {
        advance()
        var documentation = documentation
        let name = try parseName("a name after \"\(keyword)\"")
        let interfaces = keyword == "type" || keyword == "interface" ? try parseInterfaces() : []
        var directives: [DirectiveNode] = []
        let outerDepth = depth
        do { try parseDirectives(into: &directives) } catch {
            guard skipToBody(depth: outerDepth) else { throw error }
        }
        if sees("{"), documentation.comment == nil { documentation.comment = following.trailingComment }
        let body: TypeNode.Body
        switch keyword {
        case "type": body = .object(interfaces: interfaces, fields: try parseFields())
        case "interface": body = .interface(interfaces: interfaces, fields: try parseFields())
        case "union": body = .union(members: try parseUnionMembers())
        case "enum": body = .enumeration(values: try parseEnumValues())
        case "input": body = .input(fields: try parseInputFields())
        default: body = .scalar
        }
        return TypeNode(
            documentation: documentation, isExtension: isExtension, name: name, directives: directives, body: body)
    }

    /// `implements A & B`
    private mutating func parseInterfaces() throws(Unreadable) -> [Name] {
        guard sees(word: "implements") else { return [] }
        advance()
        var names: [Name] = []
        _ = take("&")
        repeat {
            names.append(try parseName("the name of an interface"))
            // Before 2018 interfaces were written one after the other; schemas of that time still do.
        } while take("&") || (token.kind == .name && !seesDefinition)
        return names
    }

    private mutating func parseFields() throws(Unreadable) -> [FieldNode] {
        guard sees("{") else { return [] }
        return try parseMembers("a field") { parser, fields throws(Unreadable) in
            let documentation = parser.parseDocumentation()
            let name = try parser.parseName("a field or \"}\"")
            let arguments = try parser.parseArgumentDefinitions()
            try parser.expect(":", "and a type after \"\(name.text)\"")
            let type = try parser.parseType()
            // Its type can be checked even when its directives cannot be read.
            fields.append(FieldNode(documentation: documentation, name: name, arguments: arguments, type: type))
            let place = fields.count - 1
            try parser.parseDirectives(into: &fields[place].directives)
            if documentation.comment == nil {
                fields[place].documentation.comment = parser.token.trailingComment
            }
        }
    }

    private mutating func parseInputFields() throws(Unreadable) -> [InputValueNode] {
        guard sees("{") else { return [] }
        return try parseMembers("a field") { parser, fields throws(Unreadable) in
            fields.append(try parser.parseInputValue("a field or \"}\""))
        }
    }

    private mutating func parseArgumentDefinitions() throws(Unreadable) -> [InputValueNode] {
        guard take("(") else { return [] }
        var arguments: [InputValueNode] = []
        repeat { arguments.append(try parseInputValue("an argument")) } while !take(")")
        return arguments
    }

    /// `name: Type = default @directive`
    private mutating func parseInputValue(_ wanted: String) throws(Unreadable) -> InputValueNode {
        var documentation = parseDocumentation()
        let name = try parseName(wanted)
        try expect(":", "and a type after \"\(name.text)\"")
        let type = try parseType()
        let defaultValue = take("=") ? try parseValue() : nil
        let directives = try parseDirectives()
        if documentation.comment == nil { documentation.comment = token.trailingComment }
        return InputValueNode(
            documentation: documentation, name: name, type: type, defaultValue: defaultValue, directives: directives)
    }

    private mutating func parseUnionMembers() throws(Unreadable) -> [Name] {
        guard take("=") else { return [] }
        _ = take("|")
        var members: [Name] = []
        repeat { members.append(try parseName("a type of the union")) } while take("|")
        return members
    }

    private mutating func parseEnumValues() throws(Unreadable) -> [EnumValueNode] {
        guard sees("{") else { return [] }
        return try parseMembers("a value", areBareNames: true) { parser, values throws(Unreadable) in
            var documentation = parser.parseDocumentation()
            let name = try parser.parseName("a value or \"}\"")
            if ["true", "false", "null"].contains(name.text) {
                throw parser.fault("\"\(name.text)\" cannot be a value of an enum", at: name.location)
            }
            let directives = try parser.parseDirectives()
            if documentation.comment == nil { documentation.comment = parser.token.trailingComment }
            values.append(EnumValueNode(documentation: documentation, name: name, directives: directives))
        }
    }

    /// §3.13
    private mutating func parseDirectiveDefinition(
        _ documentation: Documentation
    ) throws(Unreadable) -> DirectiveDefinitionNode {
        advance()
        try expect("@", "and a name after \"directive\"")
        let name = try parseName("the name of the directive")
        let arguments = try parseArgumentDefinitions()
        let isRepeatable = sees(word: "repeatable")
        if isRepeatable { advance() }
        guard sees(word: "on") else { throw unexpected("\"on\" and the places of the directive") }
        advance()
        _ = take("|")
        var locations: [Name] = []
        repeat { locations.append(try parseName("a place, as FIELD_DEFINITION")) } while take("|")
        return DirectiveDefinitionNode(
            documentation: documentation, name: name, arguments: arguments, isRepeatable: isRepeatable,
            locations: locations)
    }

    /// `{ member … }`, at least one. A member that cannot be read is left out, its fault reported.
    private mutating func parseMembers<Member>(
        _ what: String, areBareNames: Bool = false, _ parse: (inout Parser, inout [Member]) throws(Unreadable) -> Void
    ) throws(Unreadable) -> [Member] {
        try expect("{", "and \(what)")
        let (outerDepth, outerBraces) = (depth, braces)
        var members: [Member] = []
        if sees("}") { _ = unexpected("\(what); braces that hold nothing are left out") }
        while !take("}") {
            if token.kind == .end || (areBareNames ? seesDefinitionAmongValues : seesDefinitionAmongFields) {
                _ = unexpected("\"}\"")
                return members
            }
            let start = location
            let isFirst = token.startsLine
            do {
                try parse(&self, &members)
            } catch {
                if location.offset == start.offset, !sees("}") { advance() }
                skipToMember(depth: outerDepth, braces: outerBraces, column: isFirst ? start.column : 0)
                if seesDefinition, !sees("}") { return members }
            }
        }
        return members
    }
}
