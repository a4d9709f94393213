import GraphQL

/// Primary keys and indexes.
extension SchemaBuilder {
    /// `@primaryKey`, or `id`.
    func resolveKey(of model: ModelDraft) {
        for (_, directive) in model.keyDirectives.dropFirst() {
            report.error("\(model.name) has a primary key already", at: directive.location)
        }
        guard let (field, directive) = model.keyDirectives.first else {
            let id = Name("id", at: model.names["id"] ?? model.location)
            makeIDRequired(in: model)
            if checkKeyField(id, of: model) { model.key = ["id"] }
            return refuseDefault(of: model)
        }
        let names = [field] + (directive.argument("sortKeyFields")?.value.names ?? [])
        for (position, name) in names.enumerated() {
            if names[..<position].contains(where: { $0.text == name.text }) {
                report.error("\"\(name.text)\" is in the key already", at: name.location)
            } else if checkKeyField(name, of: model) {
                model.key.append(name.text)
            }
        }
        refuseDefault(of: model)
        // Half a key would be told again wherever the whole one is needed.
        if model.key.count != names.count { model.key = [] }
    }

    /// A whole key by `@default` would be every record's; and an `id: ID` that is left out is made by the server.
    private func refuseDefault(of model: ModelDraft) {
        for field in model.fields where field.role == .key && field.defaultValue != nil {
            let isMade = field.name == "id" && field.type.scalar == .id
            guard isMade || model.key.count == 1 else { continue }
            report.error(
                "\"\(field.name)\" is the key, which no two records share: @default has no meaning here"
                    + (isMade ? "; an id that is left out is made by the server" : ""), at: field.location)
        }
    }

    /// `id: ID` is read as `id: ID!`: a key is never null.
    private func makeIDRequired(in model: ModelDraft) {
        guard let place = model.fields.firstIndex(where: { $0.name == "id" }), !model.fields[place].type.isRequired,
            model.fields[place].type.scalar != nil
        else { return }
        let type = model.fields[place].type
        model.fields[place].type = FieldType(type.item, isRequired: true)
        report.notice("a key is never null: write id: \(type.notation)!", at: model.fields[place].location)
    }

    private func checkKeyField(_ name: Name, of model: ModelDraft) -> Bool {
        guard let place = model.fields.firstIndex(where: { $0.name == name.text }) else {
            reportMissing(name, in: model)
            return false
        }
        let field = model.fields[place]
        guard isKeyable(field.type) else {
            report.error("\"\(name.text)\" cannot be in a key: its type is \(field.type.notation)", at: name.location)
            return false
        }
        guard field.type.isRequired else {
            report.error("a key is never null: write \(name.text): \(field.type.notation)!", at: name.location)
            return false
        }
        if field.role == .createdAt || field.role == .updatedAt {
            report.notice("\"\(name.text)\" is in the key, so a create must give it", at: name.location)
        }
        model.fields[place].role = .key
        return true
    }

    private func isKeyable(_ type: FieldType) -> Bool {
        guard !type.isList else { return false }
        switch type.item {
        case .scalar(let scalar): return scalar != .boolean && scalar != .json
        case .enumeration: return true
        case .embedded: return false
        }
    }

    /// `@index`: names first, because relations refer to them; the fields are checked when all keys exist.
    func resolveIndexes(of model: ModelDraft) {
        for (field, directive) in model.indexDirectives {
            let sortKeys = directive.argument("sortKeyFields")?.value.names ?? []
            let fields = [field] + sortKeys
            let given = directive.argument("name")?.value
            let name =
                given?.string
                ?? camelCase(plural(model.name)) + "By"
                + fields.map { $0.text.prefix(1).uppercased() + $0.text.dropFirst() }.joined(separator: "And")
            let location = given?.location ?? directive.location
            if name.isEmpty || !isName(name.replacing("-", with: "_").replacing(".", with: "_")) {
                report.error("\"\(name)\" cannot be the name of an index", at: location)
            } else if let other = model.indexes.first(where: { $0.name.lowercased() == name.lowercased() }) {
                report.error(
                    "\(model.name) has an index \"\(other.name)\" already, at \(other.location.notation)", at: location)
            } else {
                model.indexes.append(ModelDraft.Index(name: name, fields: fields, location: location))
            }
        }
    }

    func checkIndexes(of model: ModelDraft) {
        for index in model.indexes {
            for (position, name) in index.fields.enumerated() {
                guard let field = model.field(name.text) else {
                    reportMissing(name, in: model)
                    continue
                }
                if index.fields[..<position].contains(where: { $0.text == name.text }) {
                    report.error("\"\(name.text)\" is in the index already", at: name.location)
                }
                let isPlain = field.type.scalar.map { $0 != .json } ?? !field.type.isList
                if case .embedded = field.type.item {
                    report.error("an embedded object cannot be in an index", at: name.location)
                } else if !isPlain {
                    report.error(
                        "\"\(name.text)\" cannot be in an index: its type is \(field.type.notation)", at: name.location)
                }
            }
        }
    }

    /// Reports a name that is no stored field, unless the field was refused, which is told already.
    func reportMissing(_ name: Name, in model: ModelDraft) {
        guard !model.refused.contains(name.text) else { return }
        if let relation = model.relationDrafts.first(where: { $0.name.text == name.text }) {
            return report.error(
                "\"\(name.text)\" is a relation (\(relation.spelling)) and holds no value; name the field of its key",
                at: name.location)
        }
        let hint = Suggestion.hint(for: name.text, among: model.fieldNames)
        report.error("\(model.name) has no field \"\(name.text)\"\(hint)", at: name.location)
    }

    /// The English plural, well enough for a default name.
    private func plural(_ name: String) -> String {
        let lowered = name.lowercased()
        if lowered.hasSuffix("y"), let before = lowered.dropLast().last, !"aeiou".contains(before) {
            return name.dropLast() + "ies"
        }
        if ["s", "x", "z", "ch", "sh"].contains(where: lowered.hasSuffix) { return name + "es" }
        return name + "s"
    }
}
