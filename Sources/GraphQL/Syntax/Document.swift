/// A parsed text: its definitions in their order.
package struct Document: Sendable {
    package var definitions: [Definition]
    /// Names that may be those of types of which a part could not be read: what is not found in them may be there.
    package var unreadable: Set<String>
    /// Whether reading ended before the text did, so that any name may be defined in it.
    package var isCut: Bool

    package init(definitions: [Definition], unreadable: Set<String> = [], isCut: Bool = false) {
        self.definitions = definitions
        self.unreadable = unreadable
        self.isCut = isCut
    }
}

/// One definition of a type system document (GraphQL, October 2021, §3). Executable definitions are no part of it.
package enum Definition: Sendable {
    /// `schema { … }` and `extend schema`.
    case schema(SchemaNode)
    /// `type`, `interface`, `union`, `enum`, `input`, `scalar`, and their extensions.
    case type(TypeNode)
    /// `directive @name on …`.
    case directive(DirectiveDefinitionNode)
}

/// What may stand before a definition or a field for its readers.
package struct Documentation: Sendable {
    /// The description, a string of the language (§2.2 "Descriptions").
    package var description: String?
    /// The comment lines directly above it, or the comment behind it on its line.
    package var comment: String?

    package init(description: String? = nil, comment: String? = nil) {
        self.description = description
        self.comment = comment
    }

    /// The description, else the comment.
    package var text: String? { description ?? comment }
}

/// A name and its place.
package struct Name: Sendable {
    package let text: String
    package let location: Location

    package init(_ text: String, at location: Location) {
        self.text = text
        self.location = location
    }
}
