import DataStore

/// A fixed schema for tables of cases: posts with comments, and a `Thing` with a field of each kind.
enum PredicateFixture {
    static let schema = Schema(models: [thing, comment, post, author], enums: [color], embedded: [address, geo])

    static let color = EnumDefinition(name: "Color", values: ["RED", "GREEN"])

    static let geo: EmbeddedDefinition = {
        let definition = EmbeddedDefinition(name: "Geo")
        definition.bind([field("lat", .float), field("eq", .float)])
        return definition
    }()

    static let address: EmbeddedDefinition = {
        let definition = EmbeddedDefinition(name: "Address")
        definition.bind([
            field("city", .string), field("zip", .int), field("since", .dateTime),
            FieldDefinition(name: "geo", type: FieldType(.embedded(geo))),
        ])
        return definition
    }()

    static let thing = ModelDefinition(
        name: "Thing",
        fields: [
            key("id"), field("s", .string), field("i", .int), field("f", .float), field("b", .boolean),
            field("d", .date), field("t", .time), field("dt", .dateTime), field("ts", .timestamp),
            field("email", .email), field("j", .json),
            FieldDefinition(name: "color", type: FieldType(.enumeration(color))),
            FieldDefinition(name: "address", type: FieldType(.embedded(address))), list("tags", .string),
            list("nums", .int), FieldDefinition(name: "places", type: FieldType(.embedded(address), isList: true)),
            field("and", .int), version,
        ], primaryKey: [0])

    static let author = ModelDefinition(
        name: "Author", fields: [key("id"), field("name", .string), version], primaryKey: [0])

    static let post = ModelDefinition(
        name: "Post", fields: [key("id"), field("title", .string), field("authorID", .id), version], primaryKey: [0],
        foreignKeys: [ForeignKey(fields: [2], target: "Author")],
        relations: [
            relation("author", .belongsTo, "Author", ["authorID"], ["id"]),
            relation("comments", .hasMany, "Comment", ["id"], ["postID"]),
        ])

    static let comment = ModelDefinition(
        name: "Comment", fields: [key("id"), field("text", .string), field("postID", .id), version], primaryKey: [0],
        foreignKeys: [ForeignKey(fields: [2], target: "Post")],
        relations: [relation("post", .belongsTo, "Post", ["postID"], ["id"])])

    private static let version = FieldDefinition(
        name: "_version", type: FieldType(.scalar(.int), isRequired: true), role: .version)

    private static func key(_ name: String) -> FieldDefinition {
        FieldDefinition(name: name, type: FieldType(.scalar(.id), isRequired: true), role: .key)
    }

    private static func field(_ name: String, _ scalar: Scalar) -> FieldDefinition {
        FieldDefinition(name: name, type: FieldType(.scalar(scalar)))
    }

    private static func list(_ name: String, _ scalar: Scalar) -> FieldDefinition {
        FieldDefinition(name: name, type: FieldType(.scalar(scalar), isList: true))
    }

    private static func relation(
        _ name: String, _ kind: RelationDefinition.Kind, _ target: String, _ fields: [String], _ targetFields: [String]
    ) -> RelationDefinition {
        RelationDefinition(name: name, kind: kind, target: target, fields: fields, targetFields: targetFields)
    }

    /// The predicate on `model`, which must be right.
    static func predicate(_ text: String, for model: ModelDefinition = thing) throws -> Predicate {
        try Predicate.parse(text, for: model, in: schema)
    }

    /// The faults of a text that must be wrong.
    static func faults(_ text: String, for model: ModelDefinition = thing) -> [PredicateFaults.Item] {
        do throws(PredicateFaults) {
            _ = try Predicate.parse(text, for: model, in: schema)
            return []
        } catch {
            return error.items
        }
    }

    /// A database with empty tables of all models, and an index on `Thing.i`.
    static func database() throws -> Connection {
        let connection = try Connection(path: ":memory:")
        try QueryFunctions.register(on: connection)
        for model in schema.models {
            let columns = model.fields.map { field in
                switch field.type.scalar {
                case .int, .timestamp, .boolean: "\"\(field.name)\" INTEGER"
                case .float: "\"\(field.name)\" REAL"
                default: "\"\(field.name)\" TEXT"
                }
            }
            let definition = columns.joined(separator: ", ")
            try connection.execute("CREATE TABLE \"\(model.name)\" (\(definition), PRIMARY KEY (\"id\")) STRICT")
        }
        try connection.execute("CREATE INDEX things_i ON \"Thing\"(\"i\"); CREATE INDEX things_s ON \"Thing\"(\"s\")")
        return connection
    }

    /// What SQLite says it will do.
    static func plan(_ sql: SQL, _ connection: Connection) throws -> String {
        var steps: [String] = []
        try connection.query(SQL("EXPLAIN QUERY PLAN " + sql.text, sql.bindings)) { (row) throws(SQLiteError) in
            steps.append(row.text(3).string)
        }
        return steps.joined(separator: "; ")
    }
}
