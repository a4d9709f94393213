import GraphQL

/// Foreign keys: generated fields, and what a deletion does.
extension SchemaBuilder {
    /// Makes the fields that hold the key of `target`, or takes fields of the SDL that have these names.
    func generate(
        _ names: [String], in holder: ModelDraft, holding target: ModelDraft, isRequired: Bool, for draft: RelationDraft
    ) -> RelationDraft.Ends? {
        guard names.count == target.key.count else {
            report.error(
                "the key of \(target.name) has \(target.key.count) fields; one name is not enough",
                at: draft.directive.location)
            return nil
        }
        for (name, keyName) in zip(names, target.key) {
            guard let key = target.field(keyName) else { return nil }
            if let field = holder.field(name) {
                guard areComparable(field.type, key.type) else {
                    report.error(
                        "\(draft.spelling) of \"\(draft.name.text)\" keeps its key in \(holder.name).\(name), which is "
                            + "\(field.type.notation) and not \(key.type.notation)", at: draft.directive.location)
                    return nil
                }
                continue
            }
            if let taken = holder.names[name] == nil ? holder.clash(with: name) : name {
                report.error(
                    "\(draft.spelling) of \"\(draft.name.text)\" needs a field \"\(name)\" in \(holder.name), where "
                        + "\"\(taken)\" has that name; name its key yourself with fields: or references:",
                    at: draft.directive.location)
                return nil
            }
            holder.take(name, at: draft.directive.location)
            holder.generated.append(
                ModelDraft.Field(
                    name: name, type: FieldType(key.type.item, isRequired: isRequired),
                    location: draft.directive.location))
        }
        return RelationDraft.Ends(here: names, there: target.key)
    }

    /// `post: Post!` over a generated key makes the key required.
    func requireGenerated(_ names: [String], in model: ModelDraft) {
        for place in model.generated.indices where names.contains(model.generated[place].name) {
            model.generated[place].type = FieldType(model.generated[place].type.item, isRequired: true)
        }
    }

    /// Records the relation and its foreign key.
    func finish(_ draft: RelationDraft, of model: ModelDraft) {
        guard let ends = draft.ends, !ends.here.isEmpty, let target = self.model(draft.target.text) else { return }
        model.relations.append(
            (
                draft.offset,
                RelationDefinition(
                    name: draft.name.text, description: draft.description, kind: draft.kind, target: target.name,
                    isRequired: draft.isRequired, fields: ends.here, targetFields: ends.there)
            ))
        switch draft.kind {
        case .belongsTo:
            model.add(ModelDraft.Key(fields: ends.here, target: target.name, onDelete: .cascade, ownsTarget: false))
        case .hasOne where draft.names("references") == nil:
            let isRequired = ends.here.contains { model.field($0)?.type.isRequired == true }
            model.add(
                ModelDraft.Key(
                    fields: ends.here, target: target.name, onDelete: isRequired ? .cascade : .setNull, ownsTarget: true
                ))
        case .hasOne, .hasMany:
            guard ends.here == model.key else {
                return report.notice(
                    "\"\(draft.name.text)\" compares with \(ends.here.joined(separator: ", ")), which is not the key of "
                        + "\(model.name): nothing guards that what it leads to exists", at: draft.directive.location)
            }
            target.add(ModelDraft.Key(fields: ends.there, target: model.name, onDelete: .cascade, ownsTarget: false))
        case .manyToMany:
            break
        }
    }
}
