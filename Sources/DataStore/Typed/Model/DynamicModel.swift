/// A record of a model that no Swift type describes: its fields by name.
///
///     let schemas = try ModelSchema.schemas(sdl: text)
///     var post = DynamicModel(schemas[0], ["id": "p1", "title": "Hello"])
///     post["rating"] = 4.5
///     print(post["rating"]?.doubleValue ?? 0, post)
///
/// Relations are not fields; the keys that they hold are.
public struct DynamicModel: Model {
    /// The schema of this record.
    public let schema: ModelSchema
    /// Fields by name. What is not there is left to the store when the record is created, and becomes null when it is saved
    /// over another.
    public var values: [String: DynamicValue]

    /// A record of the model that `schema` describes.
    public init(_ schema: ModelSchema, _ values: [String: DynamicValue] = [:]) {
        self.schema = schema
        self.values = values
    }

    init(_ record: Record, _ schema: ModelSchema) {
        self.schema = schema
        values = Dictionary(
            zip(record.model.fields, record.values).compactMap { field, value in
                field.role == .version ? nil : (field.name, DynamicValue(JSON(value, as: field.type)))
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The value of the field of that name; nil when the record does not say.
    public subscript(_ field: String) -> DynamicValue? {
        get { values[field] }
        set { values[field] = newValue }
    }

    /// The value of the field of that coding key; nil when the record does not say.
    public subscript(_ field: any CodingKey) -> DynamicValue? {
        get { values[field.stringValue] }
        set { values[field.stringValue] = newValue }
    }

    /// Describes nothing: each record has its own ``schema-swift.property``.
    public static var schema: ModelSchema { ModelSchema(name: modelName) }

    /// Throws: without a schema no record can be read.
    public init(from decoder: any Decoder) throws {
        throw DataStoreError.decodingError(
            "A DynamicModel cannot be decoded without its schema.", "Read it through the store.")
    }

    /// Writes the fields by name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: MemberKey.self)
        for (name, value) in values { try container.encode(value, forKey: MemberKey(name)) }
    }
}
