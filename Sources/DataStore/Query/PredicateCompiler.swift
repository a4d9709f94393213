/// Turns a predicate into the steps of a `CompiledPredicate`, last one first: each test then knows where both of its
/// exits lead.
struct PredicateCompiler {
    private var program = CompiledPredicate()
    private var parents: [CompiledPredicate.Parent: Int32] = [:]
    private var members: [Text: Int32] = [:]

    mutating func compile(_ predicate: Predicate) -> CompiledPredicate {
        program.entry = emit(predicate, PredicateStep.accept, PredicateStep.refuse)
        return program
    }

    /// Adds what decides `predicate`; gives the place where to begin.
    private mutating func emit(_ predicate: Predicate, _ ifTrue: Int32, _ ifFalse: Int32) -> Int32 {
        switch predicate {
        case .constant(let flag):
            return flag ? ifTrue : ifFalse
        case .not(let operand):
            return emit(operand, ifFalse, ifTrue)
        case .and(let operands):
            return PredicateCompiler.ordered(operands).reversed().reduce(ifTrue) { emit($1, $0, ifFalse) }
        case .or(let operands):
            return PredicateCompiler.ordered(operands).reversed().reduce(ifFalse) { emit($1, ifTrue, $0) }
        case .comparison(let path, let comparison):
            return emit(path, comparison, ifTrue, ifFalse)
        }
    }

    /// Those that need other records last.
    private static func ordered(_ operands: [Predicate]) -> [Predicate] {
        let costly = operands.map(\.crossesRelations)
        guard costly.contains(true) else { return operands }
        return zip(operands, costly).filter { !$1 }.map(\.0) + zip(operands, costly).filter { $1 }.map(\.0)
    }

    private mutating func emit(
        _ path: ValuePath, _ comparison: Comparison, _ ifTrue: Int32, _ ifFalse: Int32
    ) -> Int32 {
        switch comparison {
        case .ne(let value): return emit(path, .eq(value), ifFalse, ifTrue)
        case .notIn(let values): return emit(path, .in(values), ifFalse, ifTrue)
        case .notContains(let value): return emit(path, .contains(value), ifFalse, ifTrue)
        case .attributeExists(false): return emit(path, .attributeExists(true), ifFalse, ifTrue)
        case .between(let low, let high):
            if case .text = low {
                return emit(path, .ge(low), emit(path, .le(high), ifTrue, ifFalse), ifFalse)
            }
        case .in(let values):
            if values.isEmpty { return ifFalse }
            if values.count == 1 { return emit(path, .eq(values[0]), ifTrue, ifFalse) }
            // Both booleans are all that there is.
            if case .bool = values[0] {
                return emit(path, Set(values).count == 2 ? .attributeExists(true) : .eq(values[0]), ifTrue, ifFalse)
            }
        default: break
        }
        guard var step = step(path, comparison) else { return ifFalse }
        locate(path, &step)
        step.ifTrue = ifTrue
        step.ifFalse = ifFalse
        program.steps.append(step)
        return Int32(program.steps.count - 1)
    }

    /// Where the step's value stands.
    private mutating func locate(_ path: ValuePath, _ step: inout PredicateStep) {
        for hop in path.hops {
            let parent = CompiledPredicate.Parent(from: step.parent, hop: hop)
            step.parent =
                parents[parent]
                ?? {
                    program.parents.append(parent)
                    let index = Int32(program.parents.count - 1)
                    parents[parent] = index
                    return index
                }()
        }
        step.field = Int32(path.field)
        step.kind = path.leaf.kind
        step.dropsZone = path.leaf.kind == .time
        guard !path.members.isEmpty else { return }
        let member = Text(path.members.joined(separator: "."))
        step.member =
            members[member]
            ?? {
                program.members.append(member)
                let index = Int32(program.members.count - 1)
                members[member] = index
                return index
            }()
    }
}

