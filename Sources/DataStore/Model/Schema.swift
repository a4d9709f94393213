/// All types of a `schema.graphql`, checked and resolved. Immutable.
package final class Schema: Sendable {
    /// In the order of the SDL; join models of `@manyToMany` after them.
    package let models: [ModelDefinition]
    package let enums: [EnumDefinition]
    /// Object types without `@model`.
    package let embedded: [EmbeddedDefinition]
    private let modelsByName: [Text: ModelDefinition]

    package init(models: [ModelDefinition], enums: [EnumDefinition] = [], embedded: [EmbeddedDefinition] = []) {
        self.models = models
        self.enums = enums
        self.embedded = embedded
        modelsByName = Dictionary(models.map { (Text($0.name), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The model of that name, byte for byte: strings that Unicode takes as equivalent are other names.
    package func model(named name: String) -> ModelDefinition? { modelsByName[Text(name)] }

    /// Whether some type or field carries `@auth`.
    package var hasAccessRules: Bool { models.contains { !$0.accessRules.isEmpty } }
}

/// An `enum`.
package final class EnumDefinition: Sendable {
    package let name: String
    package let description: String?
    package let values: [String]
    private let texts: [Text]
    private let known: Set<Text>

    package init(name: String, description: String? = nil, values: [String]) {
        self.name = name
        self.description = description
        self.values = values
        texts = values.map { Text($0) }
        known = Set(texts)
    }

    /// Whether it has this name, exactly.
    package func contains(_ value: Text) -> Bool {
        // A few are compared faster than one is hashed.
        texts.count <= 8 ? texts.contains(value) : known.contains(value)
    }
}

/// An object type without `@model`: it lives inside records.
package final class EmbeddedDefinition: @unchecked Sendable {
    // Sendable: `fields` is written once, by `bind`, before the schema that holds it is shared.
    package let name: String
    package let description: String?
    package private(set) var fields: [FieldDefinition] = []

    package init(name: String, description: String? = nil) {
        self.name = name
        self.description = description
    }

    /// Gives it its fields. Apart from the initializer because embedded types may contain each other.
    package func bind(_ fields: [FieldDefinition]) {
        precondition(self.fields.isEmpty, "\(name) is bound already")
        self.fields = fields
    }

    /// The field of that exact name.
    package func field(named name: String) -> FieldDefinition? {
        let name = Text(name)
        return fields.first { Text($0.name) == name }
    }
}
