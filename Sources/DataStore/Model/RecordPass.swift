/// One reading of one body: the values as they come in, and which fields have one.
struct RecordPass {
    let model: ModelDefinition
    let now: Instant
    var reader = ValueReader()
    private(set) var values: [Value]
    private(set) var expectedVersion: Int64?
    private let members: [JSON.Member]
    private var isSet = PlaceSet()
    /// `now` in stored form.
    private let storedNow: Text

    /// Faults at once when the body is no object.
    init(_ model: ModelDefinition, _ body: JSON, now: Instant) throws(Faults) {
        guard case .object(let members) = body else {
            throw Faults([Fault(.path(""), "must be an object, \(model.name), not \(body.kind)")])
        }
        self.model = model
        self.now = now
        self.members = members
        values = [Value](repeating: .null, count: model.fields.count)
        storedNow = now.stored
    }

    /// The place of the key's `id: ID` when the body left it out.
    var placeOfMissingID: Int? {
        model.primaryKey.first {
            !isSet.contains($0) && model.fields[$0].name == "id" && model.fields[$0].type.scalar == .id
        }
    }

    /// Sets a field that the body did not.
    mutating func set(_ value: Value, at place: Int) {
        values[place] = value
        isSet.insert(place)
    }

    /// Reads the body of a record that does not exist yet. With `key` (PUT) its `_version` is a condition, which the
    /// store will find unmet.
    mutating func readNewRecord(key: Key?) {
        if let key { setKey(key) }
        readMembers { pass, place, json in
            let field = pass.model.fields[place]
            switch field.role {
            case .version:
                if key != nil { pass.readVersion(json) }
            case .createdAt, .updatedAt:
                // An explicit null is as if left out: the server sets it.
                if case .null = json { return }
                pass.readField(json, at: place, key: key)
            case .plain, .key:
                pass.readField(json, at: place, key: key)
            }
        }
    }

    /// Reads the body of a change. The times are the server's: `updatedAt` is checked and dropped, `createdAt` must be
    /// the one that is there. When `merging`, all that the body leaves out stays.
    mutating func readChange(of existing: Record, key: Key, merging: Bool) {
        setKey(key)
        if merging {
            values = existing.values
            for place in values.indices { isSet.insert(place) }
        }
        for place in [model.createdAt, model.version] {
            if let place { set(existing.values[place], at: place) }
        }
        readMembers { pass, place, json in
            let field = pass.model.fields[place]
            switch field.role {
            case .version: pass.readVersion(json)
            case .updatedAt where !pass.isKey(place):
                if case .null = json { return }
                _ = pass.reader.value(json, of: field)
            case .createdAt where !pass.isKey(place): pass.readCreatedAt(json, at: place, existing: existing)
            case .plain, .key, .createdAt, .updatedAt:
                pass.readField(json, at: place, key: key, mergedInto: merging ? existing.values[place] : nil)
            }
        }
        if let place = model.updatedAt, !isKey(place) { set(time(for: model.fields[place]), at: place) }
    }

    /// Gives every field that has no value yet its default, the server's time or null.
    mutating func fillAbsent() {
        for place in values.indices where !isSet.contains(place) {
            let field = model.fields[place]
            switch field.role {
            case .version: values[place] = .int(0)
            case .createdAt, .updatedAt: values[place] = time(for: field)
            case .plain, .key:
                reader.faults.enter(field.name)
                values[place] = reader.absent(field)
                reader.faults.leave()
            }
        }
    }

    // MARK: - Members

    private mutating func readMembers(_ read: (inout RecordPass, Int, JSON) -> Void) {
        var expected = 0
        for member in members {
            // Clients mostly keep the order of the fields, so the next place is tried before the table.
            let isNext = expected < model.fields.count && Text(model.fields[expected].name) == member.name
            guard let place = isNext ? expected : model.place(of: member.name) else {
                reader.faults.add(member: member.name.string, unknown(member.name.string))
                continue
            }
            expected = place + 1
            reader.faults.enter(model.fields[place].name)
            read(&self, place, member.value)
            reader.faults.leave()
        }
    }

    private mutating func readField(_ json: JSON, at place: Int, key: Key?, mergedInto old: Value? = nil) {
        let count = reader.faults.faults.count
        let value = reader.value(json, of: model.fields[place], mergedInto: old)
        if reader.faults.faults.count == count, let index = model.primaryKey.firstIndex(of: place) {
            if let key, value != key.values[index] {
                reader.faults.add("must be left out or be the key of the record that is written")
            } else if value.isNull {
                reader.faults.add("must not be null")
            } else if let fault = value.keyTextFault {
                reader.faults.add(fault.detail)
            }
        }
        set(value, at: place)
    }

    private mutating func readVersion(_ json: JSON) {
        guard let version = json.wholeNumber else {
            return reader.faults.add("must be a whole number, the version that the record has")
        }
        expectedVersion = version
    }

    private mutating func readCreatedAt(_ json: JSON, at place: Int, existing: Record) {
        let count = reader.faults.faults.count
        var value = Value.null
        if case .null = json {} else { value = reader.value(json, of: model.fields[place]) }
        guard reader.faults.faults.count == count, value != existing.values[place] else { return }
        reader.faults.add("must be left out or be the record's own: it never changes")
    }

    // MARK: - Parts

    private mutating func setKey(_ key: Key) {
        for (place, value) in zip(model.primaryKey, key.values) { set(value, at: place) }
    }

    private func isKey(_ place: Int) -> Bool { model.primaryKey.contains(place) }

    private func time(for field: FieldDefinition) -> Value { now.value(of: field, stored: storedNow) }

    private func unknown(_ name: String) -> String {
        guard let relation = model.relation(named: name) else { return "\(model.name) has no field of this name" }
        if let through = relation.through { return "is a relation: write records of \(through.model) instead" }
        let isHere =
            relation.kind == .belongsTo
            || model.foreignKeys.contains { key in
                key.target == relation.target && key.fields.map { model.fields[$0].name } == relation.fields
            }
        let fields = (isHere ? relation.fields : relation.targetFields).joined(separator: ", ")
        return "is a relation: write \(fields)\(isHere ? "" : " of \(relation.target)") instead"
    }
}

extension Instant {
    /// The time as the field holds it; `stored` is its stored form.
    func value(of field: FieldDefinition, stored: Text) -> Value {
        switch field.type.scalar {
        case .dateTime: .text(stored)
        case .timestamp: .int(seconds)
        default: .text(Scalar.dateTime.answer(stored))
        }
    }
}
