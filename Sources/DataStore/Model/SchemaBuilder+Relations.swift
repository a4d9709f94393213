import GraphQL

/// Finds the fields on both sides of each relation.
///
/// First what the SDL names, then keys that two sides share, then keys that are generated: the two sides of a relation
/// hold one key between them, and it is made only when no field of the SDL holds it.
extension SchemaBuilder {
    func resolveRelations() {
        forEachRelation { self.resolveNamed(&$0, of: $1) }
        forEachRelation { if $0.kind == .hasMany, $0.ends == nil { self.resolveHasMany(&$0, of: $1) } }
        forEachRelation { if $0.kind == .belongsTo, $0.ends == nil { self.resolveBelongsTo(&$0, of: $1) } }
        forEachRelation { if $0.kind == .hasOne, $0.ends == nil { self.resolveHasOne(&$0, of: $1) } }
        forEachRelation { self.finish($0, of: $1) }
        resolveManyToMany()
    }

    /// In the order of the SDL. A relation to or from a model whose key is at fault is left out: that is told already.
    private func forEachRelation(_ body: (inout RelationDraft, ModelDraft) -> Void) {
        for model in models where !model.key.isEmpty {
            for place in model.relationDrafts.indices {
                var draft = model.relationDrafts[place]
                guard draft.kind != .manyToMany, let target = self.model(draft.target.text), !target.key.isEmpty
                else { continue }
                body(&draft, model)
                model.relationDrafts[place] = draft
            }
        }
    }

    // MARK: What the SDL names

    private func resolveNamed(_ draft: inout RelationDraft, of model: ModelDraft) {
        guard let target = self.model(draft.target.text) else { return }
        let fields = draft.names("fields")
        let references = draft.names("references")
        if fields != nil || draft.name("indexName") != nil, let argument = draft.directive.argument("references") {
            draft.ends = RelationDraft.Ends(here: [], there: [])
            return report.error(
                "\"references\" stands alone: it names the key already", at: argument.name.location)
        }
        switch draft.kind {
        case .belongsTo:
            guard let names = fields ?? references else { return }
            draft.ends = ends(names, in: model, holding: target, of: draft)
        case .hasOne:
            if let references {
                draft.ends = ends(references, in: target, holding: model, of: draft)?.reversed
                return
            }
            guard let fields else { return }
            draft.ends = ends(fields, in: model, holding: target, of: draft)
        case .hasMany:
            if let references {
                draft.ends = ends(references, in: target, holding: model, of: draft)?.reversed
            } else if let index = draft.name("indexName") {
                draft.ends = ends(byIndex: index, fields, of: draft, model, target)
            } else if let fields {
                draft.ends = ends(byKeyOf: target, fields, of: draft, model)
            }
        case .manyToMany:
            break
        }
        // What could not be resolved is reported; it must not be generated in addition.
        if draft.ends == nil, fields != nil || references != nil || draft.name("indexName") != nil {
            draft.ends = RelationDraft.Ends(here: [], there: [])
        }
    }

    /// Fields of `holder` that the SDL names as holding the key of `target`.
    private func ends(
        _ names: [Name], in holder: ModelDraft, holding target: ModelDraft, of draft: RelationDraft
    ) -> RelationDraft.Ends? {
        guard names.count == target.key.count else {
            let key = target.key.map { "\"\($0)\"" }.joined(separator: ", ")
            report.error(
                "the key of \(target.name) has \(target.key.count == 1 ? "one field" : "\(target.key.count) fields"): \(key)",
                at: names.first?.location ?? draft.directive.location)
            return nil
        }
        guard check(names, of: holder, against: target.key, of: target) else { return nil }
        return RelationDraft.Ends(here: names.map(\.text), there: target.key)
    }

