extension JSON {
    /// A field's value in the form of the answers.
    init(_ value: Value, as type: FieldType) {
        switch value {
        case .null: self = .null
        case .bool(let flag): self = .bool(flag)
        case .int(let number): self = .number(Text(String(number)))
        case .double(let number): self = JSON(number) ?? .null
        case .text(let text): self = .string(type.scalar?.answer(text) ?? text)
        case .json(let text): self = JSONReader.readIfValid(text) ?? .null
        }
    }

    /// A number; nil for what JSON cannot say.
    init?(_ number: Double) {
        guard number.isFinite else { return nil }
        var writer = JSONWriter()
        writer.write(number)
        self = .number(Text(String(decoding: writer.bytes, as: UTF8.self)))
    }
}