/// Tests.
extension PredicateCompiler {
    /// The test of a comparison that is true only where there is a value; nil when it is never true.
    private mutating func step(_ path: ValuePath, _ comparison: Comparison) -> PredicateStep? {
        switch comparison {
        case .attributeExists:
            return PredicateStep(test: .exists)
        case .in(let values):
            return table(of: values)
        case .contains(let value):
            if let kind = path.leaf.itemKind {
                program.items.append(.init(value: value, kind: kind))
                return PredicateStep(test: .listContains, table: Int32(program.items.count - 1))
            }
            return text(.textContains, value)
        case .beginsWith(let prefix):
            return text(.textBegins, .text(prefix))
        case .eq(.bool(let flag)):
            return PredicateStep(test: .boolean, low: flag ? 1 : 0)
        case .eq(.int(let value)): return integers(value, value)
        case .le(.int(let value)): return integers(.min, value)
        case .ge(.int(let value)): return integers(value, .max)
        case .lt(.int(let value)): return value == .min ? nil : integers(.min, value - 1)
        case .gt(.int(let value)): return value == .max ? nil : integers(value + 1, .max)
        case .between(.int(let low), .int(let high)): return integers(low, high)
        case .eq(.double(let value)): return reals(value, value)
        case .le(.double(let value)): return reals(-.infinity, value)
        case .ge(.double(let value)): return reals(value, .infinity)
        case .lt(.double(let value)): return reals(-.infinity, value.nextDown)
        case .gt(.double(let value)): return reals(value.nextUp, .infinity)
        case .between(.double(let low), .double(let high)): return reals(low, high)
        case .eq(let value): return text(.textEqual, value)
        case .lt(let value): return text(.textBelow, value)
        case .le(let value): return text(.textAtMost, value)
        case .gt(let value): return text(.textAbove, value)
        case .ge(let value): return text(.textAtLeast, value)
        case .ne, .notIn, .notContains, .between: return nil
        }
    }

    private func integers(_ low: Int64, _ high: Int64) -> PredicateStep {
        PredicateStep(test: .integers, low: UInt64(bitPattern: low), high: UInt64(bitPattern: high))
    }

    private func reals(_ low: Double, _ high: Double) -> PredicateStep {
        PredicateStep(test: .reals, low: low.bitPattern, high: high.bitPattern)
    }

    private mutating func text(_ test: PredicateStep.Test, _ value: Value) -> PredicateStep? {
        guard case .text(let text) = value else { return nil }
        let start = program.bytes.count
        text.withBytes { program.bytes.append(contentsOf: $0) }
        return PredicateStep(test: test, low: UInt64(start), high: UInt64(text.byteCount))
    }

    private mutating func table(of values: [Value]) -> PredicateStep? {
        let test: PredicateStep.Test? =
            switch values.first {
            case .int: .integerIn
            case .double: .realIn
            case .text: .textIn
            default: nil
            }
        guard let test else { return nil }
        program.lists.append(values.sorted(by: Value.precedes))
        return PredicateStep(test: test, table: Int32(program.lists.count - 1))
    }
}

extension Value {
    /// The order of values of one type: null first, numbers by value, texts by bytes.
    static func precedes(_ left: Value, _ right: Value) -> Bool { order(left, right) < 0 }

    /// Negative, zero or positive. Values of different types, which one field does not have, keep the order of the
    /// cases.
    static func order(_ left: Value, _ right: Value) -> Int {
        switch (left, right) {
        case (.bool(let a), .bool(let b)): a == b ? 0 : a ? 1 : -1
        case (.int(let a), .int(let b)): a == b ? 0 : a < b ? -1 : 1
        case (.double(let a), .double(let b)): a == b ? 0 : a < b ? -1 : 1
        case (.text(let a), .text(let b)), (.json(let a), .json(let b)): Text.compare(a, b)
        default: left.rank - right.rank
        }
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .bool: 1
        case .int: 2
        case .double: 3
        case .text: 4
        case .json: 5
        }
    }
}
