import DataStore
import HTTP

/// `GET /models`: the schema, as JSON.
struct ModelsEndpoint: Sendable {
    private let body: [UInt8]

    init(services: Services) {
        var writer = JSONWriter()
        writer.write(Self.json(services.schema))
        body = writer.bytes
    }

    @Sendable func get(_ exchange: Exchange, _ path: PathParameters) {
        exchange.answer { () throws(Problem) in
            try QueryParameters(exchange.request.query, allowed: []).finish()
            try exchange.request.requireJSONAnswer()
            return .json(.ok, body)
        }
    }

    private static func json(_ schema: Schema) -> JSON {
        .object([
            .init("models", .array(schema.models.map(json))),
            .init("enums", .array(schema.enums.map(json))),
            .init("types", .array(schema.embedded.map(json))),
        ])
    }

    private static func json(_ model: ModelDefinition) -> JSON {
        .object([
            .init("name", text(model.name)), .init("description", text(model.description)),
            .init("primaryKey", names(model.primaryKey, of: model)),
            .init("fields", .array(model.fields.map(json))),
            .init("relations", .array(model.relations.map(json))),
            .init("indexes", .array(model.indexes.map { json($0, of: model) })),
        ])
    }

    private static func json(_ index: IndexDefinition, of model: ModelDefinition) -> JSON {
        .object([.init("name", text(index.name)), .init("fields", names(index.fields, of: model))])
    }

    private static func json(_ definition: EnumDefinition) -> JSON {
        .object([
            .init("name", text(definition.name)), .init("description", text(definition.description)),
            .init("values", .array(definition.values.map { text($0) })),
        ])
    }

    private static func json(_ definition: EmbeddedDefinition) -> JSON {
        .object([
            .init("name", text(definition.name)), .init("description", text(definition.description)),
            .init("fields", .array(definition.fields.map(json))),
        ])
    }

    private static func json(_ field: FieldDefinition) -> JSON {
        var members: [JSON.Member] = [
            .init("name", text(field.name)), .init("type", text(field.type.notation.filter { !"[]!".contains($0) })),
            .init("notation", text(field.type.notation)), .init("list", .bool(field.type.isList)),
            .init("required", .bool(field.type.isRequired)),
            .init("readOnly", .bool([.createdAt, .updatedAt, .version].contains(field.role))),
            .init("description", text(field.description)),
        ]
        if let value = field.defaultValue { members.append(.init("default", field.answer(of: value))) }
        switch field.type.item {
        case .enumeration(let definition): members.append(.init("enum", .array(definition.values.map { text($0) })))
        case .embedded(let definition): members.append(.init("embedded", text(definition.name)))
        case .scalar: break
        }
        return .object(members)
    }

    private static func json(_ relation: RelationDefinition) -> JSON {
        var members: [JSON.Member] = [
            .init("name", text(relation.name)), .init("kind", text(relation.kind.rawValue)),
            .init("model", text(relation.target)), .init("description", text(relation.description)),
            .init("fields", .array(relation.fields.map { text($0) })),
            .init("targetFields", .array(relation.targetFields.map { text($0) })),
        ]
        if let through = relation.through { members.append(.init("through", text(through.model))) }
        return .object(members)
    }

    private static func names(_ places: [Int], of model: ModelDefinition) -> JSON {
        .array(places.map { text(model.fields[$0].name) })
    }

    private static func text(_ string: String) -> JSON { .string(Text(string)) }

    private static func text(_ string: String?) -> JSON { string.map { .string(Text($0)) } ?? .null }
}
