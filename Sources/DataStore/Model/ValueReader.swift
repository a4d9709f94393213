/// Reads JSON as values of fields, item by item and member by member, and gathers every fault on the way.
///
/// Embedded objects and lists become JSON text in the form of the answers: all members in the order of the SDL. After
/// a fault the value returned means nothing; ``FaultCollector/finish()`` throws then.
struct ValueReader {
    var faults = FaultCollector()

    /// Reads the value of a record's field. With `old`, the value is a merge patch of it (RFC 7396): embedded objects
    /// and AWSJSON take the members over, anything else is replaced.
    mutating func value(_ json: JSON, of field: FieldDefinition, mergedInto old: Value? = nil) -> Value {
        if case .null = json {
            if field.type.isRequired { faults.add("must not be null") }
            return .null
        }
        if !field.type.isList {
            switch field.type.item {
            case .scalar(let scalar) where scalar != .json: return self.scalar(json, scalar, of: field)
            case .enumeration(let definition): return enumeration(json, definition, of: field)
            default: break
            }
        }
        var writer = JSONWriter()
        write(json, of: field, mergedInto: old.map(ValueReader.tree), to: &writer)
        return .json(Text(String(decoding: writer.bytes, as: UTF8.self)))
    }

    // MARK: - Inside of JSON text

    private mutating func write(
        _ json: JSON, of field: FieldDefinition, mergedInto old: JSON?, to writer: inout JSONWriter
    ) {
        if case .null = json {
            if field.type.isRequired { faults.add("must not be null") }
            return writer.writeNull()
        }
        guard field.type.isList else { return writeItem(json, of: field, mergedInto: old, to: &writer) }
        guard case .array(let items) = json else {
            return faults.add("must be an array, \(field.type.notation), not \(json.kind)")
        }
        writer.bytes.append(UInt8(ascii: "["))
        for (index, item) in items.enumerated() {
            if index > 0 { writer.bytes.append(UInt8(ascii: ",")) }
            faults.enter(index)
            if case .null = item {
                if field.type.isItemRequired { faults.add("must not be null") }
                writer.writeNull()
            } else {
                writeItem(item, of: field, mergedInto: nil, to: &writer)
            }
            faults.leave()
        }
        writer.bytes.append(UInt8(ascii: "]"))
    }

    private mutating func writeItem(
        _ json: JSON, of field: FieldDefinition, mergedInto old: JSON?, to writer: inout JSONWriter
    ) {
        switch field.type.item {
        case .scalar(.json): writer.write(old.map { $0.merged(with: json) } ?? json)
        case .scalar(let scalar):
            writer.write(self.scalar(json, scalar, of: field), isTemporal: scalar.hasAnswerForm)
        case .enumeration(let definition):
            writer.write(enumeration(json, definition, of: field), isTemporal: false)
        case .embedded(let definition): writeObject(json, definition, mergedInto: old, to: &writer)
        }
    }

    private mutating func writeObject(
        _ json: JSON, _ definition: EmbeddedDefinition, mergedInto old: JSON?, to writer: inout JSONWriter
    ) {
        guard case .object(let members) = json else {
            return faults.add("must be an object, \(definition.name), not \(json.kind)")
        }
        let names = definition.fields.map { Text($0.name) }
        for member in members where !names.contains(member.name) {
            faults.add(member: member.name.string, "\(definition.name) has no field of this name")
        }
        writer.bytes.append(UInt8(ascii: "{"))
        for (index, field) in definition.fields.enumerated() {
            if index > 0 { writer.bytes.append(UInt8(ascii: ",")) }
            writer.write(raw: field.jsonKey)
            faults.enter(field.name)
            if let given = json[names[index]] {
                write(given, of: field, mergedInto: old.map { $0[names[index]] ?? .null }, to: &writer)
            } else if let kept = old?[names[index]] {
                write(kept, of: field, mergedInto: nil, to: &writer)
            } else {
                writer.write(absent(field), as: field.type)
            }
            faults.leave()
        }
        writer.bytes.append(UInt8(ascii: "}"))
    }

    // MARK: - Single values

    /// The value of a field that is left out.
    mutating func absent(_ field: FieldDefinition) -> Value {
        if let value = field.defaultValue { return value }
        if field.type.isRequired { faults.add("is required") }
        return .null
    }

    private mutating func scalar(_ json: JSON, _ scalar: Scalar, of field: FieldDefinition) -> Value {
        do throws(ScalarFault) {
            let value = try scalar.read(json)
            check(value, of: field)
            return value
        } catch {
            faults.add(error.detail)
            return .null
        }
    }

    private mutating func enumeration(
        _ json: JSON, _ definition: EnumDefinition, of field: FieldDefinition
    ) -> Value {
        guard case .string(let name) = json, definition.contains(name) else {
            faults.add("must be a name of \(definition.name): \(definition.values.joined(separator: ", "))")
            return .null
        }
        let value = Value.text(name)
        check(value, of: field)
        return value
    }

    private mutating func check(_ value: Value, of field: FieldDefinition) {
        for validation in field.validations where !validation.rule.admits(value) {
            faults.add(validation.errorMessage ?? validation.rule.promise)
        }
    }

    /// Stored JSON as a tree; null where there is none, or where another program wrote what is no JSON.
    private static func tree(_ value: Value) -> JSON {
        guard case .json(let text) = value else { return .null }
        return JSONReader.readIfValid(text) ?? .null
    }
}
