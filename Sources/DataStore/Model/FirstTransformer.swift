import GraphQL

/// Translates the first transformer's `@key` and `@connection` into today's directives, with a notice that shows them.
///
/// What it writes has the places of what it was made from, so that faults are told where the author can mend them.
/// A translated relation may carry two arguments that today's directives lack: `name`, which pairs two sides, and
/// `keyField`, which names the foreign key.
struct FirstTransformer {
    private let types: TypeTable
    private let report: SchemaReport

    init(_ types: TypeTable, _ report: SchemaReport) {
        self.types = types
        self.report = report
    }

    /// The same types without `@key` and `@connection`.
    func translated() -> TypeTable {
        var result = types
        result.replace(
            with: types.types.map { node in
                guard case .object(let interfaces, var fields) = node.body, TypeTable.isModel(node) else { return node }
                var node = node
                for directive in node.directives where directive.name.text == "key" {
                    translateKey(directive, of: node.name.text, into: &fields)
                }
                node.directives.removeAll { $0.name.text == "key" }
                for index in fields.indices { translateConnection(of: &fields[index], in: node) }
                node.body = .object(interfaces: interfaces, fields: fields)
                return node
            })
        return result
    }

    // MARK: @key

    private func translateKey(_ key: DirectiveNode, of type: String, into fields: inout [FieldNode]) {
        guard let names = key.argument("fields")?.value.names, let first = names.first else {
            if let value = key.argument("fields")?.value, case .list(let items) = value.kind, items.isEmpty {
                report.error("@key needs at least one field", at: value.location)
            }
            return
        }
        guard let place = fields.firstIndex(where: { $0.name.text == first.text }) else {
            let hint = Suggestion.hint(for: first.text, among: fields.map(\.name.text))
            return report.error("\(type) has no field \"\(first.text)\"\(hint)", at: first.location)
        }
        let name = key.argument("name").flatMap { $0.value.string == nil ? nil : $0 }
        var directive = DirectiveNode(
            name: Name(name == nil ? "primaryKey" : "index", at: key.name.location), location: key.location)
        if let name { directive.arguments.append(name) }
        if names.count > 1 {
            directive.arguments.append(
                ArgumentNode(
                    name: Name("sortKeyFields", at: first.location),
                    value: ValueNode(names.dropFirst(), at: first.location)))
        }
        if name != nil, let queryField = key.argument("queryField") { directive.arguments.append(queryField) }
        fields[place].directives.append(directive)
        let field = "\(first.text): \(Printer.print(fields[place].type))"
        report.notice(
            "today @key is written on its first field: \(field) \(Printer.print(directive))", at: key.location)
    }

    // MARK: @connection

    private func translateConnection(of field: inout FieldNode, in type: TypeNode) {
        guard let place = field.directives.firstIndex(where: { $0.name.text == "connection" }),
            types.isModel(field.type.name.text)
        else { return }
        let connection = field.directives[place]
        var directive = DirectiveNode(
            name: Name(kind(of: field, in: type), at: connection.name.location), location: connection.location)
        if field.type.isList {
            if var keyName = connection.argument("keyName") {
                keyName.name = Name("indexName", at: keyName.name.location)
                directive.arguments.append(keyName)
            }
            if let fields = connection.argument("fields") { directive.arguments.append(fields) }
        } else if connection.argument("keyName") != nil {
            guard let references = references(of: connection, to: field.type.name.text) else { return }
            directive.name = Name("hasOne", at: connection.name.location)
            directive.arguments = [references]
        } else if let fields = connection.argument("fields") {
            directive.arguments.append(fields)
        }
        for (name, reason) in [
            ("limit", "a page is as long as the request says"), ("sortField", "a request says how to sort"),
        ] {
            guard let argument = connection.argument(name) else { continue }
            report.notice("\"\(name)\" is passed over: \(reason)", at: argument.name.location)
        }
        // Where the fields are named, there is no key to be named.
        if let argument = connection.argument("keyField"), !directive.arguments.isEmpty {
            report.notice("\"keyField\" is passed over: the fields of the key are named", at: argument.name.location)
        }
        report.notice("today this is written \(Printer.print(directive))", at: connection.location)
        directive.arguments += ["name", "keyField"].compactMap { connection.argument($0) }
        field.directives[place] = directive
    }

    /// The relation that a connection is. A single one belongs to its target, whose key it holds; of two single ones
    /// that share a name the optional one, else the first, has the other.
    private func kind(of field: FieldNode, in type: TypeNode) -> String {
        if field.type.isList { return "hasMany" }
        guard let name = field.connectionName, let other = types[field.type.name.text],
            case .object(_, let fields) = other.body,
            let inverse = fields.first(where: {
                $0.connectionName == name && $0.type.name.text == type.name.text
                    && $0.name.location.offset != field.name.location.offset
            }),
            !inverse.type.isList
        else { return "belongsTo" }
        if field.type.isRequired != inverse.type.isRequired { return field.type.isRequired ? "belongsTo" : "hasOne" }
        let order = types.names
        let isFirst =
            (order.firstIndex(of: type.name.text) ?? 0, field.name.location.offset)
            < (order.firstIndex(of: other.name.text) ?? 0, inverse.name.location.offset)
        return isFirst ? "hasOne" : "belongsTo"
    }

    /// A single record by an index of its model: the fields of that index that hold our key.
    private func references(of connection: DirectiveNode, to target: String) -> ArgumentNode? {
        guard let keyName = connection.argument("keyName"), let name = keyName.value.string,
            let other = types[target]
        else { return nil }
        let keys = other.directives.filter { $0.name.text == "key" }
        let location = keyName.value.location
        guard let key = keys.first(where: { $0.argument("name")?.value.string == name }),
            let names = key.argument("fields")?.value.names
        else {
            let hint = Suggestion.hint(for: name, among: keys.compactMap { $0.argument("name")?.value.string })
            report.error("\(target) has no @key named \"\(name)\"\(hint)", at: location)
            return nil
        }
        let count = connection.argument("fields")?.value.names?.count ?? 1
        let fields = names.prefix(count).map { Name($0.text, at: location) }
        return ArgumentNode(name: Name("references", at: location), value: ValueNode(fields[...], at: location))
    }
}

extension FieldNode {
    /// `name:` of its `@connection`.
    fileprivate var connectionName: String? {
        directives.first { $0.name.text == "connection" }?.argument("name")?.value.string
    }
}

extension TypeReference {
    /// `[T]`, `[T]!`
    var isList: Bool {
        switch self {
        case .named: false
        case .list: true
        case .nonNull(let type): type.isList
        }
    }

    /// `T!`, `[T]!`
    var isRequired: Bool {
        if case .nonNull = self { return true }
        return false
    }
}

extension ValueNode {
    /// The strings of a list, or of a single string in its place; nil when it is something else.
    var names: [Name]? {
        switch kind {
        case .string(let text): return [Name(text, at: location)]
        case .list(let items):
            let names = items.compactMap { item in item.string.map { Name($0, at: item.location) } }
            return names.count == items.count ? names : nil
        default: return nil
        }
    }

    /// A list of strings.
    fileprivate init(_ names: ArraySlice<Name>, at location: Location) {
        self.init(.list(names.map { ValueNode(.string($0.text), at: $0.location) }), at: location)
    }
}