    /// Whether the fields exist and can equal the others, one by one.
    private func check(
        _ names: [Name], of model: ModelDraft, against others: [String], of target: ModelDraft
    ) -> Bool {
        var isRight = true
        for (name, other) in zip(names, others) {
            guard let field = model.field(name.text) else {
                reportMissing(name, in: model)
                isRight = false
                continue
            }
            guard let key = target.field(other) else { continue }
            if !areComparable(field.type, key.type) {
                isRight = false
                report.error(
                    "\(model.name).\(name.text) is \(field.type.notation), and \(target.name).\(other) is "
                        + "\(key.type.notation): a key has the type of what it points at", at: name.location)
            }
        }
        return isRight
    }

    /// Whether values of one type can be keys of the other. ID and String are one: both are text.
    func areComparable(_ one: FieldType, _ other: FieldType) -> Bool {
        guard !one.isList, !other.isList else { return false }
        switch (one.item, other.item) {
        case (.scalar(let a), .scalar(let b)):
            return a == b || ([.id, .string].contains(a) && [.id, .string].contains(b))
        case (.enumeration(let a), .enumeration(let b)): return a === b
        default: return false
        }
    }

    /// `@hasMany(indexName:, fields:)`: the first fields of the child's index equal ours.
    private func ends(
        byIndex name: Name, _ fields: [Name]?, of draft: RelationDraft, _ model: ModelDraft, _ child: ModelDraft
    ) -> RelationDraft.Ends? {
        guard let index = child.indexes.first(where: { $0.name == name.text }) else {
            let hint = Suggestion.hint(for: name.text, among: child.indexes.map(\.name))
            report.error(
                "\(child.name) has no index \"\(name.text)\"\(hint.isEmpty ? "; write @index(name: \"\(name.text)\") on the field that holds the key" : hint)",
                at: name.location)
            return nil
        }
        let own = fields ?? model.key.map { Name($0, at: name.location) }
        guard own.count <= index.fields.count else {
            report.error(
                "the index \"\(name.text)\" of \(child.name) has \(index.fields.count) of the \(own.count) fields needed",
                at: name.location)
            return nil
        }
        let there = index.fields.prefix(own.count).map(\.text)
        // A field of the index that does not exist is told with the index.
        guard there.allSatisfy({ child.field($0) != nil }),
            check(own, of: model, against: Array(there), of: child)
        else { return nil }
        return RelationDraft.Ends(here: own.map(\.text), there: Array(there))
    }

    /// `@hasMany(fields:)` without an index: the first fields of the child's own key equal ours, or, when its key is not
    /// longer than that, the key that the child's `@belongsTo` names.
    private func ends(
        byKeyOf child: ModelDraft, _ fields: [Name], of draft: RelationDraft, _ model: ModelDraft
    ) -> RelationDraft.Ends? {
        if child.key.count > fields.count {
            guard check(fields, of: model, against: Array(child.key.prefix(fields.count)), of: child) else {
                return nil
            }
            return RelationDraft.Ends(here: fields.map(\.text), there: Array(child.key.prefix(fields.count)))
        }
        let inverse = child.relationDrafts.filter {
            $0.kind == .belongsTo && $0.target.text == model.name
                && ($0.names("fields") ?? $0.names("references")) != nil
        }
        guard inverse.count == 1, let names = inverse[0].names("fields") ?? inverse[0].names("references"),
            names.count == fields.count
        else {
            report.error(
                "\"fields\" alone compares with the key of \(child.name), which belongs to one record; "
                    + "write indexName: and the @index of the field that holds the key", at: draft.directive.location)
            return nil
        }
        guard check(fields, of: model, against: names.map(\.text), of: child) else { return nil }
        return RelationDraft.Ends(here: fields.map(\.text), there: names.map(\.text))
    }

    // MARK: Shared and generated keys

