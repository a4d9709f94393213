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
        return schema.models.map { ModelSchema($0, in: schema, source: source) }
    }

    /// What a definition says in the terms of Swift types: enums are texts, embedded types have schemas.
    init(_ model: ModelDefinition, in schema: Schema, source: SchemaSource? = nil) {
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
    fileprivate init(_ type: FieldType) {
        let item: ModelFieldType
        switch type.item {
        case .enumeration: item = .string
        case .embedded(let definition):
            item = .embedded(type: DynamicValue.self, schema: ModelSchema(definition, depth: 0))
        case .scalar(let scalar):
            switch scalar {
            case .int: item = .int
            case .float: item = .double
            case .boolean: item = .bool
            case .date: item = .date
            case .dateTime: item = .dateTime
            case .time: item = .time
            case .timestamp: item = .timestamp
            case .json: item = .embedded(type: DynamicValue.self, schema: nil)
            case .id, .string, .email, .url, .phone, .ipAddress: item = .string
            }
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
}

extension ModelSchema {
    /// Embedded types may contain each other, so the description ends at a depth that no one reads by hand.
    fileprivate init(_ definition: EmbeddedDefinition, depth: Int) {
        let fields = depth > 8 ? [] : definition.fields
        self.init(
            name: definition.name,
            declaredFields: fields.map { field in
                var type = ModelFieldType.embedded(type: DynamicValue.self, schema: nil)
                if case .embedded(let inner) = field.type.item {
                    let schema = ModelSchema(inner, depth: depth + 1)
                    type =
                        field.type.isList
                        ? .embeddedCollection(of: DynamicValue.self, schema: schema)
                        : .embedded(type: DynamicValue.self, schema: schema)
                } else {
                    type = ModelFieldType(field.type)
                }
                return ModelField(
                    name: field.name, type: type, isRequired: field.type.isRequired, isArray: field.type.isList)
            })
    }
}
