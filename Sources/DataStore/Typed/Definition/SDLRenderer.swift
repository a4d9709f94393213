/// Writes model schemas as SDL, in which every foreign key that a Swift type names stands as a field.
struct SDLRenderer {
    /// A field as it will stand in the SDL.
    struct Line {
        let name: String
        /// Without `!`.
        let type: String
        var isRequired: Bool
        var directives: [String] = []
    }

    private let schemas: [ModelSchema]
    private var types: SDLTypes

    init(_ schemas: [ModelSchema]) {
        self.schemas = schemas
        types = SDLTypes()
    }

    mutating func render() throws(DataStoreError) -> String {
        var text = ""
        for schema in schemas { text += try model(schema) + "\n" }
        return text + types.text
    }

    private mutating func model(_ schema: ModelSchema) throws(DataStoreError) -> String {
        let times = StoreTimes(schema)
        var lines: [Line] = []
        for field in schema.declaredFields where field.association == nil && !times.holds(field.name) {
            lines.append(try value(field, of: schema))
        }
        // Keys of relations come behind; a field of the type's own that holds one stands already.
        var relations: [String: Line] = [:]
        for field in schema.declaredFields {
            guard let association = field.association else { continue }
            relations[field.name] = try relation(field, association, of: schema, adding: &lines)
        }
        try addKey(of: schema, to: &lines)
        try addIndexes(of: schema, to: &lines)

        let declared = Set(schema.declaredFields.map(\.name))
        var text = "type \(schema.name) @model\(times.directiveArguments)\(SDLRenderer.auth(schema.authRules)) {\n"
        for field in schema.declaredFields {
            guard let line = relations[field.name] ?? lines.first(where: { $0.name == field.name }) else { continue }
            text += line.text
        }
        for line in lines where !declared.contains(line.name) { text += line.text }
        return text + "}\n"
    }

    private mutating func value(_ field: ModelField, of schema: ModelSchema) throws(DataStoreError) -> Line {
        var type = try types.name(of: field, in: schema)
        let isLoneKey = schema.primaryKey.names == [field.name]
        if type == "String", field.name == ModelIdentifierFormat.Default.name || isLoneKey { type = "ID" }
        let auth = SDLRenderer.auth(field.authRules)
        return Line(
            name: field.name, type: type, isRequired: field.isRequired,
            directives: auth.isEmpty ? [] : [String(auth.dropFirst())])
    }

    // MARK: - Relations

    private mutating func relation(
        _ field: ModelField, _ association: ModelAssociation, of schema: ModelSchema, adding lines: inout [Line]
    ) throws(DataStoreError) -> Line {
        let target = try target(of: field, in: schema)
        let type = field.isArray ? "[\(target.name)]" : target.name
        var line = Line(name: field.name, type: type, isRequired: field.isRequired)
        switch association {
        case .belongsTo(_, let names):
            try addForeignKey(names, to: target, isRequired: field.isRequired, of: field, in: schema, &lines)
            line.directives = ["@belongsTo\(SDLRenderer.argument("fields", names))"]
        case .hasOne(_, _, let names) where !names.isEmpty:
            try addForeignKey(names, to: target, isRequired: field.isRequired, of: field, in: schema, &lines)
            line.directives = ["@hasOne\(SDLRenderer.argument("fields", names))"]
        case .hasOne(let key, let keys, _):
            let names = try references(keys.isEmpty ? [key].compactMap { $0 } : keys, in: target, of: field, schema)
            line.directives = ["@hasOne\(SDLRenderer.argument("references", names))"]
        case .hasMany(let key, let keys):
            let names = try references(keys.isEmpty ? [key].compactMap { $0 } : keys, in: target, of: field, schema)
            line.directives = ["@hasMany\(SDLRenderer.argument("references", names))"]
        }
        return line
    }

    private func target(of field: ModelField, in schema: ModelSchema) throws(DataStoreError) -> ModelSchema {
        switch field.type {
        case .model(let name), .collection(let name):
            if let target = schemas.first(where: { $0.name == name }) { return target }
            throw .configuration(
                "\(schema.name).\(field.name) leads to \(name), which is not registered.",
                "Register \(name) too: all models of a schema belong together.")
        default:
            throw .configuration(
                "\(schema.name).\(field.name) is a relation, and its type is no model.",
                "Give it ofType: with a model.")
        }
    }

    /// The fields over there that a to-many relation names: fields themselves, or the relation that they belong to. None
    /// where the names are left to the schema's rules.
    private func references(
        _ keys: [String], in child: ModelSchema, of field: ModelField, _ schema: ModelSchema
    ) throws(DataStoreError) -> [String] {
        var names: [String] = []
        for key in keys {
            guard let other = child.fields[key] else {
                throw .configuration(
                    "\(schema.name).\(field.name) is associated with \(child.name).\(key), which is not there.",
                    "Generate the models' files anew from the schema.")
            }
            switch other.association {
            case .belongsTo(_, let targets)?: names += targets
            case .hasOne(_, _, let targets)? where !targets.isEmpty: names += targets
            default: names.append(key)
            }
        }
        return names
    }

