/// The values inside, under the names that Amplify's `JSONValue` gives them: nil when it is of another kind.
extension DynamicValue {
    /// The text.
    public var stringValue: String? { if case .string(let text) = self { text } else { nil } }

    /// The truth value.
    public var booleanValue: Bool? { if case .bool(let flag) = self { flag } else { nil } }

    /// The number, when it is whole.
    public var intValue: Int? {
        switch self {
        case .int(let number): number
        case .double(let number): Int(exactly: number)
        default: nil
        }
    }

    /// The number.
    public var doubleValue: Double? {
        switch self {
        case .int(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }

    /// The items.
    public var asArray: [DynamicValue]? { if case .array(let items) = self { items } else { nil } }

    /// The members.
    public var asObject: [String: DynamicValue]? { if case .object(let members) = self { members } else { nil } }

    /// Whether it is null.
    public var isNull: Bool { self == .null }

    /// The member of that name; nil when there is none, and when it is no object.
    public subscript(_ member: String) -> DynamicValue? { asObject?[member] }
}
