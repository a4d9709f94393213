/// How a field leads to records of another model.
public enum ModelAssociation: Sendable, Hashable {
    /// Many over there hold our key, in these fields (or in the fields of that relation).
    case hasMany(associatedFieldName: String?, associatedFieldNames: [String] = [])
    /// One over there; with target names the key is held here.
    case hasOne(associatedFieldName: String?, associatedFieldNames: [String] = [], targetNames: [String])
    /// The key of one over there is held here, in the target names.
    case belongsTo(associatedFieldName: String?, targetNames: [String])

    /// Many over there, by coding keys.
    public static func hasMany(
        associatedWith: (any CodingKey)?, associatedFields: [any CodingKey] = []
    ) -> ModelAssociation {
        .hasMany(
            associatedFieldName: associatedWith?.stringValue,
            associatedFieldNames: associatedFields.map(\.stringValue))
    }

    /// One over there, by coding keys.
    public static func hasOne(
        associatedWith: (any CodingKey)?, associatedFields: [any CodingKey] = [], targetNames: [String] = []
    ) -> ModelAssociation {
        .hasOne(
            associatedFieldName: associatedWith?.stringValue,
            associatedFieldNames: associatedFields.map(\.stringValue), targetNames: targetNames)
    }

    /// The owner of this record, by coding keys.
    public static func belongsTo(
        associatedWith: (any CodingKey)? = nil, targetNames: [String] = []
    ) -> ModelAssociation {
        .belongsTo(associatedFieldName: associatedWith?.stringValue, targetNames: targetNames)
    }
}
