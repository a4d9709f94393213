/// A directive where it is used: `@name(argument: value)` (GraphQL, October 2021, §2.12).
package struct DirectiveNode: Sendable {
    package var name: Name
    package var arguments: [ArgumentNode]
    /// The place of the `@`.
    package var location: Location

    package init(name: Name, arguments: [ArgumentNode] = [], location: Location) {
        self.name = name
        self.arguments = arguments
        self.location = location
    }

    /// The argument of that name.
    package func argument(_ name: String) -> ArgumentNode? { arguments.first { $0.name.text == name } }
}

/// `name: value` (§2.6).
package struct ArgumentNode: Sendable {
    package var name: Name
    package var value: ValueNode

    package init(name: Name, value: ValueNode) {
        self.name = name
        self.value = value
    }
}

/// `directive @name(argument: Type) repeatable on PLACE | PLACE` (§3.13).
package struct DirectiveDefinitionNode: Sendable {
    package var documentation: Documentation
    package var name: Name
    package var arguments: [InputValueNode]
    package var isRepeatable: Bool
    package var locations: [Name]

    package init(
        documentation: Documentation = Documentation(), name: Name, arguments: [InputValueNode] = [],
        isRepeatable: Bool = false, locations: [Name]
    ) {
        self.documentation = documentation
        self.name = name
        self.arguments = arguments
        self.isRepeatable = isRepeatable
        self.locations = locations
    }
}
