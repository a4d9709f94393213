extension FieldType {
    /// The JSON that text alone stands for in a field of this type, as CSV holds it: numbers, `true` and JSON itself
    /// are read as such, everything else is a string. What it means is for ``RecordReader`` to judge.
    package func json(text: Text) throws(ScalarFault) -> JSON {
        if isList { return try FieldType.tree(text) }
        switch item {
        case .enumeration: return .string(text)
        case .embedded, .scalar(.json): return try FieldType.tree(text)
        case .scalar(let scalar):
            switch scalar {
            case .int, .float, .timestamp: return NumberText.isNumber(text) ? .number(text) : .string(text)
            case .boolean: return text == "true" ? .bool(true) : text == "false" ? .bool(false) : .string(text)
            default: return .string(text)
            }
        }
    }

    private static func tree(_ text: Text) throws(ScalarFault) -> JSON {
        do throws(JSONFault) {
            return try JSONReader.read(text)
        } catch {
            throw ScalarFault("must be JSON: at character \(error.column) of line \(error.line), \(error.detail)")
        }
    }
}
