import GraphQL

/// The named types of a schema, extensions merged into them, each name once.
struct TypeTable {
    /// In the order of the SDL.
    private(set) var types: [TypeNode] = []
    private var places: [String: Int] = [:]
    /// Names of the types that hold the operations of the API: `Query`, `Mutation`, `Subscription` or what `schema` says.
    private(set) var roots: Set<String> = ["Query", "Mutation", "Subscription"]
    /// Those of which a part could not be read, once they are set aside.
    private(set) var setAside: [TypeNode] = []
    /// Names that may be those of types of which a part could not be read.
    private let unreadable: Set<String>

    /// Reports names that are taken or reserved, and extensions of nothing.
    init(_ definitions: [Definition], unreadable: Set<String>, _ report: SchemaReport) {
        self.unreadable = unreadable
        for case .type(let node) in definitions where !node.isExtension { define(node, report) }
        for case .type(let node) in definitions where node.isExtension { extend(node, report) }
        for definition in definitions {
            switch definition {
            case .schema(let node):
                roots.formUnion(node.operations.map(\.type.text))
                report.notice(
                    "the schema definition is passed over: the API is made from the models", at: node.location)
                checkNoDirectives(node.directives, on: "the schema definition", report)
            case .directive(let node):
                report.notice(
                    "the definition of @\(node.name.text) is passed over: the known directives are built in",
                    at: node.name.location)
            case .type:
                break
            }
        }
    }

    /// The type of that exact name.
    subscript(name: String) -> TypeNode? { places[name].map { types[$0] } }

    /// Whether a name may be that of a type which could not be read, or not whole.
    func isUnreadable(_ name: String) -> Bool { unreadable.contains(name) }

    /// Leaves only types that were read whole.
    mutating func setAsideUnreadable() {
        guard !unreadable.isEmpty else { return }
        setAside = types.filter { unreadable.contains($0.name.text) }
        types.removeAll { unreadable.contains($0.name.text) }
        places = Dictionary(uniqueKeysWithValues: types.enumerated().map { ($1.name.text, $0) })
    }

    /// Whether a type is stored as a table.
    func isModel(_ name: String) -> Bool { self[name].map(TypeTable.isModel) ?? false }

    static func isModel(_ node: TypeNode) -> Bool {
        guard case .object = node.body else { return false }
        return node.directives.contains { $0.name.text == "model" }
    }

    /// Every name that a field's type may have.
    var names: [String] { (types + setAside).map(\.name.text) }

    /// The same names with other contents.
    mutating func replace(with nodes: [TypeNode]) { types = nodes }

    private mutating func define(_ node: TypeNode, _ report: SchemaReport) {
        let name = node.name
        if let first = self[name.text] {
            return report.error(
                "the type \"\(name.text)\" is defined already, at \(first.name.location.notation)", at: name.location)
        }
        if let message = TypeTable.refusal(of: name.text, isScalar: node.keyword == "scalar") {
            report.error(message, at: name.location)
        }
        places[name.text] = types.count
        types.append(node)
    }

    private static func refusal(of name: String, isScalar: Bool) -> String? {
        if name.hasPrefix("__") { return "names that begin with two underscores belong to GraphQL itself" }
        if name.lowercased().hasPrefix("_rivulet") { return "names that begin with _rivulet are the server's own" }
        if Scalar(rawValue: name) != nil, !isScalar { return "\"\(name)\" is a built-in scalar" }
        return nil
    }

    private mutating func extend(_ node: TypeNode, _ report: SchemaReport) {
        guard let place = places[node.name.text] else {
            if roots.contains(node.name.text) {
                places[node.name.text] = types.count
                types.append(node)
                return
            }
            if isUnreadable(node.name.text) { return }
            let hint = Suggestion.hint(for: node.name.text, among: names)
            return report.error("there is no type \"\(node.name.text)\" to extend\(hint)", at: node.name.location)
        }
        types[place].directives += node.directives
        switch (types[place].body, node.body) {
        case (.object(let ours, let fields), .object(let theirs, let more)):
            types[place].body = .object(interfaces: ours + theirs, fields: fields + more)
        case (.interface(let ours, let fields), .interface(let theirs, let more)):
            types[place].body = .interface(interfaces: ours + theirs, fields: fields + more)
        case (.union(let members), .union(let more)): types[place].body = .union(members: members + more)
        case (.enumeration(let values), .enumeration(let more)):
            types[place].body = .enumeration(values: values + more)
        case (.input(let fields), .input(let more)): types[place].body = .input(fields: fields + more)
        case (.scalar, .scalar): break
        default:
            let first = types[place]
            report.error(
                "\"\(node.name.text)\" is defined with \"\(first.keyword)\", at \(first.name.location.notation); "
                    + "write \"extend \(first.keyword)\"", at: node.name.location)
        }
    }

    private func checkNoDirectives(_ directives: [DirectiveNode], on what: String, _ report: SchemaReport) {
        for directive in directives {
            report.error("\(what) takes no @\(directive.name.text)", at: directive.location)
        }
    }
}
