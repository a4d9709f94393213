/// What a typed model asks to be written: values for the fields that its type knows.
package struct ModelWrite: Sendable {
    package let model: ModelDefinition
    /// The primary key.
    package let key: Key
    /// By place; nil where the model said nothing.
    private let values: [JSON?]
    private let binding: ModelBinding

    init(_ values: [JSON?], _ binding: ModelBinding) throws(DataStoreError) {
        let model = binding.definition
        self.model = model
        self.values = values
        self.binding = binding
        let parts = model.primaryKey.map { values[$0] ?? .null }
        do throws(ScalarFault) {
            key = try Key(parts.count == 1 ? parts[0] : .array(parts), model: model)
        } catch {
            let names = model.primaryKey.map { model.fields[$0].name }.joined(separator: ", ")
            throw .invalid(model, field: names, error.detail)
        }
    }

    /// The record to store. Of one that does not exist yet, what the model leaves empty has its default, else null. Over
    /// `stored`, which has the same key, what the type does not know stays, and what the model leaves empty becomes null.
    package func draft(over stored: Record?, now: Instant) throws(Faults) -> RecordReader.Draft {
        let reader = RecordReader(model)
        guard let stored else {
            return RecordReader.Draft(record: try reader.create(from: body(of: nil), now: now), expectedVersion: nil)
        }
        return try reader.replace(from: body(of: stored), key: key, existing: stored, now: now)
    }

    /// The model as JSON: its values by name, foreign keys in place of relations.
    package var json: JSON {
        .object(
            values.enumerated().compactMap { place, value in
                value.map { JSON.Member(Text(model.fields[place].name), $0) }
            })
    }

    private func body(of stored: Record?) -> JSON {
        var members: [JSON.Member] = []
        members.reserveCapacity(values.count)
        for (place, field) in model.fields.enumerated() {
            guard let value = value(of: field, at: place, stored) else { continue }
            members.append(JSON.Member(Text(field.name), value))
        }
        return .object(members)
    }

    private func value(of field: FieldDefinition, at place: Int, _ stored: Record?) -> JSON? {
        switch field.role {
        case .version: return nil
        case .createdAt, .updatedAt:
            guard let value = values[place], value != .null else { return nil }
            // A copy that was read may be saved again; the times in it are not meant as changes.
            let isStores = stored != nil && (field.role == .updatedAt || binding.isReadOnly[place])
            return isStores ? nil : value
        case .plain, .key:
            guard let stored else { return values[place] }
            if let value = values[place] { return value }
            if !binding.isKnown[place] { return JSON(stored.values[place], as: field.type) }
            return field.type.isRequired ? nil : .null
        }
    }
}
