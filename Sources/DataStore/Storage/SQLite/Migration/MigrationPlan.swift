/// The steps from the schema that a database has to the one it shall have. A value: planning touches nothing.
package struct MigrationPlan: Sendable, Equatable {
    package struct Step: Sendable, Equatable {
        package enum Kind: Sendable {
            /// Loses nothing.
            case additive
            /// Takes away what holds no data: an index, a relation.
            case removal
            /// Data may be lost, or changes its meaning: only taken when that was allowed.
            case destructive
            /// Cannot be taken with the records that are there, allowed or not.
            case impossible
        }

        /// A sentence for the plan.
        package let text: String
        package let kind: Kind
    }

    package private(set) var steps: [Step] = []

    /// Whether it must be allowed.
    package var isDestructive: Bool { steps.contains { $0.kind == .destructive || $0.kind == .impossible } }

    /// What cannot be done.
    package var obstacles: [String] { steps.filter { $0.kind == .impossible }.map(\.text) }

    /// The plan as lines: `+` and `-` for steps that lose nothing, `!` for a destructive or impossible one.
    package var lines: [String] { steps.map { $0.sign + " " + $0.text } }

    /// Nothing to do.
    package init() {}

    /// Compares what is there with what shall be; `survey` tells what that means for the records.
    package init(from old: SchemaImage, to schema: Schema, survey: MigrationSurvey) {
        let new = SchemaImage(schema)
        for model in schema.models {
            let after = new.models[model.name] ?? .init()
            if let before = old.models[model.name] {
                compare(model, before, old: old, survey)
                compareIndexes(of: model.name, before.indexes, after.indexes)
                compareRelations(of: model.name, before.relations, after.relations)
            } else {
                add("create model \(model.name)")
            }
            for relation in after.relations {
                guard let faults = survey.dangling[model.name]?[relation] else { continue }
                let point = faults.count == 1 ? "points" : "point"
                add(
                    "\(relation.name(in: model.name)): \(records(faults.count)) \(point) at no \(relation.target), "
                        + "such as \(model.name) \(faults.example)", .impossible)
            }
        }
        for name in old.models.keys.sorted() where new.models[name] == nil {
            add("drop model \(name) and all its records", .destructive)
        }
        for (name, values) in new.enums.sorted(by: { $0.key < $1.key }) {
            guard let before = old.enums[name] else { continue }
            for value in values where !before.contains(value) { add("add \(value) to enum \(name)") }
            for value in before where !values.contains(value) {
                add("remove \(value) from enum \(name)", .destructive)
            }
        }
        for definition in schema.embedded { compare(definition, old) }
    }

    /// Adds a step for a model's table whose form is not what the program makes now, when no other step tells of it.
    package mutating func addRebuild(of model: String) { add("put the table of \(model) into its present form") }

    // MARK: - Models

    private mutating func compare(
        _ model: ModelDefinition, _ before: SchemaImage.Model, old: SchemaImage, _ survey: MigrationSurvey
    ) {
        let isEmpty = survey.emptyModels.contains(model.name)
        let key = model.primaryKey.map { model.fields[$0].name }
        if key != before.key {
            add(
                "change the key of \(model.name) from \(before.key.joined(separator: ", ")) to \(key.joined(separator: ", "))",
                isEmpty ? .additive : .destructive)
        }
        if let doubled = survey.doubled[model.name] {
            let have = doubled.count == 1 ? "has" : "have"
            add(
                "\(model.name): \(records(doubled.count)) \(have) the key of another one, such as \(model.name) "
                    + doubled.example, .impossible)
        }
        for field in model.fields {
            let values = survey.values[model.name]?[field.name] ?? .init()
            compare(field, of: model, before.notation(of: field.name), old, values, isEmpty: isEmpty)
        }
        for (name, notation) in before.fields where model.place(of: name) == nil {
            add("drop field \(model.name).\(name): \(notation) and its values", .destructive)
        }
    }

    private mutating func compare(
        _ field: FieldDefinition, of model: ModelDefinition, _ notation: String?, _ old: SchemaImage,
        _ values: MigrationSurvey.Values, isEmpty: Bool
    ) {
        let name = "\(model.name).\(field.name)"
        let type = field.type
        guard let notation else {
            add("add field \(name): \(type.notation)\(values.unfit > 0 ? ", required and without @default" : "")")
            return addUnfit(values, name, type, model)
        }
        let losses = losses(values, type)
        if notation != type.notation {
            let isWider = old.isWider(type, than: StoredType(notation: notation)) && values.lost == 0
            let isHarmless = isEmpty || isWider && values.filled == 0
            add(
                "change field \(name) from \(notation) to \(type.notation)"
                    + (isHarmless ? "" : losses.isEmpty ? "; every value fits" : "; " + losses),
                isHarmless ? .additive : .destructive)
        } else if !losses.isEmpty {
            add("\(name): \(losses)", .destructive)
        }
        addUnfit(values, name, type, model)
    }

    private mutating func addUnfit(
        _ values: MigrationSurvey.Values, _ name: String, _ type: FieldType, _ model: ModelDefinition
    ) {
        guard values.unfit > 0 else { return }
        let have = values.unfit == 1 ? "has" : "have"
        add(
            "\(name): \(records(values.unfit)) \(have) no value for \(type.notation), such as \(model.name) "
                + "\(values.example); give the field a @default or leave out the !", .impossible)
    }

    private func losses(_ values: MigrationSurvey.Values, _ type: FieldType) -> String {
        var parts: [String] = []
        if values.lost > 0 {
            let part: Bool
            if case .embedded = type.item { part = true } else { part = type.isList }
            parts.append(
                "\(records(values.lost)) \(values.lost == 1 ? "loses" : "lose") its value\(part ? " or a part of it" : "")"
            )
        }
        if values.filled > 0 {
            parts.append("\(records(values.filled)) \(values.filled == 1 ? "gets" : "get") the default instead")
        }
        return parts.joined(separator: ", ")
    }

    private func records(_ count: Int) -> String { count == 1 ? "1 record" : "\(count) records" }

    // MARK: - Relations and indexes

    private mutating func compareRelations(
        of model: String, _ before: [SchemaImage.Relation], _ after: [SchemaImage.Relation]
    ) {
        for relation in after where !before.contains(relation) {
            let isThere = before.contains { $0.fields == relation.fields && $0.target == relation.target }
            let name = relation.name(in: model)
            add("\(isThere ? "change" : "add") relation \(name) → \(relation.target) (\(relation.meaning(in: model)))")
        }
        for relation in before
        where !after.contains(where: { $0.fields == relation.fields && $0.target == relation.target }) {
            add("drop relation \(relation.name(in: model)) → \(relation.target)", .removal)
        }
    }

    private mutating func compareIndexes(
        of model: String, _ before: [(name: String, fields: [String])], _ after: [(name: String, fields: [String])]
    ) {
        for index in after where !before.contains(where: { $0 == index }) {
            add("add index \(index.name) on \(model)(\(index.fields.joined(separator: ", ")))")
        }
        for index in before where !after.contains(where: { $0 == index }) {
            add("drop index \(index.name) on \(model)(\(index.fields.joined(separator: ", ")))", .removal)
        }
    }

    // MARK: - Embedded types

    private mutating func compare(_ definition: EmbeddedDefinition, _ old: SchemaImage) {
        guard old.embedded[definition.name] != nil else { return }
        let members = old.members(of: definition.name)
        for field in definition.fields {
            let name = "\(definition.name).\(field.name)"
            guard let member = members.first(where: { $0.name == field.name }) else {
                add(
                    "add embedded field \(name): \(field.type.notation)",
                    field.type.isRequired ? .destructive : .additive)
                continue
            }
            if member.type.notation != field.type.notation {
                add(
                    "change embedded field \(name) from \(member.type.notation) to \(field.type.notation)",
                    old.isWider(field.type, than: member.type) ? .additive : .destructive)
            }
        }
        for member in members where !definition.fields.contains(where: { $0.name == member.name }) {
            add("drop embedded field \(definition.name).\(member.name) and its values", .destructive)
        }
    }

    private mutating func add(_ text: String, _ kind: Step.Kind = .additive) {
        steps.append(Step(text: text, kind: kind))
    }
}

extension MigrationPlan.Step {
    fileprivate var sign: String {
        switch kind {
        case .additive: "+"
        case .removal: "-"
        case .destructive, .impossible: "!"
        }
    }
}

extension SchemaImage.Relation {
    /// The fields of the key: `Comment.postID`.
    func name(in model: String) -> String { "\(model).\(fields.joined(separator: ", "))" }

    /// What deletions do.
    fileprivate func meaning(in model: String) -> String {
        let cascade = "records of \(model) are deleted with theirs"
        let null = "it becomes null when its record is deleted"
        let owns = "a record of \(target) is deleted with what points at it"
        return switch effect {
        case .cascade: cascade
        case .setNull: null
        case .cascadeBoth: "\(cascade), and \(owns)"
        case .setNullAndOwn: "\(null), and \(owns)"
        }
    }
}
