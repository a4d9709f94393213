/// Comparisons of Int64 fields with numbers of any kind: by value, so that only integers remain.
enum IntegerComparison {
    /// The comparison; nil when `method` has no such thing.
    static func make(_ method: Method, _ literals: [NumberLiteral]) -> Comparison? {
        switch method {
        case .isIn: return .in(literals.compactMap(exact))
        case .notIn: return .notIn(literals.compactMap(exact))
        case .between:
            guard literals.count == 2 else { return nil }
            guard let lowest = lowest(literals[0].place), let highest = highest(literals[1].place) else {
                return .in([])
            }
            return .between(.int(lowest), .int(highest))
        default: break
        }
        guard let literal = literals.first else { return nil }
        if case .exactly(let value) = literal.place { return compared(method, .int(value)) }
        switch method {
        case .eq: return .in([])
        case .ne: return .notIn([])
        case .lt, .le: return highest(literal.place).map { .le(.int($0)) } ?? .in([])
        case .gt, .ge: return lowest(literal.place).map { .ge(.int($0)) } ?? .in([])
        // What no item can be is contained in no list, even in one that is not null.
        case .contains: return .in([])
        case .notContains: return .notIn([])
        default: return nil
        }
    }

    private static func exact(_ literal: NumberLiteral) -> Value? {
        guard case .exactly(let value) = literal.place else { return nil }
        return .int(value)
    }

    /// The least integer that is not less than the number.
    private static func lowest(_ place: NumberLiteral.Place) -> Int64? {
        switch place {
        case .exactly(let value): value
        case .above(let value): value == .max ? nil : value + 1
        case .underAll: .min
        case .overAll: nil
        }
    }

    /// The greatest integer that is not more than the number.
    private static func highest(_ place: NumberLiteral.Place) -> Int64? {
        switch place {
        case .exactly(let value), .above(let value): value
        case .underAll: nil
        case .overAll: .max
        }
    }

    fileprivate static func compared(_ method: Method, _ value: Value) -> Comparison? {
        switch method {
        case .eq: .eq(value)
        case .ne: .ne(value)
        case .lt: .lt(value)
        case .le: .le(value)
        case .gt: .gt(value)
        case .ge: .ge(value)
        case .contains: .contains(value)
        case .notContains: .notContains(value)
        default: nil
        }
    }
}

/// Comparisons of Double fields with numbers of any kind: an integer that lies between two doubles is not rounded.
enum RealComparison {
    /// The comparison; nil when `method` has no such thing.
    static func make(_ method: Method, _ literals: [NumberLiteral]) -> Comparison? {
        switch method {
        case .isIn: return .in(literals.compactMap(exact))
        case .notIn: return .notIn(literals.compactMap(exact))
        case .between:
            guard literals.count == 2 else { return nil }
            return .between(.double(neighbours(literals[0]).above), .double(neighbours(literals[1]).below))
        default: break
        }
        guard let literal = literals.first else { return nil }
        let (below, above) = neighbours(literal)
        if below == above { return IntegerComparison.compared(method, .double(below)) }
        switch method {
        case .eq, .contains: return .in([])
        case .ne, .notContains: return .notIn([])
        case .lt, .le: return .le(.double(below))
        case .gt, .ge: return .ge(.double(above))
        default: return nil
        }
    }

    private static func exact(_ literal: NumberLiteral) -> Value? {
        let (below, above) = neighbours(literal)
        return below == above ? .double(below) : nil
    }

    /// The doubles next to the number on both sides; the same when it is one. A decimal fraction counts as the double
    /// nearest to it, since that is what a record holds of it; and so does the way in which a double is printed, which
    /// beyond 2^53 need not be its whole value: `4.611686018427388e18` is 2^62.
    private static func neighbours(_ literal: NumberLiteral) -> (below: Double, above: Double) {
        guard case .exactly(let value) = literal.place, !isPrinted(literal.double, with: value) else {
            return (literal.double, literal.double)
        }
        let near = Double(value)
        // 2^63 is a double and no Int64: above each of them.
        let isOver = near >= 0x1p63 || Int64(near) > value
        if isOver { return (near.nextDown, near) }
        return Int64(near) == value ? (near, near) : (near, near.nextUp)
    }

    /// Whether the digits of `value` are those that the shortest form of the double has, but for zeros at the end.
    private static func isPrinted(_ double: Double, with value: Int64) -> Bool {
        let zero = UInt8(ascii: "0")
        let printed = NumberText.shortest(double.magnitude).utf8.prefix { $0 != UInt8(ascii: "e") }
            .filter { $0 != UInt8(ascii: ".") }
        func significant(_ digits: [UInt8]) -> ArraySlice<UInt8> {
            digits[...(digits.lastIndex { $0 != zero } ?? -1)]
        }
        return significant(Array(String(value.magnitude).utf8)) == significant(Array(printed))
    }
}
