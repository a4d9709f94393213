/// A schema while it is described, in the builder language of generated files.
public struct ModelSchemaDefinition: Sendable {
    private let name: String
    private var declared: [ModelField] = []
    private var attributes: [ModelAttribute] = []

    /// The plural, as the oldest generated files give it.
    public var pluralName: String?
    /// The plural in the name of the list query.
    public var listPluralName: String?
    /// The plural in the name of the sync query.
    public var syncPluralName: String?
    /// Who may do what.
    public var authRules: AuthRules = []

    /// Names the fields and relations, in their order.
    public mutating func fields(_ fields: ModelFieldDefinition...) { declared += fields.map(\.modelField) }

    /// Names the key and the indexes.
    public mutating func attributes(_ attributes: ModelAttribute...) { self.attributes = attributes }

    static func schema(named name: String, _ define: (inout ModelSchemaDefinition) -> Void) -> ModelSchema {
        var definition = ModelSchemaDefinition(name: name)
        define(&definition)
        return ModelSchema(
            name: name, pluralName: definition.pluralName, listPluralName: definition.listPluralName,
            syncPluralName: definition.syncPluralName, authRules: definition.authRules,
            attributes: definition.attributes, declaredFields: definition.declared)
    }

    private init(name: String) { self.name = name }
}

extension Model {
    /// Describes the model in the builder language of generated files.
    public static func defineSchema(
        name: String? = nil, attributes: ModelAttribute..., define: (inout ModelSchemaDefinition) -> Void
    ) -> ModelSchema {
        ModelSchemaDefinition.schema(named: name ?? modelName) { definition in
            for attribute in attributes { definition.add(attribute) }
            define(&definition)
        }
    }
}

extension ModelSchemaDefinition {
    fileprivate mutating func add(_ attribute: ModelAttribute) { attributes.append(attribute) }
}
