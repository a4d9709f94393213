import GraphQL

/// What the text of a schema says beside its resolved form: the order of the fields, relations among them, the rules of
/// `@auth` as values, the descriptions of enum values, and where each name stands.
struct SchemaOutline: Sendable {
    private var types: [String: Entry] = [:]
    /// `relationName` of each `@manyToMany`, where it stands first.
    private var joinNames: [String: Location] = [:]

    private struct Entry: Sendable {
        var name: Name
        var fields: [Name] = []
        var valueDescriptions: [String: String] = [:]
        var rules: [ValueNode] = []
    }

    /// Extensions count as the end of what they extend, in the order of the text.
    init(_ definitions: [Definition]) {
        for case .type(let node) in definitions where !node.isExtension { add(node) }
        for case .type(let node) in definitions where node.isExtension { add(node) }
    }

    /// The fields of a type in the order of the text; empty for one that the text does not define.
    func fields(of type: String) -> [String] { types[type]?.fields.map(\.text) ?? [] }

    /// Where a type is named first.
    func location(of type: String) -> Location? { types[type]?.name.location ?? joinNames[type] }

    /// The description of a value of an enum.
    func description(of value: String, in type: String) -> String? { types[type]?.valueDescriptions[value] }

    /// The rules of the type's own `@auth`, each an object.
    func accessRules(of type: String) -> [ValueNode] { types[type]?.rules ?? [] }

    private mutating func add(_ node: TypeNode) {
        var entry = types[node.name.text] ?? Entry(name: node.name)
        switch node.body {
        case .object(_, let fields):
            entry.fields += fields.map(\.name)
            for field in fields { addJoinNames(of: field) }
        case .enumeration(let values):
            for value in values { entry.valueDescriptions[value.name.text] = value.documentation.text }
        case .scalar, .interface, .union, .input: break
        }
        for directive in node.directives where directive.name.text == "auth" {
            guard let value = directive.argument("rules")?.value else { continue }
            if case .list(let rules) = value.kind { entry.rules += rules } else { entry.rules.append(value) }
        }
        types[node.name.text] = entry
    }

    private mutating func addJoinNames(of field: FieldNode) {
        for directive in field.directives where directive.name.text == "manyToMany" {
            guard let value = directive.argument("relationName")?.value, let name = value.string else { continue }
            joinNames[name] = joinNames[name] ?? value.location
        }
    }
}
