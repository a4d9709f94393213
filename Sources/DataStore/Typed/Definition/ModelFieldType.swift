/// The type of a field.
public enum ModelFieldType: Sendable {
    case string
    case int
    case double
    case date
    case dateTime
    case time
    /// Seconds since 1970.
    case timestamp
    case bool
    /// An `enum` of the schema.
    case `enum`(type: any EnumPersistable.Type)
    /// A value inside of the record; without a schema any JSON.
    case embedded(type: any (Codable & SendableMetatype).Type, schema: ModelSchema?)
    /// A list of values inside of the record.
    case embeddedCollection(of: any (Codable & SendableMetatype).Type, schema: ModelSchema?)
    /// A record of another model.
    case model(name: ModelName)
    /// Records of another model.
    case collection(of: ModelName)

    /// A record of another model.
    public static func model(type: any Model.Type) -> ModelFieldType { .model(name: type.modelName) }

    /// Records of another model.
    public static func collection(of type: any Model.Type) -> ModelFieldType { .collection(of: type.modelName) }

    /// A value inside of the record.
    public static func embedded(type: any (Codable & SendableMetatype).Type) -> ModelFieldType {
        .embedded(type: type, schema: nil)
    }

    /// A list of values inside of the record.
    public static func embeddedCollection(of type: any (Codable & SendableMetatype).Type) -> ModelFieldType {
        .embeddedCollection(of: type, schema: nil)
    }

    /// A value inside of the record, as the oldest generated files have it.
    public static func customType(_ type: any (Codable & SendableMetatype).Type) -> ModelFieldType {
        .embedded(type: type)
    }

    /// Whether there are many.
    public var isArray: Bool {
        switch self {
        case .collection, .embeddedCollection: true
        default: false
        }
    }
}
