/// The forms of a key outside the store: path segments, JSON, Amplify's `modelId`.
extension Key {
    /// Text of a key has 1 to this many bytes.
    package static let maximumTextBytes = 1024

    /// The key that a path names, one segment (percent-decoded) for each field in key order; dates and numbers are
    /// brought to their stored form. Nil when no record of `model` can have it.
    package init?(segments: [Text], model: ModelDefinition) {
        guard segments.count == model.primaryKey.count else { return nil }
        var values: [Value] = []
        for (place, segment) in zip(model.primaryKey, segments) {
            guard let value = model.fields[place].keyValue(of: segment) else { return nil }
            values.append(value)
        }
        self.init(values)
    }

    /// The key that JSON names: one string or number, or an array of them in key order.
    package init(_ json: JSON, model: ModelDefinition) throws(ScalarFault) {
        let fields = model.primaryKey.map { model.fields[$0] }
        var items = [json]
        if case .array(let given) = json { items = given }
        guard items.count == fields.count else {
            let names = fields.map(\.name).joined(separator: ", ")
            throw ScalarFault(
                fields.count == 1 ? "must be one value, of \(names)" : "must be an array of the values of \(names)")
        }
        var values: [Value] = []
        for (field, item) in zip(fields, items) {
            do throws(ScalarFault) {
                values.append(try field.keyValue(of: item))
            } catch {
                throw fields.count == 1 ? error : ScalarFault("\(field.name): \(error.detail)")
            }
        }
        self.init(values)
    }

    /// Amplify's `modelId`: of one field its value as it is answered, of several each in quotes, `"abc"#"2020-01-01"`.
    package func modelID(_ model: ModelDefinition) -> Text {
        let texts = answers(model)
        if texts.count == 1 { return texts[0] }
        return Text(texts.map { "\"\($0.string)\"" }.joined(separator: "#"))
    }

    /// The path segments of the record's URL, percent-encoded, with `/` between them and none before.
    package func urlPath(_ model: ModelDefinition) -> String {
        var bytes: [UInt8] = []
        for (index, text) in answers(model).enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: "/")) }
            text.withBytes { Key.encode($0, into: &bytes) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Each value's text in the form of the answers, in key order.
    private func answers(_ model: ModelDefinition) -> [Text] {
        zip(model.primaryKey, values).map { place, value in
            switch value {
            case .text(let text): model.fields[place].type.scalar?.answer(text) ?? text
            case .json(let text): text
            case .int(let number): Text(String(number))
            case .double(let number): Text(NumberText.shortest(number))
            case .bool(let flag): flag ? "true" : "false"
            case .null: "null"
            }
        }
    }

    /// Percent-encodes what is not unreserved (RFC 3986 §2.3). `.` and `..` alone would be taken for steps in the path
    /// by every client (§5.2.4), encoded or not; nothing can help that but to encode them anyway.
    private static func encode(_ text: UnsafeBufferPointer<UInt8>, into bytes: inout [UInt8]) {
        let isStep = text.count <= 2 && text.allSatisfy { $0 == UInt8(ascii: ".") }
        for byte in text {
            if byte.isLetter || byte.isDigit || "-_~".utf8.contains(byte) || byte == UInt8(ascii: ".") && !isStep {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append((byte >> 4).highHexDigit)
                bytes.append((byte & 15).highHexDigit)
            }
        }
    }
}

extension FieldDefinition {
    /// The value of this field of a key that `text` is, or nil when it can be none.
    fileprivate func keyValue(of text: Text) -> Value? {
        switch type.item {
        case .scalar(let scalar) where !type.isList:
            guard case .success(let value) = Result(catching: { () throws(ScalarFault) in try scalar.read(text: text) })
            else { return nil }
            return value.keyTextFault == nil ? value : nil
        case .enumeration(let definition) where !type.isList:
            return definition.contains(text) ? .text(text) : nil
        default: return nil
        }
    }

    fileprivate func keyValue(of json: JSON) throws(ScalarFault) -> Value {
        switch (type.item, json) {
        case (.scalar(let scalar), _) where !type.isList:
            let value = try scalar.read(json)
            if let fault = value.keyTextFault { throw fault }
            return value
        case (.enumeration(let definition), .string(let text)) where definition.contains(text): return .text(text)
        default: throw ScalarFault("must be a value of \(type.notation)")
        }
    }
}

extension Value {
    /// What is wrong with it as part of a key, whose text is neither empty nor long.
    var keyTextFault: ScalarFault? {
        guard case .text(let text) = self, !(1...Key.maximumTextBytes).contains(text.byteCount) else { return nil }
        return ScalarFault("must have 1 to \(Key.maximumTextBytes) bytes in a key")
    }
}

extension UInt8 {
    /// The upper-case hexadecimal digit of its low four bits.
    var highHexDigit: UInt8 {
        let value = self & 0x0F
        return value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
