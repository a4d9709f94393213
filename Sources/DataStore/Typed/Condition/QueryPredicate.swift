/// A condition on the records of a model, not yet checked against its schema.
///
/// A value: to combine two makes a third and leaves both as they are. It means what the predicates of the REST interface
/// mean, on every record: a comparison with a field that is empty is false; `ne`, `notContains`, `notIn` and `not` are exact
/// negations, and so true of it.
public protocol QueryPredicate: Sendable {}

/// Matches every record.
public enum QueryPredicateConstant: QueryPredicate, Hashable {
    /// Every record.
    case all
}

/// One field against one value.
public struct QueryPredicateOperation: QueryPredicate {
    /// The field's name, with dots across relations and into embedded values.
    public let field: String
    /// What the field is held against.
    public let `operator`: QueryOperator

    /// `field` held against what `operator` says.
    public init(field: String, operator: QueryOperator) {
        self.field = field
        self.operator = `operator`
    }
}

/// How a group joins its members.
public enum QueryPredicateGroupType: String, Sendable, Hashable {
    /// All of them; true when there is none.
    case and
    /// At least one of them; false when there is none.
    case or
    /// The exact opposite of them all together.
    case not
}

/// Several predicates as one.
public struct QueryPredicateGroup: QueryPredicate {
    /// How the members are joined.
    public let type: QueryPredicateGroupType
    /// The members.
    public let predicates: [any QueryPredicate]

    /// `predicates` as one.
    public init(type: QueryPredicateGroupType = .and, predicates: [any QueryPredicate] = []) {
        self.type = type
        self.predicates = predicates
    }
}

/// Negates a predicate.
public func not(_ predicate: any QueryPredicate) -> QueryPredicateGroup {
    QueryPredicateGroup(type: .not, predicates: [predicate])
}

extension QueryPredicate {
    /// Both.
    public func and(_ other: any QueryPredicate) -> QueryPredicateGroup { joined(.and, other) }

    /// At least one of both.
    public func or(_ other: any QueryPredicate) -> QueryPredicateGroup { joined(.or, other) }

    /// A chain of one kind is one group, so that long chains do not nest.
    private func joined(_ type: QueryPredicateGroupType, _ other: any QueryPredicate) -> QueryPredicateGroup {
        let mine = (self as? QueryPredicateGroup).flatMap { $0.type == type ? $0.predicates : nil }
        return QueryPredicateGroup(type: type, predicates: (mine ?? [self]) + [other])
    }
}

/// Both.
public func && (left: any QueryPredicate, right: any QueryPredicate) -> QueryPredicateGroup { left.and(right) }

/// At least one of both.
public func || (left: any QueryPredicate, right: any QueryPredicate) -> QueryPredicateGroup { left.or(right) }

/// The exact opposite.
public prefix func ! (predicate: any QueryPredicate) -> QueryPredicateGroup { not(predicate) }
