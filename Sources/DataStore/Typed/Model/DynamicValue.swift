/// A value of a field whose type is only known at run time.
public enum DynamicValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case array([DynamicValue])
    case object([String: DynamicValue])

    /// The single value that predicates and keys are made of; nil for null, arrays and objects.
    public var persistable: (any Persistable)? {
        switch self {
        case .bool(let flag): flag
        case .int(let number): number
        case .double(let number): number
        case .string(let text): text
        case .null, .array, .object: nil
        }
    }
}

extension DynamicValue {
    init(_ json: JSON) {
        switch json {
        case .null: self = .null
        case .bool(let flag): self = .bool(flag)
        case .number(let text):
            if case .value(let number) = NumberText.whole(text), !text.contains("."), let int = Int(exactly: number) {
                self = .int(int)
            } else {
                self = NumberText.double(text).map { .double($0) } ?? .string(text.string)
            }
        case .string(let text): self = .string(text.string)
        case .array(let items): self = .array(items.map { DynamicValue($0) })
        case .object(let members):
            self = .object(
                Dictionary(members.map { ($0.name.string, DynamicValue($0.value)) }, uniquingKeysWith: { $1 }))
        }
    }
}

extension DynamicValue: Codable {
    /// Reads whatever is there.
    public init(from decoder: any Decoder) throws {
        if let tree = decoder as? TreeDecoder {
            self.init(tree.json)
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .bool(flag)
        } else if let number = try? container.decode(Int.self) {
            self = .int(number)
        } else if let number = try? container.decode(Double.self) {
            self = .double(number)
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let items = try? container.decode([DynamicValue].self) {
            self = .array(items)
        } else {
            self = .object(try container.decode([String: DynamicValue].self))
        }
    }

    /// Writes the value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let flag): try container.encode(flag)
        case .int(let number): try container.encode(number)
        case .double(let number): try container.encode(number)
        case .string(let text): try container.encode(text)
        case .array(let items): try container.encode(items)
        case .object(let members): try container.encode(members)
        }
    }
}

extension DynamicValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .int(value) }
    /// A number.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// True or false.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Null.
    public init(nilLiteral: ()) { self = .null }
    /// An array.
    public init(arrayLiteral elements: DynamicValue...) { self = .array(elements) }
    /// An object; of members with one name the last stays.
    public init(dictionaryLiteral elements: (String, DynamicValue)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
}
