/// As text that a reader of logs understands.
extension DynamicModel: CustomStringConvertible, CustomDebugStringConvertible {
    /// `Note(id: "n1", text: "hello")`: what the record says, in the order of its schema.
    public var description: String {
        let known = schema.declaredFields.map(\.name).filter { values[$0] != nil }
        let others = values.keys.filter { name in !known.contains(name) }.sorted()
        let members = (known + others).map { "\($0): \(values[$0] ?? .null)" }
        return "\(schema.name)(\(members.joined(separator: ", ")))"
    }

    /// The same.
    public var debugDescription: String { description }
}

/// As a Swift program would write it.
extension DynamicValue: CustomStringConvertible, CustomDebugStringConvertible {
    /// `"hello"`, `4.5`, `nil`, `[1, 2]`, `["x": 1.5]`: members in the order of their names.
    public var description: String {
        switch self {
        case .null: return "nil"
        case .bool(let flag): return "\(flag)"
        case .int(let number): return "\(number)"
        case .double(let number): return "\(number)"
        case .string(let text): return Spelling.quoted(text)
        case .array(let items): return "[\(items.map(\.description).joined(separator: ", "))]"
        case .object(let members):
            if members.isEmpty { return "[:]" }
            let names = members.keys.sorted()
            let parts = names.map { "\(Spelling.quoted($0)): \(members[$0] ?? .null)" }
            return "[\(parts.joined(separator: ", "))]"
        }
    }

    /// The same.
    public var debugDescription: String { description }
}
