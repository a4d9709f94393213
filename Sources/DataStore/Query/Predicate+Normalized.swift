/// The normal form: what means the same, written differently, mostly becomes one value. Equal normal forms mean equal
/// answers; the reverse is not promised.
extension Predicate {
    /// Negations pushed to the comparisons, groups flattened, constants folded, `eq`, `in` and their negations on one
    /// field merged into one set, repetitions dropped, operands and values in a fixed order.
    package var normalized: Predicate { normal(negated: false) }

    private func normal(negated: Bool) -> Predicate {
        switch self {
        case .constant(let flag): .constant(flag != negated)
        case .not(let operand): operand.normal(negated: !negated)
        case .and(let operands):
            PredicateGroup(isAnd: !negated).combine(operands.map { $0.normal(negated: negated) })
        case .or(let operands):
            PredicateGroup(isAnd: negated).combine(operands.map { $0.normal(negated: negated) })
        case .comparison(let path, let comparison): Predicate.normal(path, comparison, negated: negated)
        }
    }

    private static func normal(_ path: ValuePath, _ comparison: Comparison, negated: Bool) -> Predicate {
        switch comparison {
        case .eq(let value): return set(path, [value], negated: negated)
        case .ne(let value): return set(path, [value], negated: !negated)
        case .in(let values): return set(path, values, negated: negated)
        case .notIn(let values): return set(path, values, negated: !negated)
        case .notContains(let value): return normal(path, .contains(value), negated: !negated)
        case .attributeExists(let exists): return .comparison(path, .attributeExists(exists != negated))
        case .between(let low, let high):
            if low == high { return set(path, [low], negated: negated) }
            if Value.order(low, high) > 0 { return .constant(negated) }
            return PredicateGroup(isAnd: !negated).combine([
                normal(path, .ge(low), negated: negated), normal(path, .le(high), negated: negated),
            ])
        case .lt(.int(let value)):
            return value == .min ? .constant(negated) : normal(path, .le(.int(value - 1)), negated: negated)
        case .gt(.int(let value)):
            return value == .max ? .constant(negated) : normal(path, .ge(.int(value + 1)), negated: negated)
        case .le(.int(.max)), .ge(.int(.min)), .beginsWith(""):
            return .comparison(path, .attributeExists(!negated))
        case .contains(.text("")) where path.leaf.itemKind == nil:
            return .comparison(path, .attributeExists(!negated))
        case .contains(let value):
            return .comparison(path, negated ? .notContains(value) : .contains(value))
        case .lt, .le, .gt, .ge, .beginsWith:
            let plain = Predicate.comparison(path, comparison)
            return negated ? .not(plain) : plain
        }
    }

    /// That the value is one of `values`, or the opposite.
    fileprivate static func set(_ path: ValuePath, _ values: [Value], negated: Bool) -> Predicate {
        guard let first = values.first else { return .constant(negated) }
        if values.count == 1 { return .comparison(path, negated ? .ne(first) : .eq(first)) }
        var ordered: [Value] = []
        ordered.reserveCapacity(values.count)
        for value in values.sorted(by: Value.precedes) where ordered.last != value { ordered.append(value) }
        if ordered.count == 1 { return .comparison(path, negated ? .ne(first) : .eq(first)) }
        if ordered == [.bool(false), .bool(true)] { return .comparison(path, .attributeExists(!negated)) }
        return .comparison(path, negated ? .notIn(ordered) : .in(ordered))
    }
}

/// Joins operands that are in normal form.
private struct PredicateGroup {
    let isAnd: Bool

    func combine(_ operands: [Predicate]) -> Predicate {
        var parts: Set<Predicate> = []
        var sets: [ValuePath: Membership] = [:]
        for operand in flattened(operands) {
            switch operand {
            case .constant(let flag):
                // True decides `or`, false decides `and`; the other says nothing.
                if flag != isAnd { return operand }
            case .comparison(let path, .eq(let value)): merge([value], isExcluded: false, path, &sets)
            case .comparison(let path, .in(let values)): merge(values, isExcluded: false, path, &sets)
            case .comparison(let path, .ne(let value)): merge([value], isExcluded: true, path, &sets)
            case .comparison(let path, .notIn(let values)): merge(values, isExcluded: true, path, &sets)
            default: parts.insert(operand)
            }
        }
        for (path, membership) in sets {
            let merged = Predicate.set(path, Array(membership.values), negated: membership.isExcluded)
            if case .constant(let flag) = merged {
                if flag != isAnd { return merged }
            } else {
                parts.insert(merged)
            }
        }
        if parts.contains(where: { part in opposite(of: part).map(parts.contains) ?? false }) {
            return .constant(!isAnd)
        }
        let ordered = parts.map { (key: Text($0.description), part: $0) }.sorted { $0.key < $1.key }.map(\.part)
        if ordered.isEmpty { return .constant(isAnd) }
        if ordered.count == 1 { return ordered[0] }
        return isAnd ? .and(ordered) : .or(ordered)
    }

    /// The operands, with those of groups of this kind in their place.
    private func flattened(_ operands: [Predicate]) -> [Predicate] {
        var result: [Predicate] = []
        for operand in operands {
            switch operand {
            case .and(let inner) where isAnd: result += inner
            case .or(let inner) where !isAnd: result += inner
            default: result.append(operand)
            }
        }
        return result
    }

    /// One of these values, or none of them (null is none of them).
    private struct Membership {
        var values: Set<Value>
        var isExcluded: Bool

        mutating func merge(_ others: [Value], isExcluded othersAreExcluded: Bool, isAnd: Bool) {
            switch (isExcluded, othersAreExcluded) {
            // Two of a kind: `and` of what is allowed meets, `and` of what is excluded joins; `or` the other way round.
            case (false, false) where isAnd, (true, true) where !isAnd: values.formIntersection(others)
            case (false, false), (true, true): values.formUnion(others)
            // Allowed and excluded: `and` leaves what is allowed and not excluded; `or` leaves excluded what is
            // excluded and not allowed.
            case (false, true) where isAnd, (true, false) where !isAnd: values.subtract(others)
            case (false, true), (true, false):
                values = Set(others).subtracting(values)
                isExcluded = othersAreExcluded
            }
        }
    }

    private func merge(
        _ values: [Value], isExcluded: Bool, _ path: ValuePath, _ sets: inout [ValuePath: Membership]
    ) {
        if let index = sets.index(forKey: path) {
            // In place: thousands of terms on one field are common, and copies would cost the square of that.
            sets.values[index].merge(values, isExcluded: isExcluded, isAnd: isAnd)
        } else {
            sets[path] = Membership(values: Set(values), isExcluded: isExcluded)
        }
    }

    /// The negation of a comparison, in normal form.
    private func opposite(of part: Predicate) -> Predicate? {
        switch part {
        case .not(let inner): inner
        case .comparison(let path, .attributeExists(let exists)): .comparison(path, .attributeExists(!exists))
        case .comparison(let path, .contains(let value)): .comparison(path, .notContains(value))
        case .comparison(_, .lt), .comparison(_, .le), .comparison(_, .gt), .comparison(_, .ge),
            .comparison(_, .beginsWith):
            .not(part)
        default: nil
        }
    }
}
