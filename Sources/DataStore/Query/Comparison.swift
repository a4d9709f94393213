/// What a field is held against: a method of the predicate language with its literals.
///
/// Literals have the type of the field: `.int` for Int and AWSTimestamp, `.double` for Float, `.bool`, else `.text` in
/// stored form (of AWSTime without its `Z`). A number that the field's type cannot hold has already become a comparison
/// that gives the same answers: `rating > 10.5` of an Int is `rating > 10`.
package enum Comparison: Sendable, Hashable {
    case eq(Value)
    case ne(Value)
    case lt(Value)
    case le(Value)
    case gt(Value)
    case ge(Value)
    /// Both ends included.
    case between(Value, Value)
    case `in`([Value])
    case notIn([Value])
    /// Of text: stands somewhere in it. Of a list: is one of its items.
    case contains(Value)
    case notContains(Value)
    case beginsWith(Text)
    /// Whether there is a value (true) or null (false); `!= null` and `== null`.
    case attributeExists(Bool)
}

/// The methods of the predicate language.
enum Method: String, CaseIterable {
    case eq, ne, lt, le, gt, ge, between
    case isIn = "in"
    case notIn, contains, notContains, beginsWith, attributeExists
}

extension Method {
    /// How many literals it takes.
    var arity: ClosedRange<Int> {
        switch self {
        case .eq, .ne, .lt, .le, .gt, .ge, .contains, .notContains, .beginsWith: 1...1
        case .between: 2...2
        case .isIn, .notIn: 0...Int.max
        case .attributeExists: 0...1
        }
    }
}
