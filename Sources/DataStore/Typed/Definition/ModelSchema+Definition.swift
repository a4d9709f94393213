import GraphQL

/// Schemas of models that no Swift type describes.
extension ModelSchema {
    /// The models of a `schema.graphql`, for ``DynamicModel``. Throws what is wrong with the text.
    public static func schemas(sdl: String, path: String = "schema.graphql") throws(DataStoreError) -> [ModelSchema] {
        let source = SchemaSource(path: path, text: sdl)
        let load = Schema.load([source])
        guard let schema = load.schema else {
            let errors = load.diagnostics.filter { $0.severity == .error }.map(\.rendered)
            throw .configuration("The schema is not valid:\n" + errors.joined(separator: "\n"), "Correct these places.")
        }
        return schema.models.map { ModelSchema($0, source: source) }
    }

    /// What a definition says in the terms of Swift types: enums are texts, embedded types have schemas.
    init(_ model: ModelDefinition, source: SchemaSource? = nil) {
        let fields = model.fields.filter { $0.role != .version }.map { field in
            ModelField(
                name: field.name, type: ModelFieldType(field.type), isRequired: field.type.isRequired,
                isReadOnly: field.role == .createdAt || field.role == .updatedAt, isArray: field.type.isList)
        }
        let indexes = model.indexes.map { index in
            ModelAttribute.index(fields: index.fields.map { model.fields[$0].name }, name: index.name)
        }
        self.init(
            name: model.name,
            attributes: indexes + [.primaryKey(fields: model.primaryKey.map { model.fields[$0].name })],
            declaredFields: fields, source: source)
    }
}

extension ModelFieldType {
    /// `outer` names the embedded types around it: one that contains itself is described once.
    fileprivate init(_ type: FieldType, inside outer: [String] = []) {
        let item: ModelFieldType
        switch type.item {
        case .enumeration: item = .string
        case .embedded(let definition) where outer.contains(definition.name):
            item = .embedded(type: DynamicValue.self, schema: nil)
        case .embedded(let definition):
            let fields = definition.fields.map { field in
                ModelField(
                    name: field.name, type: ModelFieldType(field.type, inside: outer + [definition.name]),
                    isRequired: field.type.isRequired, isArray: field.type.isList)
            }
            item = .embedded(
                type: DynamicValue.self, schema: ModelSchema(name: definition.name, declaredFields: fields))
        case .scalar(let scalar): item = ModelFieldType(scalar)
        }
        guard type.isList else {
            self = item
            return
        }
        if case .embedded(let type, let schema) = item {
            self = .embeddedCollection(of: type, schema: schema)
        } else {
            self = .embeddedCollection(of: DynamicValue.self, schema: nil)
        }
    }

    private init(_ scalar: Scalar) {
        self =
            switch scalar {
            case .int: .int
            case .float: .double
            case .boolean: .bool
            case .date: .date
            case .dateTime: .dateTime
            case .time: .time
            case .timestamp: .timestamp
            case .json: .embedded(type: DynamicValue.self, schema: nil)
            case .id, .string, .email, .url, .phone, .ipAddress: .string
            }
    }
}
