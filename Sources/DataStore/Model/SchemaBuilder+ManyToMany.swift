import GraphQL

/// The join models of `@manyToMany`.
extension SchemaBuilder {
    /// One of the two sides of a relation.
    private struct Side {
        let model: ModelDraft
        let draft: RelationDraft
    }

    func resolveManyToMany() {
        var names: [Name] = []
        var sides: [String: [Side]] = [:]
        for model in models where !model.key.isEmpty {
            for draft in model.relationDrafts where draft.kind == .manyToMany {
                guard let name = draft.name("relationName") else { continue }
                if sides[name.text] == nil { names.append(name) }
                sides[name.text, default: []].append(Side(model: model, draft: draft))
            }
        }
        for name in names { join(sides[name.text] ?? [], name) }
    }

    private func join(_ sides: [Side], _ name: Name) {
        guard let first = sides.first else { return }
        for side in sides.dropFirst(2) {
            report.error(
                "\"\(name.text)\" has two sides already; each @manyToMany has a relationName of its own",
                at: side.draft.name("relationName")?.location ?? side.draft.directive.location)
        }
        guard sides.count > 1 else {
            // The other side may be there and its model have a key at fault, which is told already.
            guard let target = model(first.draft.target.text), !target.key.isEmpty else { return }
            return report.error(
                "\"\(name.text)\" has one side: \(first.draft.target.text) needs a field of the type "
                    + "[\(first.model.name)] with @manyToMany(relationName: \"\(name.text)\")", at: name.location)
        }
        let second = sides[1]
        guard first.model !== second.model else {
            return report.error(
                "\"\(name.text)\" joins \(first.model.name) with itself, so its two keys would have one name; "
                    + "write the join model with two @belongsTo yourself",
                at: second.draft.name("relationName")?.location ?? second.draft.directive.location)
        }
        for (side, other) in [(first, second), (second, first)] where side.draft.target.text != other.model.name {
            return report.error(
                "\"\(name.text)\" joins \(first.model.name) and \(second.model.name): the type here is [\(other.model.name)]",
                at: side.draft.target.location)
        }
        guard isName(name.text), !name.text.hasPrefix("__"), !name.text.lowercased().hasPrefix("_rivulet") else {
            return report.error("\"\(name.text)\" cannot be the name of a model", at: name.location)
        }
        if let taken = types[name.text] {
            return report.error(
                "the join model \"\(name.text)\" has the name of a type, at \(taken.name.location.notation)",
                at: name.location)
        }
        makeJoinModel(first, second, name)
    }

    private func makeJoinModel(_ first: Side, _ second: Side, _ name: Name) {
        let join = ModelDraft(
            name: name.text, description: "Joins \(first.model.name) and \(second.model.name).",
            location: name.location,
            isJoinModel: true)
        join.key = ["id"]
        let id = FieldType(.scalar(.id), isRequired: true)
        join.fields = [ModelDraft.Field(name: "id", type: id, role: .key, location: name.location)]
        var ends: [[String]] = []
        for (offset, side) in [first, second].enumerated() {
            let keys = side.model.key.map { camelCase(side.model.name, $0) }
            for (key, original) in zip(keys, side.model.key) {
                guard let field = side.model.field(original) else { continue }
                join.fields.append(
                    ModelDraft.Field(
                        name: key, type: FieldType(field.type.item, isRequired: true), location: name.location))
            }
            join.relations.append(
                (
                    offset,
                    RelationDefinition(
                        name: camelCase(side.model.name), kind: .belongsTo, target: side.model.name, isRequired: true,
                        fields: keys, targetFields: side.model.key)
                ))
            join.add(ModelDraft.Key(fields: keys, target: side.model.name, onDelete: .cascade, ownsTarget: false))
            ends.append(keys)
        }
        let time = FieldType(.scalar(.dateTime), isRequired: true)
        join.timestamps = [
            ModelDraft.Field(name: "createdAt", type: time, role: .createdAt, location: name.location),
            ModelDraft.Field(name: "updatedAt", type: time, role: .updatedAt, location: name.location),
        ]
        // As Amplify has it: whoever may use one of the two sides may use what joins them.
        for rule in first.model.typeRules + second.model.typeRules where !join.accessRules.contains(rule) {
            join.accessRules.append(rule)
        }
        checkDistinct(join, name)
        add(join)
        lead(first, to: second, through: join, near: ends[0], far: ends[1])
        lead(second, to: first, through: join, near: ends[1], far: ends[0])
    }

    /// Two sides may have keys or names that differ in nothing but the case of their letters.
    private func checkDistinct(_ join: ModelDraft, _ name: Name) {
        var taken: Set<String> = []
        let names = (join.fields + join.timestamps).map(\.name) + join.relations.map(\.definition.name)
        for field in names where !taken.insert(field.lowercased()).inserted {
            report.error(
                "the join model \"\(name.text)\" would have \"\(field)\" twice; write it yourself with two @belongsTo",
                at: name.location)
        }
    }

    private func lead(_ side: Side, to other: Side, through join: ModelDraft, near: [String], far: [String]) {
        side.model.relations.append(
            (
                side.draft.offset,
                RelationDefinition(
                    name: side.draft.name.text, description: side.draft.description, kind: .manyToMany,
                    target: other.model.name, isRequired: side.draft.isRequired, fields: side.model.key,
                    targetFields: near, through: RelationDefinition.Through(model: join.name, farFields: far))
            ))
    }
}
