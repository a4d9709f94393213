/// A property of a model as a whole.
public enum ModelAttribute: Sendable, Hashable {
    /// Fields to find records by. Without a name it repeats the primary key.
    case index(fields: [ModelFieldName], name: String?)
    /// The model belongs to the store itself and is not exchanged with an upstream.
    case isSystem
    /// The fields of the primary key, in key order.
    case primaryKey(fields: [ModelFieldName])

    /// The primary key by coding keys, in key order.
    public static func primaryKey(fields: [any CodingKey]) -> ModelAttribute {
        .primaryKey(fields: fields.map(\.stringValue))
    }
}

/// A property of a field.
public enum ModelFieldAttribute: Sendable, Hashable {
    /// The field is the primary key.
    case primaryKey
}
