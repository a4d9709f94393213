/// Whether a field must have a value.
public enum ModelFieldNullability: Sendable, Hashable {
    case optional
    case required

    /// Whether it must.
    var isRequired: Bool { self == .required }
}

/// A field in the builder language of generated files.
public struct ModelFieldDefinition: Sendable {
    /// The field that it describes.
    public let modelField: ModelField

    /// A field that holds a value.
    public static func field(
        _ key: any CodingKey, is nullability: ModelFieldNullability = .required, isReadOnly: Bool = false,
        ofType type: ModelFieldType = .string, attributes: [ModelFieldAttribute] = [],
        association: ModelAssociation? = nil, authRules: AuthRules = []
    ) -> ModelFieldDefinition {
        ModelFieldDefinition(
            modelField: ModelField(
                name: key.stringValue, type: type, isRequired: nullability.isRequired, isReadOnly: isReadOnly,
                isArray: type.isArray, attributes: attributes, association: association, authRules: authRules))
    }

    /// The primary key under the name of a coding key.
    public static func id(_ key: any CodingKey) -> ModelFieldDefinition { id(key.stringValue) }

    /// The primary key.
    public static func id(_ name: String = "id") -> ModelFieldDefinition {
        ModelFieldDefinition(
            modelField: ModelField(name: name, type: .string, isRequired: true, attributes: [.primaryKey]))
    }
}

/// Relations.
extension ModelFieldDefinition {
    /// The same, so that the related type is known with this one.
    private func leading(to type: any Model.Type) -> ModelFieldDefinition {
        var field = modelField
        field.relatedType = type
        return ModelFieldDefinition(modelField: field)
    }

    /// Many records of `type`, which hold our key in one field or relation.
    public static func hasMany(
        _ key: any CodingKey, is nullability: ModelFieldNullability = .required, isReadOnly: Bool = false,
        ofType type: any Model.Type, associatedWith associatedKey: any CodingKey
    ) -> ModelFieldDefinition {
        .field(
            key, is: nullability, isReadOnly: isReadOnly, ofType: .collection(of: type),
            association: .hasMany(associatedWith: associatedKey)
        ).leading(to: type)
    }

    /// Many records of `type`, which hold our key in these fields.
    public static func hasMany(
        _ key: any CodingKey, is nullability: ModelFieldNullability = .required, isReadOnly: Bool = false,
        ofType type: any Model.Type, associatedFields associatedKeys: [any CodingKey]
    ) -> ModelFieldDefinition {
        .field(
            key, is: nullability, isReadOnly: isReadOnly, ofType: .collection(of: type),
            association: .hasMany(associatedWith: associatedKeys.first, associatedFields: associatedKeys)
        ).leading(to: type)
    }

    /// One record of `type`; with a target name the key is held here.
    public static func hasOne(
        _ key: any CodingKey, is nullability: ModelFieldNullability = .required, isReadOnly: Bool = false,
        ofType type: any Model.Type, associatedWith associatedKey: any CodingKey, targetName: String? = nil
    ) -> ModelFieldDefinition {
        hasOne(
            key, is: nullability, isReadOnly: isReadOnly, ofType: type, associatedWith: associatedKey,
            targetNames: targetName.map { [$0] } ?? [])
    }

    /// One record of `type`; with target names the key is held here.
    public static func hasOne(
        _ key: any CodingKey, is nullability: ModelFieldNullability = .required, isReadOnly: Bool = false,
        ofType type: any Model.Type, associatedWith associatedKey: any CodingKey, targetNames: [String]
    ) -> ModelFieldDefinition {
        .field(
            key, is: nullability, isReadOnly: isReadOnly, ofType: .model(type: type),
            association: .hasOne(associatedWith: associatedKey, targetNames: targetNames)
        ).leading(to: type)
    }

    /// One record of `type`; with fields over there they hold our key.
    public static func hasOne(
        _ key: any CodingKey, is nullability: ModelFieldNullability = .required, isReadOnly: Bool = false,
        ofType type: any Model.Type, associatedFields associatedKeys: [any CodingKey]
    ) -> ModelFieldDefinition {
        .field(
            key, is: nullability, isReadOnly: isReadOnly, ofType: .model(type: type),
            association: .hasOne(associatedWith: associatedKeys.first, associatedFields: associatedKeys)
        ).leading(to: type)
    }

    /// The record of `type` that this one belongs to.
    public static func belongsTo(
        _ key: any CodingKey, is nullability: ModelFieldNullability = .required, isReadOnly: Bool = false,
        ofType type: any Model.Type, associatedWith associatedKey: (any CodingKey)? = nil, targetName: String? = nil
    ) -> ModelFieldDefinition {
        belongsTo(
            key, is: nullability, isReadOnly: isReadOnly, ofType: type, associatedWith: associatedKey,
            targetNames: targetName.map { [$0] } ?? [])
    }

    /// The record of `type` that this one belongs to; the target names are the fields that hold its key.
    public static func belongsTo(
        _ key: any CodingKey, is nullability: ModelFieldNullability = .required, isReadOnly: Bool = false,
        ofType type: any Model.Type, associatedWith associatedKey: (any CodingKey)? = nil, targetNames: [String]
    ) -> ModelFieldDefinition {
        .field(
            key, is: nullability, isReadOnly: isReadOnly, ofType: .model(type: type),
            association: .belongsTo(associatedWith: associatedKey, targetNames: targetNames)
        ).leading(to: type)
    }
}
