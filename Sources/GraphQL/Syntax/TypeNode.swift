/// The definition or the extension of a named type (GraphQL, October 2021, §3.4–§3.10).
package struct TypeNode: Sendable {
    package enum Body: Sendable {
        case scalar
        case object(interfaces: [Name], fields: [FieldNode])
        case interface(interfaces: [Name], fields: [FieldNode])
        case union(members: [Name])
        case enumeration(values: [EnumValueNode])
        case input(fields: [InputValueNode])
    }

    package var documentation: Documentation
    package var isExtension: Bool
    package var name: Name
    package var directives: [DirectiveNode]
    package var body: Body

    package init(
        documentation: Documentation = Documentation(), isExtension: Bool = false, name: Name,
        directives: [DirectiveNode] = [], body: Body
    ) {
        self.documentation = documentation
        self.isExtension = isExtension
        self.name = name
        self.directives = directives
        self.body = body
    }

    /// The word of the language that begins its definition.
    package var keyword: String {
        switch body {
        case .scalar: "scalar"
        case .object: "type"
        case .interface: "interface"
        case .union: "union"
        case .enumeration: "enum"
        case .input: "input"
        }
    }
}

/// A field of an object type or of an interface (§3.6).
package struct FieldNode: Sendable {
    package var documentation: Documentation
    package var name: Name
    package var arguments: [InputValueNode]
    package var type: TypeReference
    package var directives: [DirectiveNode]

    package init(
        documentation: Documentation = Documentation(), name: Name, arguments: [InputValueNode] = [],
        type: TypeReference, directives: [DirectiveNode] = []
    ) {
        self.documentation = documentation
        self.name = name
        self.arguments = arguments
        self.type = type
        self.directives = directives
    }
}

/// An argument of a field or of a directive definition, or a field of an input type (§3.6.1, §3.10).
package struct InputValueNode: Sendable {
    package var documentation: Documentation
    package var name: Name
    package var type: TypeReference
    package var defaultValue: ValueNode?
    package var directives: [DirectiveNode]

    package init(
        documentation: Documentation = Documentation(), name: Name, type: TypeReference,
        defaultValue: ValueNode? = nil, directives: [DirectiveNode] = []
    ) {
        self.documentation = documentation
        self.name = name
        self.type = type
        self.defaultValue = defaultValue
        self.directives = directives
    }
}

/// A value of an enum (§3.9).
package struct EnumValueNode: Sendable {
    package var documentation: Documentation
    package var name: Name
    package var directives: [DirectiveNode]

    package init(documentation: Documentation = Documentation(), name: Name, directives: [DirectiveNode] = []) {
        self.documentation = documentation
        self.name = name
        self.directives = directives
    }
}

/// `T`, `[T]`, `T!` (§2.11, §3.11, §3.12).
package indirect enum TypeReference: Sendable {
    case named(Name)
    /// The place is that of the bracket.
    case list(TypeReference, Location)
    case nonNull(TypeReference)

    /// The named type at its core.
    package var name: Name {
        switch self {
        case .named(let name): name
        case .list(let item, _): item.name
        case .nonNull(let type): type.name
        }
    }
}
