/// A constant value (GraphQL, October 2021, §2.9) and its place.
package struct ValueNode: Sendable {
    package indirect enum Kind: Sendable {
        /// The digits as they were written.
        case int(String)
        /// The digits as they were written.
        case float(String)
        case string(String)
        case boolean(Bool)
        case null
        case enumeration(String)
        case list([ValueNode])
        case object([ArgumentNode])
    }

    package var kind: Kind
    /// Of a string: its first character, behind the quotation marks.
    package var location: Location

    package init(_ kind: Kind, at location: Location) {
        self.kind = kind
        self.location = location
    }

    /// What the value is, in a word or two, with an article.
    package var noun: String {
        switch kind {
        case .int: "an integer"
        case .float: "a number"
        case .string: "a string"
        case .boolean: "a boolean"
        case .null: "null"
        case .enumeration: "a name"
        case .list: "a list"
        case .object: "an object"
        }
    }

    /// The characters of a string.
    package var string: String? {
        if case .string(let text) = kind { return text }
        return nil
    }
}
