/// Turns the values of a field into values of its present type: as they are meant, or not at all.
///
/// What means the same is kept (`"5"` is 5, a day is its first instant in UTC, a value is a list of itself); nothing is
/// rounded, cut off or guessed. Of a list and an embedded object the parts that fit are kept.
struct ValueConversion {
    /// What becomes of one value.
    struct Outcome {
        /// Null for a value that is lost and has no default.
        var value: Value
        /// The former value, or a part of it, is not in the present one.
        var isLoss = false
        /// There was no value, or it is lost, and the field needs one that it does not have.
        var isUnfit = false
        /// The value is the field's default.
        var isFilled = false
        /// Whether answers show something else than before.
        var isChanged = false
    }

    let field: FieldDefinition
    let old: StoredType
    let image: SchemaImage
    /// The field without its rules: those are for what clients write.
    private let target: FieldDefinition

    init(to field: FieldDefinition, from old: StoredType, of image: SchemaImage) {
        self.field = field
        self.old = old
        self.image = image
        target = FieldDefinition(name: field.name, type: field.type)
    }

    /// What becomes of a stored value.
    func convert(_ row: Statement, _ column: Int) -> Outcome {
        if row.isNull(column) { return absent(isLoss: false) }
        guard let json = old.json(in: row, column, of: image) else { return absent(isLoss: true) }
        return convert(json)
    }

    /// What becomes of a value, which is in the form of the answers.
    func convert(_ json: JSON) -> Outcome {
        if case .null = json { return absent(isLoss: false) }
        var isPartial = false
        guard let fitted = fit(json, old, field.type, &isPartial) else { return absent(isLoss: true) }
        var reader = ValueReader()
        let value = reader.value(fitted, of: target)
        guard reader.faults.faults.isEmpty, field.role != .key || value.keyTextFault == nil else {
            return absent(isLoss: true)
        }
        return Outcome(value: value, isLoss: isPartial, isChanged: fitted != json)
    }

    private func absent(isLoss: Bool) -> Outcome {
        // An explicit null of an optional field stays null; a required one cannot.
        let value = isLoss || field.type.isRequired ? field.defaultValue ?? .null : .null
        return Outcome(
            value: value, isLoss: isLoss, isUnfit: value.isNull && (field.type.isRequired || field.role == .key),
            isFilled: !value.isNull, isChanged: isLoss || !value.isNull)
    }

    // MARK: - Of lists and objects

    /// The value that a field of the type can hold, in the form of the answers; nil when there is none.
    private func fit(_ json: JSON, _ old: StoredType, _ type: FieldType, _ isPartial: inout Bool) -> JSON? {
        if type.isList {
            var items = [json]
            if case .array(let given) = json, old.isList || old.scalar == .json { items = given }
            var kept: [JSON] = []
            for item in items {
                if case .null = item, !type.isItemRequired {
                    kept.append(.null)
                } else if item != .null, let fitted = fitItem(item, old.item, type.item, &isPartial) {
                    kept.append(fitted)
                } else {
                    isPartial = true
                }
            }
            return .array(kept)
        }
        if old.isList, case .array(let items) = json {
            if case .scalar(.json) = type.item { return json }
            guard items.count == 1, items[0] != .null else { return nil }
            return fitItem(items[0], old.item, type.item, &isPartial)
        }
        return fitItem(json, old, type.item, &isPartial)
    }

    private func fitItem(
        _ json: JSON, _ old: StoredType, _ item: FieldType.Item, _ isPartial: inout Bool
    ) -> JSON? {
        switch item {
        case .scalar(let scalar): return scalar.fit(json, from: old.scalar)
        case .enumeration(let definition):
            guard case .string(let name) = json, definition.contains(name) else { return nil }
            return json
        case .embedded(let definition):
            guard case .object(let given) = json else { return nil }
            return fit(given, old, definition, &isPartial)
        }
    }

    private func fit(
        _ given: [JSON.Member], _ old: StoredType, _ definition: EmbeddedDefinition, _ isPartial: inout Bool
    ) -> JSON? {
        let types = image.members(of: old.name)
        var members: [JSON.Member] = []
        for field in definition.fields {
            let name = Text(field.name)
            var fitted: JSON?
            if let value = given.first(where: { $0.name == name })?.value, value != .null {
                let type = types.first { Text($0.name) == name }?.type ?? .anything
                fitted = fit(value, type, field.type, &isPartial)
                if fitted == nil { isPartial = true }
            }
            if fitted == nil, field.type.isRequired { return nil }
            members.append(JSON.Member(name, fitted ?? .null))
        }
        // A member that the type lost has a step of its own in the plan; of another type it is a part that is lost.
        if old.name != definition.name {
            let names = Set(members.map(\.name))
            isPartial = isPartial || given.contains { $0.value != .null && !names.contains($0.name) }
        }
        return .object(members)
    }
}

extension StoredType {
    /// The value of a column in the form of the answers; nil for text that should be JSON and is none.
    fileprivate func json(in row: Statement, _ column: Int, of image: SchemaImage) -> JSON? {
        switch row.value(of: FieldType(.scalar(scalar ?? .string)), at: column) {
        case .null: return .null
        case .bool(let flag): return .bool(flag)
        case .int(let number): return .number(Text(String(number)))
        case .double(let number):
            var writer = JSONWriter()
            writer.write(number)
            return .number(Text(String(decoding: writer.bytes, as: UTF8.self)))
        case .text(let text), .json(let text):
            let isJSON = isList || scalar == .json || image.embedded[name] != nil
            return isJSON ? JSONReader.readIfValid(text) : .string(scalar?.answer(text) ?? text)
        }
    }
}
