/// The name of a field in the schema.
public typealias ModelFieldName = String

/// The fields of a model by name.
public typealias ModelFields = [ModelFieldName: ModelField]

/// A field or a relation of a model, as its Swift type knows it.
public struct ModelField: Sendable {
    /// Its name in the schema.
    public let name: ModelFieldName
    /// What it holds.
    public let type: ModelFieldType
    /// Whether it must have a value.
    public let isRequired: Bool
    /// Whether only the store writes it, as far as it is one of its times. Other fields are kept as the model has them.
    public let isReadOnly: Bool
    /// Whether it holds many.
    public let isArray: Bool
    /// What is special about it.
    public let attributes: [ModelFieldAttribute]
    /// Where it leads, when it is a relation.
    public let association: ModelAssociation?
    /// Who may see it; empty for all who may see the record.
    public let authRules: AuthRules
    /// The type that a relation leads to, where it was described by its type.
    var relatedType: (any Model.Type)?

    /// A field.
    public init(
        name: ModelFieldName, type: ModelFieldType, isRequired: Bool = false, isReadOnly: Bool = false,
        isArray: Bool = false, attributes: [ModelFieldAttribute] = [], association: ModelAssociation? = nil,
        authRules: AuthRules = []
    ) {
        self.name = name
        self.type = type
        self.isRequired = isRequired
        self.isReadOnly = isReadOnly
        self.isArray = isArray
        self.attributes = attributes
        self.association = association
        self.authRules = authRules
    }

    /// Whether it is the primary key by an attribute of its own.
    public var isPrimaryKey: Bool { attributes.contains(.primaryKey) }

    /// Whether it leads to records instead of holding a value.
    public var hasAssociation: Bool { association != nil }
}
