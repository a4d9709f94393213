/// `schema { query: Query }` (GraphQL, October 2021, §3.3).
package struct SchemaNode: Sendable {
    /// `query: Query`.
    package struct RootOperation: Sendable {
        /// `query`, `mutation` or `subscription`.
        package var operation: Name
        package var type: Name

        package init(operation: Name, type: Name) {
            self.operation = operation
            self.type = type
        }
    }

    package var documentation: Documentation
    package var isExtension: Bool
    package var directives: [DirectiveNode]
    package var operations: [RootOperation]
    package var location: Location

    package init(
        documentation: Documentation = Documentation(), isExtension: Bool = false, directives: [DirectiveNode] = [],
        operations: [RootOperation] = [], location: Location
    ) {
        self.documentation = documentation
        self.isExtension = isExtension
        self.directives = directives
        self.operations = operations
        self.location = location
    }
}
