/// A model as its Swift type knows it: fields, relations, key and rules.
///
/// What follows from it (columns, foreign keys, cascades) is decided where a `schema.graphql` is read: see
/// ``ModelSchema/sdl(of:)``.
public struct ModelSchema: Sendable {
    /// The model's name.
    public let name: String
    /// The plural, as the oldest generated files give it.
    public let pluralName: String?
    /// The plural in the name of the list query.
    public let listPluralName: String?
    /// The plural in the name of the sync query.
    public let syncPluralName: String?
    /// Who may do what.
    public let authRules: AuthRules
    /// Key and indexes, as described.
    public let attributes: [ModelAttribute]
    /// Fields and relations by name.
    public let fields: ModelFields
    /// Fields and relations in the order in which they were described.
    public let declaredFields: [ModelField]
    /// The fields of the primary key, in key order.
    public let primaryKey: ModelPrimaryKey
    /// The SDL that it was read from, when no Swift type describes it.
    let source: SchemaSource?

    /// A schema whose fields have no order of their own: they stand by name.
    public init(
        name: String, pluralName: String? = nil, listPluralName: String? = nil, syncPluralName: String? = nil,
        authRules: AuthRules = [], attributes: [ModelAttribute] = [], fields: ModelFields = [:]
    ) {
        self.init(
            name: name, pluralName: pluralName, listPluralName: listPluralName, syncPluralName: syncPluralName,
            authRules: authRules, attributes: attributes,
            declaredFields: fields.values.sorted { $0.name < $1.name })
    }

    init(
        name: String, pluralName: String? = nil, listPluralName: String? = nil, syncPluralName: String? = nil,
        authRules: AuthRules = [], attributes: [ModelAttribute] = [], declaredFields: [ModelField],
        source: SchemaSource? = nil
    ) {
        self.source = source
        self.name = name
        self.pluralName = pluralName
        self.listPluralName = listPluralName
        self.syncPluralName = syncPluralName
        self.authRules = authRules
        self.attributes = attributes
        self.declaredFields = declaredFields
        fields = Dictionary(declaredFields.map { ($0.name, $0) }, uniquingKeysWith: { _, last in last })
        primaryKey = ModelPrimaryKey(
            fields: ModelSchema.keyNames(attributes, declaredFields).compactMap { [fields] in fields[$0] })
    }

    /// What the key is: the attribute, else the index without a name, else the field that says so, else `id`.
    private static func keyNames(_ attributes: [ModelAttribute], _ fields: [ModelField]) -> [ModelFieldName] {
        for attribute in attributes {
            if case .primaryKey(let names) = attribute { return names }
        }
        for attribute in attributes {
            if case .index(let names, nil) = attribute, !names.isEmpty { return names }
        }
        return [fields.first(where: \.isPrimaryKey)?.name ?? ModelIdentifierFormat.Default.name]
    }
}

/// The primary key of a model.
public struct ModelPrimaryKey: Sendable {
    /// In key order.
    public let fields: [ModelField]

    /// Names in key order.
    var names: [ModelFieldName] { fields.map(\.name) }

    /// Whether several fields make it up.
    public var isCompositeKey: Bool { fields.count > 1 }
}

extension ModelSchema {
    /// The field of that name.
    public func field(withName name: ModelFieldName) -> ModelField? { fields[name] }

    /// The first relation to the model `modelName`.
    public func associationField(to modelName: ModelName) -> ModelField? {
        declaredFields.first { field in
            switch field.type {
            case .model(let name), .collection(let name): name == modelName
            default: false
            }
        }
    }

    /// Key fields, then values, then relations; each but the key by name.
    public var sortedFields: [ModelField] {
        let rest = declaredFields.filter { field in !primaryKey.names.contains(field.name) }.sorted {
            $0.name < $1.name
        }
        return primaryKey.fields + rest.filter { !$0.hasAssociation } + rest.filter(\.hasAssociation)
    }

    /// Indexes that have a name.
    public var indexes: [ModelAttribute] {
        attributes.filter { attribute in
            if case .index(_, .some) = attribute { return true }
            return false
        }
    }

    /// Whether it belongs to the store itself.
    public var isSystem: Bool { attributes.contains(.isSystem) }

    /// Whether its records are exchanged with an upstream.
    public var isSyncable: Bool { !isSystem }
}
