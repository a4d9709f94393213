/// What a field is held against.
public enum QueryOperator: Sendable {
    /// Not this value; with nil, any value.
    case notEqual((any Persistable)?)
    /// This value; with nil, none.
    case equals((any Persistable)?)
    case lessOrEqual(any Persistable)
    case lessThan(any Persistable)
    case greaterOrEqual(any Persistable)
    case greaterThan(any Persistable)
    /// Of text: the value stands somewhere in it. Of a list: it is one of the items.
    case contains(any Persistable)
    case notContains(any Persistable)
    /// Both ends included.
    case between(start: any Persistable, end: any Persistable)
    case beginsWith(String)
    /// Whether there is a value.
    case attributeExists(Bool)
    /// One of these.
    case `in`([any Persistable])
    /// None of these.
    case notIn([any Persistable])
}
