/// A type with `@model`: its fields, key, relations and indexes. Immutable.
package final class ModelDefinition: Sendable {
    package let name: String
    package let description: String?
    /// Every field of a record in the order of its JSON: the SDL's (an added `id` first), generated foreign keys,
    /// `createdAt`, `updatedAt`, and `_version` last. A record's values stand in this order.
    package let fields: [FieldDefinition]
    /// Places of the key's fields, in key order.
    package let primaryKey: [Int]
    package let foreignKeys: [ForeignKey]
    package let relations: [RelationDefinition]
    package let indexes: [IndexDefinition]
    /// `@auth(rules:)` of the type and of its fields, as written.
    package let accessRules: [String]
    /// The join model of a `@manyToMany`, which the SDL does not write out.
    package let isJoinModel: Bool
    /// How records are read from the bytes of JSON.
    let shape: RecordShape
    private let places: [Text: Int]

    /// `fields` must end with the version field.
    package init(
        name: String, description: String? = nil, fields: [FieldDefinition], primaryKey: [Int],
        foreignKeys: [ForeignKey] = [], relations: [RelationDefinition] = [], indexes: [IndexDefinition] = [],
        accessRules: [String] = [], isJoinModel: Bool = false
    ) {
        precondition(fields.last?.role == .version, "\(name): the last field is _version")
        self.name = name
        self.description = description
        self.fields = fields
        self.primaryKey = primaryKey
        self.foreignKeys = foreignKeys
        self.relations = relations
        self.indexes = indexes
        self.accessRules = accessRules
        self.isJoinModel = isJoinModel
        shape = RecordShape(fields, primaryKey: primaryKey)
        places = Dictionary(
            fields.enumerated().map { (Text($1.name), $0) }, uniquingKeysWith: { first, _ in first })
        createdAt = fields.firstIndex { $0.role == .createdAt }
        updatedAt = fields.firstIndex { $0.role == .updatedAt }
    }

    /// Place of the field that holds the time of creation.
    package let createdAt: Int?
    /// Place of the field that holds the time of the last change.
    package let updatedAt: Int?
    /// Place of `_version`.
    package var version: Int { fields.count - 1 }

    /// The place of the field of that exact name.
    package func place(of name: Text) -> Int? { places[name] }

    /// The place of the field of that exact name.
    package func place(of name: String) -> Int? { places[Text(name)] }

    /// The relation of that exact name.
    package func relation(named name: String) -> RelationDefinition? {
        let name = Text(name)
        return relations.first { Text($0.name) == name }
    }
}

/// Fields here that hold the key of a record of another model (or of this one).
package struct ForeignKey: Sendable {
    /// What the deletion of the record that it points at does here.
    package enum OnDelete: Sendable, Hashable {
        /// The record here is deleted too, first (`@belongsTo`; `@hasOne` with a required key).
        case cascade
        /// The key becomes null (`@hasOne` with an optional key).
        case setNull
    }

    /// Places of the fields here, in the order of the target's key.
    package let fields: [Int]
    /// Name of the model whose primary key they hold.
    package let target: String
    package let onDelete: OnDelete
    /// `@hasOne` with its key here: deleting the record here deletes what the key points at.
    package let ownsTarget: Bool

    package init(fields: [Int], target: String, onDelete: OnDelete = .cascade, ownsTarget: Bool = false) {
        self.fields = fields
        self.target = target
        self.onDelete = onDelete
        self.ownsTarget = ownsTarget
    }
}

/// A field of the SDL that leads to other records.
package struct RelationDefinition: Sendable {
    package enum Kind: String, Sendable, Hashable {
        case belongsTo, hasOne, hasMany, manyToMany
    }

    package let name: String
    package let description: String?
    package let kind: Kind
    /// Name of the model that it leads to (of `manyToMany`: the far one).
    package let target: String
    /// `Model!` or `[Model]!`.
    package let isRequired: Bool
    /// Names of fields here that are compared with `targetFields`: the foreign key of `belongsTo` and of `hasOne` with
    /// its key here; the own key of the others.
    package let fields: [String]
    /// Names of fields over there (of `manyToMany`: of the join model) that equal `fields`.
    package let targetFields: [String]
    /// `manyToMany`: the join model, and its fields that hold the far record's key.
    package let through: Through?

    package struct Through: Sendable {
        package let model: String
        package let farFields: [String]

        package init(model: String, farFields: [String]) {
            self.model = model
            self.farFields = farFields
        }
    }

    package init(
        name: String, description: String? = nil, kind: Kind, target: String, isRequired: Bool = false,
        fields: [String], targetFields: [String], through: Through? = nil
    ) {
        self.name = name
        self.description = description
        self.kind = kind
        self.target = target
        self.isRequired = isRequired
        self.fields = fields
        self.targetFields = targetFields
        self.through = through
    }

    /// Whether it leads to at most one record.
    package var isToOne: Bool { kind == .belongsTo || kind == .hasOne }
}

/// `@index`.
package struct IndexDefinition: Sendable {
    package let name: String
    /// Places of its fields, in order.
    package let fields: [Int]

    package init(name: String, fields: [Int]) {
        self.name = name
        self.fields = fields
    }
}
