import DataStore

/// A model with a field of every kind, an embedded type in an embedded type, and one with a key of three fields.
enum ThingModel {
    static let color = EnumDefinition(name: "Color", values: ["RED", "GREEN", "BLUE"])

    static let geo = embedded(
        "Geo", [field("lat", .scalar(.float), isRequired: true), field("lon", .scalar(.float), isRequired: true)])

    static let address = embedded(
        "Address",
        [
            field("street", .scalar(.string)), field("city", .scalar(.string), isRequired: true),
            field("zip", .scalar(.int)), field("geo", .embedded(geo)), field("since", .scalar(.dateTime)),
            field("more", .scalar(.json)),
        ])

    static let thing = ModelDefinition(
        name: "Thing",
        fields: [
            field("id", .scalar(.id), isRequired: true, role: .key), field("s", .scalar(.string)),
            field("i", .scalar(.int)), field("f", .scalar(.float)), field("b", .scalar(.boolean)),
            field("dt", .scalar(.dateTime)), field("t", .scalar(.time)), field("j", .scalar(.json)),
            field("color", .enumeration(color)), field("address", .embedded(address)),
            list("tags", .scalar(.string)), list("nums", .scalar(.int), isItemRequired: true),
            list("places", .embedded(address)), field("postID", .scalar(.id)),
        ] + server,
        primaryKey: [0], foreignKeys: [ForeignKey(fields: [13], target: "Post")],
        relations: [
            RelationDefinition(
                name: "post", kind: .belongsTo, target: "Post", fields: ["postID"], targetFields: ["id"]),
            RelationDefinition(
                name: "comments", kind: .hasMany, target: "Comment", fields: ["id"], targetFields: ["thingID"]),
            RelationDefinition(
                name: "groups", kind: .manyToMany, target: "Group", fields: ["id"], targetFields: ["thingId"],
                through: .init(model: "ThingGroups", farFields: ["groupId"])),
        ])

    static let order = ModelDefinition(
        name: "Order",
        fields: [
            field("customer", .scalar(.id), isRequired: true, role: .key),
            field("date", .scalar(.date), isRequired: true, role: .key),
            field("n", .scalar(.int), isRequired: true, role: .key), field("total", .scalar(.float)),
        ] + server,
        primaryKey: [0, 1, 2])

    /// Required fields, defaults and rules.
    static let strict = ModelDefinition(
        name: "Strict",
        fields: [
            field("id", .scalar(.id), isRequired: true, role: .key),
            field("name", .scalar(.string), isRequired: true),
            FieldDefinition(name: "stars", type: FieldType(.scalar(.int)), defaultValue: .int(3)),
            FieldDefinition(
                name: "percent", type: FieldType(.scalar(.int)),
                validations: [
                    Validation(rule: .greaterOrEqual(0)),
                    Validation(rule: .lessOrEqual(100), errorMessage: "No more than all of it"),
                ]),
            FieldDefinition(
                name: "code", type: FieldType(.scalar(.string)),
                validations: [Validation(rule: .minLength(2)), Validation(rule: .startsWith("x"))]),
            list("labels", .scalar(.string), isRequired: true, isItemRequired: true),
        ] + server,
        primaryKey: [0])

    private static let server = [
        field("createdAt", .scalar(.dateTime), isRequired: true, role: .createdAt),
        field("updatedAt", .scalar(.dateTime), isRequired: true, role: .updatedAt),
        field("_version", .scalar(.int), isRequired: true, role: .version),
    ]

    private static func field(
        _ name: String, _ item: FieldType.Item, isRequired: Bool = false, role: FieldDefinition.Role = .plain
    ) -> FieldDefinition {
        FieldDefinition(name: name, type: FieldType(item, isRequired: isRequired), role: role)
    }

    private static func list(
        _ name: String, _ item: FieldType.Item, isRequired: Bool = false, isItemRequired: Bool = false
    ) -> FieldDefinition {
        FieldDefinition(
            name: name, type: FieldType(item, isList: true, isRequired: isRequired, isItemRequired: isItemRequired))
    }

    private static func embedded(_ name: String, _ fields: [FieldDefinition]) -> EmbeddedDefinition {
        let definition = EmbeddedDefinition(name: name)
        definition.bind(fields)
        return definition
    }
}
