/// A name of a field that predicates are made of: a coding key, a path, or ``field(_:)``.
public protocol QueryFieldOperation {
    /// The field's name, with dots across relations and into embedded values.
    var fieldName: String { get }
}

/// A field by its name: `field("post.title").beginsWith("post")`.
public func field(_ name: String) -> QueryField { QueryField(name: name) }

/// A field by its name.
public struct QueryField: QueryFieldOperation, Sendable, Hashable {
    /// The name.
    public let name: String

    /// The name.
    public var fieldName: String { name }
}

extension QueryFieldOperation {
    private func operation(_ operator: QueryOperator) -> QueryPredicateOperation {
        QueryPredicateOperation(field: fieldName, operator: `operator`)
    }

    /// Has this value; with nil, has none.
    public func eq(_ value: (any Persistable)?) -> QueryPredicateOperation { operation(.equals(value)) }
    /// Is this case.
    public func eq(_ value: any EnumPersistable) -> QueryPredicateOperation { operation(.equals(value.rawValue)) }
    /// Belongs to this record.
    public func eq(_ model: some Model) -> QueryPredicateOperation { operation(.equals(ReferencedKey(model))) }
    /// Belongs to the record of this key.
    public func eq(_ key: some ModelIdentifierProtocol) -> QueryPredicateOperation {
        operation(.equals(ReferencedKey(fields: key.fields)))
    }

    /// Has not this value; with nil, has one.
    public func ne(_ value: (any Persistable)?) -> QueryPredicateOperation { operation(.notEqual(value)) }
    /// Is not this case.
    public func ne(_ value: any EnumPersistable) -> QueryPredicateOperation { operation(.notEqual(value.rawValue)) }
    /// Does not belong to this record.
    public func ne(_ model: some Model) -> QueryPredicateOperation { operation(.notEqual(ReferencedKey(model))) }
    /// Does not belong to the record of this key.
    public func ne(_ key: some ModelIdentifierProtocol) -> QueryPredicateOperation {
        operation(.notEqual(ReferencedKey(fields: key.fields)))
    }

    /// Is less.
    public func lt(_ value: any Persistable) -> QueryPredicateOperation { operation(.lessThan(value)) }
    /// Is less or equal.
    public func le(_ value: any Persistable) -> QueryPredicateOperation { operation(.lessOrEqual(value)) }
    /// Is greater.
    public func gt(_ value: any Persistable) -> QueryPredicateOperation { operation(.greaterThan(value)) }
    /// Is greater or equal.
    public func ge(_ value: any Persistable) -> QueryPredicateOperation { operation(.greaterOrEqual(value)) }

    /// Lies between both or is one of them.
    public func between(start: any Persistable, end: any Persistable) -> QueryPredicateOperation {
        operation(.between(start: start, end: end))
    }

    /// Of text: `value` stands somewhere in it. Of a list: it is one of the items.
    public func contains(_ value: any Persistable) -> QueryPredicateOperation { operation(.contains(value)) }
    /// Of a list: this case is one of the items.
    public func contains(_ value: any EnumPersistable) -> QueryPredicateOperation {
        operation(.contains(value.rawValue))
    }
    /// Of text: `value` stands nowhere in it. Of a list: it is none of the items.
    public func notContains(_ value: any Persistable) -> QueryPredicateOperation { operation(.notContains(value)) }
    /// Of a list: this case is none of the items.
    public func notContains(_ value: any EnumPersistable) -> QueryPredicateOperation {
        operation(.notContains(value.rawValue))
    }
    /// The text begins with `value`.
    public func beginsWith(_ value: String) -> QueryPredicateOperation { operation(.beginsWith(value)) }

    /// There is a value, or with false, none.
    public func attributeExists(_ exists: Bool = true) -> QueryPredicateOperation {
        operation(.attributeExists(exists))
    }

    /// Is one of these.
    public func `in`(_ values: [any Persistable]) -> QueryPredicateOperation { operation(.in(values)) }
    /// Is none of these.
    public func notIn(_ values: [any Persistable]) -> QueryPredicateOperation { operation(.notIn(values)) }
}

/// The same as operators.
extension QueryFieldOperation {
    /// Has this value; with nil, has none.
    public static func == (left: Self, right: (any Persistable)?) -> QueryPredicateOperation { left.eq(right) }
    /// Is this case.
    public static func == (left: Self, right: any EnumPersistable) -> QueryPredicateOperation { left.eq(right) }
    /// Belongs to this record.
    public static func == (left: Self, right: some Model) -> QueryPredicateOperation { left.eq(right) }
    /// Belongs to the record of this key.
    public static func == (left: Self, right: some ModelIdentifierProtocol) -> QueryPredicateOperation {
        left.eq(right)
    }

    /// Has not this value; with nil, has one.
    public static func != (left: Self, right: (any Persistable)?) -> QueryPredicateOperation { left.ne(right) }
    /// Is not this case.
    public static func != (left: Self, right: any EnumPersistable) -> QueryPredicateOperation { left.ne(right) }
    /// Does not belong to this record.
    public static func != (left: Self, right: some Model) -> QueryPredicateOperation { left.ne(right) }
    /// Does not belong to the record of this key.
    public static func != (left: Self, right: some ModelIdentifierProtocol) -> QueryPredicateOperation {
        left.ne(right)
    }

    /// Is less.
    public static func < (left: Self, right: any Persistable) -> QueryPredicateOperation { left.lt(right) }
    /// Is less or equal.
    public static func <= (left: Self, right: any Persistable) -> QueryPredicateOperation { left.le(right) }
    /// Is greater.
    public static func > (left: Self, right: any Persistable) -> QueryPredicateOperation { left.gt(right) }
    /// Is greater or equal.
    public static func >= (left: Self, right: any Persistable) -> QueryPredicateOperation { left.ge(right) }
    /// `left` contains `right`.
    public static func ~= (left: Self, right: any Persistable) -> QueryPredicateOperation { left.contains(right) }
}

/// The key of a record as a value to compare a relation with.
struct ReferencedKey: Persistable {
    let fields: ModelIdentifierProtocol.Fields

    init(fields: ModelIdentifierProtocol.Fields) { self.fields = fields }

    init(_ model: some Model) { fields = model.identifier(schema: model.ownSchema).fields }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(AnyModelIdentifier(fields: fields).stringValue)
    }
}