    private mutating func addForeignKey(
        _ names: [String], to target: ModelSchema, isRequired: Bool, of field: ModelField, in schema: ModelSchema,
        _ lines: inout [Line]
    ) throws(DataStoreError) {
        guard !names.isEmpty else { return }
        guard names.count == target.primaryKey.fields.count else {
            throw .configuration(
                "\(schema.name).\(field.name) names \(names.count) fields for the key of \(target.name), which has "
                    + "\(target.primaryKey.fields.count).", "Give targetNames: one name for each field of the key.")
        }
        for (name, key) in zip(names, target.primaryKey.fields) {
            if let place = lines.firstIndex(where: { $0.name == name }) {
                let isDeclared = schema.fields[name] != nil
                lines[place].isRequired = lines[place].isRequired || isRequired && !isDeclared
                continue
            }
            // ID and String are one kind of key; an enum or a day is of its own.
            let type = key.association == nil ? try types.name(of: key, in: target) : "ID"
            lines.append(Line(name: name, type: type == "String" ? "ID" : type, isRequired: isRequired))
        }
    }

    // MARK: - Keys and indexes

    private func addKey(of schema: ModelSchema, to lines: inout [Line]) throws(DataStoreError) {
        let names = schema.primaryKey.names
        guard !names.isEmpty else {
            throw .configuration(
                "\(schema.name) has no primary key among its fields.",
                "Describe the fields that primaryKey(fields:) names.")
        }
        if names == [ModelIdentifierFormat.Default.name] { return }
        guard let place = lines.firstIndex(where: { $0.name == names[0] }) else { return }
        lines[place].directives.append("@primaryKey\(SDLRenderer.argument("sortKeyFields", Array(names.dropFirst())))")
    }

    private func addIndexes(of schema: ModelSchema, to lines: inout [Line]) throws(DataStoreError) {
        for attribute in schema.attributes {
            guard case .index(let fields, let name?) = attribute, let first = fields.first else { continue }
            guard let place = lines.firstIndex(where: { $0.name == first }) else {
                throw .configuration(
                    "The index \"\(name)\" of \(schema.name) begins with \"\(first)\", which is no field.",
                    "Generate the models' files anew from the schema.")
            }
            let rest = fields.dropFirst().map { SDLRenderer.quoted($0) }.joined(separator: ", ")
            let sort = rest.isEmpty ? "" : ", sortKeyFields: [\(rest)]"
            lines[place].directives.append("@index(name: \(SDLRenderer.quoted(name))\(sort))")
        }
    }
}

/// Spelling.
extension SDLRenderer {
    /// ` @auth(rules: […])`, or nothing.
    private static func auth(_ rules: AuthRules) -> String {
        rules.isEmpty ? "" : " @auth(rules: [\(rules.map(auth).joined(separator: ", "))])"
    }

    private static func auth(_ rule: AuthRule) -> String {
        var members = ["allow: \(rule.allow.rawValue)"]
        let texts = [
            ("ownerField", rule.ownerField), ("identityClaim", rule.identityClaim), ("groupClaim", rule.groupClaim),
            ("groupsField", rule.groupsField),
        ]
        for case (let name, let text?) in texts { members.append("\(name): \(quoted(text))") }
        if !rule.groups.isEmpty { members.append("groups: [\(rule.groups.map(quoted).joined(separator: ", "))]") }
        if let provider = rule.provider { members.append("provider: \(provider.rawValue)") }
        if !rule.operations.isEmpty {
            members.append("operations: [\(rule.operations.map(\.rawValue).joined(separator: ", "))]")
        }
        return "{ \(members.joined(separator: ", ")) }"
    }

    /// `(fields: ["a", "b"])`, or nothing for none.
    private static func argument(_ name: String, _ values: [String]) -> String {
        values.isEmpty ? "" : "(\(name): [\(values.map(quoted).joined(separator: ", "))])"
    }

    private static func quoted(_ text: String) -> String {
        var writer = JSONWriter()
        writer.write(Text(text))
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension SDLRenderer.Line {
    /// The line of the SDL.
    var text: String {
        "  \(name): \(type)\(isRequired ? "!" : "")\(directives.map { " " + $0 }.joined())\n"
    }
}

/// The fields of a model in which the store keeps its times. The SDL has them by `@model`.
private struct StoreTimes {
    private let created: String?
    private let updated: String?

    init(_ schema: ModelSchema) {
        let names = schema.declaredFields.compactMap { field -> String? in
            guard field.isReadOnly, case .dateTime = field.type, !schema.primaryKey.names.contains(field.name) else {
                return nil
            }
            return field.name
        }
        // Under other names the first is the time of creation, as the generator writes them.
        var others = names.filter { $0 != "createdAt" && $0 != "updatedAt" }
        let named = schema.fields["createdAt"] != nil ? "createdAt" : others.first
        created = named.flatMap { names.contains($0) ? $0 : nil }
        others.removeAll { $0 == named }
        let second = schema.fields["updatedAt"] != nil ? "updatedAt" : others.first
        updated = second.flatMap { names.contains($0) ? $0 : nil }
    }

    func holds(_ name: String) -> Bool { name == created || name == updated }

    /// `(timestamps: { … })` where the names are not the usual ones.
    var directiveArguments: String {
        var members: [String] = []
        if let created, created != "createdAt" { members.append("createdAt: \"\(created)\"") }
        if let updated, updated != "updatedAt" { members.append("updatedAt: \"\(updated)\"") }
        return members.isEmpty ? "" : "(timestamps: { \(members.joined(separator: ", ")) })"
    }
}
