/// Embedded values are kept as JSON with all members in the order of the SDL; another SDL means another text.
extension Migration {
    /// Writes the embedded values of a table anew where their type changed: new members get their default or null,
    /// members that are no more are left out. Run while there are no triggers.
    func refitEmbedded(_ table: RecordTable, stored: SchemaImage) throws {
        let model = table.model
        for field in model.fields {
            guard case .embedded(let definition) = field.type.item, hasChanged(definition, since: stored, seen: []),
                stored.models[model.name]?.notation(of: field.name) != nil
            else { continue }
            try refit(field, of: model)
        }
    }

    private func refit(_ field: FieldDefinition, of model: ModelDefinition) throws {
        let (name, table) = (SQL.quoted(field.name), SQL.quoted(model.name))
        let keys = model.primaryKey.map { model.fields[$0] }
        let columns = keys.map { SQL.quoted($0.name) }
        let byKey = columns.map { "\($0)=?" }.joined(separator: " AND ")
        let update = "UPDATE \(table) SET \(name)=? WHERE \(byKey)"
        // Read before anything is written, so that no row is met twice.
        var changed: [(json: Text, key: [Value])] = []
        let select = SQL("SELECT \(name),\(columns.joined(separator: ",")) FROM \(table) WHERE \(name) IS NOT NULL")
        try connection.query(select) { (row) throws(SQLiteError) in
            let json = row.text(0)
            guard let tree = JSONReader.readIfValid(json) else { return }
            let fitted = tree.fitted(to: field).compact
            guard fitted != json else { return }
            changed.append((fitted, keys.indices.map { row.value(of: keys[$0].type, at: $0 + 1) }))
        }
        for row in changed { try connection.run(SQL(update, [.json(row.json)] + row.key)) }
    }

    private func hasChanged(_ definition: EmbeddedDefinition, since stored: SchemaImage, seen: Set<String>) -> Bool {
        if stored.embedded[definition.name] != SchemaImage.members(of: definition) { return true }
        return definition.fields.contains { field in
            guard case .embedded(let inner) = field.type.item, !seen.contains(inner.name) else { return false }
            return hasChanged(inner, since: stored, seen: seen.union([definition.name]))
        }
    }
}

extension JSON {
    /// The value with the members that the field's type has, in their order.
    fileprivate func fitted(to field: FieldDefinition) -> JSON {
        if field.type.isList, case .array(let items) = self {
            return .array(items.map { $0.fittedItem(to: field) })
        }
        return fittedItem(to: field)
    }

    private func fittedItem(to field: FieldDefinition) -> JSON {
        guard case .embedded(let definition) = field.type.item, case .object = self else { return self }
        return .object(
            definition.fields.map { inner in
                Member(Text(inner.name), self[Text(inner.name)]?.fitted(to: inner) ?? inner.answerOfDefault)
            })
    }
}

extension FieldDefinition {
    /// The default as answers show it; null without one.
    package var answerOfDefault: JSON { defaultValue.map { answer(of: $0) } ?? .null }

    /// A stored value of the field as answers show it.
    package func answer(of value: Value) -> JSON {
        switch value {
        case .null: .null
        case .bool(let flag): .bool(flag)
        case .int(let number): .number(Text(String(number)))
        case .double(let number): .number(Text(number.description))
        case .text(let text): .string(type.scalar?.answer(text) ?? text)
        case .json(let text): JSONReader.readIfValid(text) ?? .null
        }
    }
}
