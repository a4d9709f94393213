/// A JSON value (RFC 8259). Numbers keep the text in which they were written, objects the order of their members.
package enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    /// The number as written.
    case number(Text)
    case string(Text)
    case array([JSON])
    /// No name stands twice.
    case object([Member])

    /// One name and its value.
    package struct Member: Sendable, Hashable {
        package let name: Text
        package let value: JSON

        package init(_ name: Text, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }

    /// The value of the object's member of that name; nil when there is none, or this is no object.
    package subscript(name: Text) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The whole number that it is, by value: `5`, `5.0` and `50e-1` are 5; nil for what is none, or beyond 64 bits.
    package var wholeNumber: Int64? {
        guard case .number(let text) = self, case .value(let number) = NumberText.whole(text) else { return nil }
        return number
    }

    /// What it is, for a sentence: "a string".
    package var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

/// Why bytes are not JSON, and where.
package struct JSONFault: Error, Sendable, Hashable {
    /// Bytes before the place.
    package let offset: Int
    /// From 1.
    package let line: Int
    /// In characters (Unicode scalars) of the line, from 1.
    package let column: Int
    /// A sentence for the client, without the place.
    package let detail: String
}