    /// Shares the key of the one `@belongsTo` that names its fields, or makes it.
    private func resolveHasMany(_ draft: inout RelationDraft, of model: ModelDraft) {
        guard let child = self.model(draft.target.text) else { return }
        let used = model.relationDrafts.filter { $0.target.text == child.name }.compactMap(\.ends?.there)
        let inverses = child.relationDrafts.filter { other in
            guard other.kind == .belongsTo, other.target.text == model.name, let ends = other.ends else { return false }
            return isPair(draft, other) && !ends.here.isEmpty && !used.contains(ends.here)
        }
        let pair = draft
        let rivals = model.relationDrafts.filter {
            $0.kind == .hasMany && $0.target.text == child.name && $0.ends == nil && isPair(pair, $0)
        }
        if inverses.isEmpty {
            let names = draft.name("keyField").map { [$0.text] } ?? generatedNames(of: draft, model, target: model)
            draft.ends = generate(names, in: child, holding: model, isRequired: false, for: draft)?.reversed
        } else if inverses.count == 1, rivals.count == 1 {
            draft.ends = inverses[0].ends?.reversed
        } else {
            let keys = inverses.compactMap { $0.ends?.here.joined(separator: ", ") }.joined(separator: " or ")
            report.error(
                "which key of \(child.name) is meant? write references: with the fields of one (\(keys))",
                at: draft.directive.location)
        }
        draft.ends = draft.ends ?? RelationDraft.Ends(here: [], there: [])
    }

    /// Shares the key of the other side's `@hasMany` (or of its `@hasOne(references:)`), or makes its own.
    private func resolveBelongsTo(_ draft: inout RelationDraft, of model: ModelDraft) {
        guard let parent = self.model(draft.target.text) else { return }
        let used = model.relationDrafts.filter { $0.kind == .belongsTo && $0.target.text == parent.name }
            .compactMap(\.ends?.here)
        let pair = draft
        let inverses = parent.relationDrafts.filter { other in
            guard other.target.text == model.name, let ends = other.ends, !ends.there.isEmpty else { return false }
            let holdsKeyHere = other.kind == .hasMany || (other.kind == .hasOne && other.names("references") != nil)
            return holdsKeyHere && ends.here == parent.key && isPair(pair, other) && !used.contains(ends.there)
        }
        let rivals = model.relationDrafts.filter {
            $0.kind == .belongsTo && $0.target.text == parent.name && isPair(pair, $0)
                && $0.names("fields") == nil && $0.names("references") == nil
        }
        if inverses.isEmpty {
            let names = draft.name("keyField").map { [$0.text] } ?? generatedNames(of: draft, model, target: parent)
            draft.ends = generate(names, in: model, holding: parent, isRequired: draft.isRequired, for: draft)
        } else if inverses.count == 1, rivals.count == 1, let ends = inverses[0].ends?.reversed {
            if draft.isRequired { requireGenerated(ends.here, in: model) }
            draft.ends = ends
        } else {
            let names = inverses.map { "\(parent.name).\($0.name.text)" }.joined(separator: ", ")
            report.error(
                "which side is meant (\(names))? write fields: with the key, and references: on the other side",
                at: draft.directive.location)
        }
        draft.ends = draft.ends ?? RelationDraft.Ends(here: [], there: [])
    }

    private func resolveHasOne(_ draft: inout RelationDraft, of model: ModelDraft) {
        guard let target = self.model(draft.target.text) else { return }
        let names = generatedNames(of: draft, model, target: target)
        draft.ends = generate(names, in: model, holding: target, isRequired: draft.isRequired, for: draft)
    }

    /// Two sides that carry names of the first transformer belong together when the names are equal.
    private func isPair(_ one: RelationDraft, _ other: RelationDraft) -> Bool { one.pairName == other.pairName }

    /// `postCommentsId`: the model and the field of the relation, and each field of the target's key.
    private func generatedNames(of draft: RelationDraft, _ model: ModelDraft, target: ModelDraft) -> [String] {
        target.key.map { camelCase(model.name, draft.name.text, $0) }
    }
}

extension RelationDraft.Ends {
    /// As the other side sees it.
    var reversed: RelationDraft.Ends { RelationDraft.Ends(here: there, there: here) }
}
