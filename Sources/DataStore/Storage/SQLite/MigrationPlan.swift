/// The steps from the schema that a database has to the one it shall have. A value: planning touches nothing.
package struct MigrationPlan: Sendable, Equatable {
    package struct Step: Sendable, Equatable {
        /// A sentence for the plan.
        package let text: String
        /// Whether data may be lost, or may not fit: such a step is only taken when it was allowed.
        package let isDestructive: Bool
    }

    package private(set) var steps: [Step] = []

    package var isDestructive: Bool { steps.contains(where: \.isDestructive) }

    /// The plan as lines, `+` for an additive and `!` for a destructive step.
    package var lines: [String] { steps.map { ($0.isDestructive ? "! " : "+ ") + $0.text } }

    /// Compares what is there with what shall be. `isEmpty` tells whether a model's table has no row.
    package init(from old: SchemaImage, to schema: Schema, isEmpty: (String) -> Bool) {
        let new = SchemaImage(schema)
        for model in schema.models {
            guard let before = old.models[model.name] else {
                add("create model \(model.name)")
                continue
            }
            compare(model, before, old: old, isEmpty: isEmpty(model.name))
            compareIndexes(of: model.name, before.indexes, new.models[model.name]?.indexes ?? [])
        }
        for name in old.models.keys.sorted() where new.models[name] == nil {
            add("drop model \(name) and all its records", destructive: true)
        }
        for (name, values) in new.enums.sorted(by: { $0.key < $1.key }) {
            guard let before = old.enums[name] else { continue }
            for value in values where !before.contains(value) { add("add \(value) to enum \(name)") }
            for value in before where !values.contains(value) {
                add("remove \(value) from enum \(name); records that hold it lose it", destructive: true)
            }
        }
        for definition in schema.embedded { compare(definition, old) }
    }

    private mutating func compare(
        _ model: ModelDefinition, _ before: SchemaImage.Model, old: SchemaImage, isEmpty: Bool
    ) {
        let key = model.primaryKey.map { model.fields[$0].name }
        if key != before.key {
            add(
                "change the key of \(model.name) from \(before.key.joined(separator: ", ")) to \(key.joined(separator: ", "))",
                destructive: !isEmpty)
        }
        for field in model.fields {
            let name = "\(model.name).\(field.name)"
            guard let notation = before.notation(of: field.name) else {
                let fills =
                    !field.type.isRequired || field.defaultValue != nil || field.role == .version || isEmpty
                    || field.role == .createdAt || field.role == .updatedAt
                add(
                    "add field \(name): \(field.type.notation)" + (fills ? "" : ", required and without @default"),
                    destructive: !fills)
                continue
            }
            if notation != field.type.notation {
                let harmless = isEmpty || Self.widens(notation, field.type.notation, enums: old.enums)
                add("change field \(name) from \(notation) to \(field.type.notation)", destructive: !harmless)
            }
        }
        for (name, notation) in before.fields where model.place(of: name) == nil {
            add("drop field \(model.name).\(name): \(notation) and its values", destructive: true)
        }
    }

    private mutating func compareIndexes(
        of model: String, _ before: [(name: String, fields: [String])], _ after: [(name: String, fields: [String])]
    ) {
        for index in after where !before.contains(where: { $0 == index }) {
            add("add index \(index.name) on \(model)(\(index.fields.joined(separator: ", ")))")
        }
        for index in before where !after.contains(where: { $0 == index }) {
            add("drop index \(index.name) on \(model)(\(index.fields.joined(separator: ", ")))")
        }
    }

    private mutating func compare(_ definition: EmbeddedDefinition, _ old: SchemaImage) {
        guard let before = old.embedded[definition.name] else { return }
        let members = before.split(separator: ",").map { $0.split(separator: " ", maxSplits: 1).map(String.init) }
        for field in definition.fields {
            let name = "\(definition.name).\(field.name)"
            guard let notation = members.first(where: { $0.first == field.name })?.last else {
                add("add embedded field \(name): \(field.type.notation)", destructive: field.type.isRequired)
                continue
            }
            if notation != field.type.notation {
                add(
                    "change embedded field \(name) from \(notation) to \(field.type.notation)",
                    destructive: !Self.widens(notation, field.type.notation, enums: old.enums))
            }
        }
        for member in members {
            guard let name = member.first, !definition.fields.contains(where: { $0.name == name }) else { continue }
            add("drop embedded field \(definition.name).\(name) and its values", destructive: true)
        }
    }

    private mutating func add(_ text: String, destructive: Bool = false) {
        steps.append(Step(text: text, isDestructive: destructive))
    }

    /// Whether every value of the old type is one of the new.
    static func widens(_ old: String, _ new: String, enums: [String: [String]]) -> Bool {
        if old.hasPrefix("[") != new.hasPrefix("[") { return false }
        if !old.hasSuffix("!") && new.hasSuffix("!") { return false }
        if old.contains("!]") != new.contains("!]"), new.contains("!]") { return false }
        let bare = { (text: String) in text.filter { !"[]!".contains($0) } }
        let (from, to) = (bare(old), bare(new))
        if from == to { return true }
        // Lists keep their items' JSON, whose form depends on the type.
        let texts: Set<String> = ["ID", "String", "AWSEmail", "AWSURL", "AWSPhone", "AWSIPAddress"]
        switch to {
        case "String", "ID": return texts.contains(from) || enums[from] != nil
        case "Float": return from == "Int" || from == "AWSTimestamp"
        case "Int", "AWSTimestamp": return from == "Int" || from == "AWSTimestamp"
        default: return false
        }
    }
}
