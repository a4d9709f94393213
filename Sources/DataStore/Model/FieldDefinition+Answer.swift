extension FieldDefinition {
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
