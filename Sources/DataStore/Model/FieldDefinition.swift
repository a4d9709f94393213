/// The type of a field: what one item is, and whether there are many.
package struct FieldType: Sendable {
    /// What one item is.
    package enum Item: Sendable {
        case scalar(Scalar)
        case enumeration(EnumDefinition)
        case embedded(EmbeddedDefinition)
    }

    package let item: Item
    /// `[T]`.
    package let isList: Bool
    /// `T!`, `[T]!`: null is refused.
    package let isRequired: Bool
    /// `[T!]`: a null item is refused. Without meaning when it is no list.
    package let isItemRequired: Bool

    package init(_ item: Item, isList: Bool = false, isRequired: Bool = false, isItemRequired: Bool = false) {
        self.item = item
        self.isList = isList
        self.isRequired = isRequired
        self.isItemRequired = isItemRequired
    }

    /// The scalar when it is a single one.
    package var scalar: Scalar? {
        guard !isList, case .scalar(let scalar) = item else { return nil }
        return scalar
    }

    /// As the SDL writes it: `[String!]!`.
    package var notation: String {
        let name =
            switch item {
            case .scalar(let scalar): scalar.rawValue
            case .enumeration(let definition): definition.name
            case .embedded(let definition): definition.name
            }
        return (isList ? "[\(name)\(isItemRequired ? "!" : "")]" : name) + (isRequired ? "!" : "")
    }
}

/// A field that records hold (relations are not fields; their foreign keys are). Immutable.
package final class FieldDefinition: Sendable {
    /// What the field is for; decides who may write it.
    package enum Role: Sendable, Hashable {
        case plain
        /// Part of the primary key.
        case key
        /// Set by the server when the record is created; a create may give it.
        case createdAt
        /// Set by the server at each change; a create may give it.
        case updatedAt
        /// The record's `_version`: always the last field, never written by clients.
        case version
    }

    package let name: String
    package let description: String?
    package let type: FieldType
    package let role: Role
    /// `@default(value:)`, in stored form.
    package let defaultValue: Value?
    /// `@validate(…)`, in the order of the SDL.
    package let validations: [Validation]
    /// `"name":`, ready for output.
    package let jsonKey: [UInt8]

    package init(
        name: String, description: String? = nil, type: FieldType, role: Role = .plain, defaultValue: Value? = nil,
        validations: [Validation] = []
    ) {
        self.name = name
        self.description = description
        self.type = type
        self.role = role
        self.defaultValue = defaultValue
        self.validations = validations
        jsonKey = Array("\"\(name)\":".utf8)
    }
}

/// One `@validate` rule of a field.
package struct Validation: Sendable {
    package enum Rule: Sendable, Hashable {
        case greaterThan(Double)
        case greaterOrEqual(Double)
        case lessThan(Double)
        case lessOrEqual(Double)
        /// In characters (Unicode scalars).
        case minLength(Int)
        case maxLength(Int)
        case startsWith(Text)
        case endsWith(Text)
        /// A regular expression that must match somewhere.
        case matches(Pattern)
    }

    package let rule: Rule
    /// The schema's own words for a violation.
    package let errorMessage: String?

    package init(rule: Rule, errorMessage: String? = nil) {
        self.rule = rule
        self.errorMessage = errorMessage
    }
}
