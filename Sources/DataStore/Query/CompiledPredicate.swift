/// A predicate made ready to test many records: a flat program of tests with two exits each.
///
/// Short-circuit logic and negation are in the exits, so a record costs one visit to each test that decides.
package struct CompiledPredicate: Sendable {
    /// A way to a parent: the hop, from the record (-1) or from another parent.
    struct Parent: Sendable, Hashable {
        let from: Int32
        let hop: ForeignKeyHop
    }

    /// An item to look for in lists.
    struct Item: Sendable, Hashable {
        let value: Value
        let kind: ValueKind
    }

    var steps: [PredicateStep] = []
    /// The texts that fields are compared with, one behind the other.
    var bytes: [UInt8] = []
    var members: [Text] = []
    var lists: [[Value]] = []
    var items: [Item] = []
    var parents: [Parent] = []
    var entry = PredicateStep.accept

    /// Compiles `predicate` as it is; its normal form makes the better program.
    package init(_ predicate: Predicate) {
        var compiler = PredicateCompiler()
        self = compiler.compile(predicate)
    }

    init() {}

    /// Whether `matches` asks for parents.
    package var needsParents: Bool { !parents.isEmpty }

    /// Whether the record matches. `parent` answers the record of a key across `belongsTo`, or nil when it is missing;
    /// it is asked at most once for each way to a parent.
    package func matches(_ record: Record, parent: (ForeignKeyHop, Key) -> Record?) -> Bool {
        if parents.isEmpty { return matches(record) }
        var known = [Record??](repeating: nil, count: parents.count)
        return run { index in
            index < 0 ? record : resolve(Int(index), of: record, known: &known, parent: parent)
        }
    }

    /// Whether the record matches, of a predicate without parents; where one is asked for, its fields count as null.
    package func matches(_ record: Record) -> Bool {
        guard parents.isEmpty else { return matches(record) { _, _ in nil } }
        return record.values.withUnsafeBufferPointer { values in
            steps.withUnsafeBufferPointer { steps in
                guard let steps = steps.baseAddress, let values = values.baseAddress else {
                    return entry == PredicateStep.accept
                }
                var next = entry
                while next >= 0 {
                    let step = steps + Int(next)
                    next = test(step, values) ? step.pointee.ifTrue : step.pointee.ifFalse
                }
                return next == PredicateStep.accept
            }
        }
    }

    private func run(_ record: (Int32) -> Record?) -> Bool {
        steps.withUnsafeBufferPointer { steps in
            guard let steps = steps.baseAddress else { return entry == PredicateStep.accept }
            var next = entry
            while next >= 0 {
                let step = steps + Int(next)
                let holds =
                    record(step.pointee.parent)?.values.withUnsafeBufferPointer { values in
                        values.baseAddress.map { test(step, $0) } ?? false
                    } ?? false
                next = holds ? step.pointee.ifTrue : step.pointee.ifFalse
            }
            return next == PredicateStep.accept
        }
    }

    private func resolve(
        _ index: Int, of record: Record, known: inout [Record??], parent: (ForeignKeyHop, Key) -> Record?
    ) -> Record? {
        if let record = known[index] { return record }
        let way = parents[index]
        let child = way.from < 0 ? record : resolve(Int(way.from), of: record, known: &known, parent: parent)
        let found = child.flatMap { way.hop.key(of: $0) }.flatMap { parent(way.hop, $0) }
        known[index] = .some(found)
        return found
    }
}

/// The tests. A null passes none of them.
extension CompiledPredicate {
    /// The test says what to look for, so that only a value of that kind is touched.
    @inline(__always)
    private func test(_ step: UnsafePointer<PredicateStep>, _ values: UnsafePointer<Value>) -> Bool {
        let value = values + Int(step.pointee.field)
        guard step.pointee.isPlain else { return testRare(step, value) }
        switch step.pointee.test {
        case .integers:
            guard case .int(let number) = value.pointee else { return false }
            return Int64(bitPattern: step.pointee.low) <= number && number <= Int64(bitPattern: step.pointee.high)
        case .textEqual, .textBegins:
            guard case .text(let text) = value.pointee else { return false }
            let (start, count) = (Int(step.pointee.low), Int(step.pointee.high))
            let mustEnd = step.pointee.test == .textEqual
            return bytes.withUnsafeBufferPointer { texts in
                let wanted = UnsafeBufferPointer(rebasing: texts[start..<(start + count)])
                return text.withBytes { (!mustEnd || $0.count == count) && $0.begins(with: wanted) }
            }
        default:
            return testRare(step, value)
        }
    }

    /// Any other test. Apart, so that the usual ones stay short.
    @inline(never)
    private func testRare(_ step: UnsafePointer<PredicateStep>, _ value: UnsafePointer<Value>) -> Bool {
        step.pointee.member < 0 ? holds(step.pointee, value.pointee) : testMember(step.pointee, value.pointee)
    }

    /// Reads what stands inside of an embedded object, and tests that.
    private func testMember(_ step: PredicateStep, _ value: Value) -> Bool {
        guard case .json(let json) = value else { return false }
        let member = json.withBytes { json in
            members[Int(step.member)].withBytes { EmbeddedValue.read(json, path: $0, as: step.kind) }
        }
        return holds(step, member)
    }

    private func holds(_ step: PredicateStep, _ value: Value) -> Bool {
        if step.test == .exists { return !value.isNull }
        return switch value {
        case .null: false
        case .int(let number): holds(step, number)
        case .double(let number): holds(step, number)
        case .bool(let flag): step.test == .boolean && flag == (step.low == 1)
        case .text(let text): text.withBytes { holds(step, $0) }
        case .json(let json): step.test == .listContains && list(json, step)
        }
    }

    private func holds(_ step: PredicateStep, _ number: Int64) -> Bool {
        switch step.test {
        case .integers: Int64(bitPattern: step.low) <= number && number <= Int64(bitPattern: step.high)
        case .integerIn:
            lists[Int(step.table)].holdsSorted { value in
                if case .int(let item) = value { item < number ? -1 : item > number ? 1 : 0 } else { 1 }
            }
        default: false
        }
    }

    private func holds(_ step: PredicateStep, _ number: Double) -> Bool {
        switch step.test {
        case .reals: Double(bitPattern: step.low) <= number && number <= Double(bitPattern: step.high)
        case .realIn:
            lists[Int(step.table)].holdsSorted { value in
                if case .double(let item) = value { item < number ? -1 : item > number ? 1 : 0 } else { 1 }
            }
        default: false
        }
    }

    private func holds(_ step: PredicateStep, _ whole: UnsafeBufferPointer<UInt8>) -> Bool {
        let bytes =
            step.dropsZone ? UnsafeBufferPointer(start: whole.baseAddress, count: whole.countWithoutZone) : whole
        if step.test == .textIn {
            return lists[Int(step.table)].holdsSorted { value in
                if case .text(let text) = value { text.withBytes { $0.order(bytes) } } else { 1 }
            }
        }
        guard step.test.rawValue >= PredicateStep.Test.textEqual.rawValue,
            step.test.rawValue <= PredicateStep.Test.textBegins.rawValue
        else { return false }
        return self.bytes.withUnsafeBufferPointer { texts in
            let start = Int(step.low)
            let wanted = UnsafeBufferPointer(rebasing: texts[start..<(start + Int(step.high))])
            return switch step.test {
            case .textEqual: bytes.count == wanted.count && bytes.begins(with: wanted)
            case .textBelow: bytes.order(wanted) < 0
            case .textAtMost: bytes.order(wanted) <= 0
            case .textAbove: bytes.order(wanted) > 0
            case .textAtLeast: bytes.order(wanted) >= 0
            case .textContains: bytes.firstOffset(of: wanted) != nil
            case .textBegins: bytes.begins(with: wanted)
            default: false
            }
        }
    }

    private func list(_ json: Text, _ step: PredicateStep) -> Bool {
        let item = items[Int(step.table)]
        return json.withBytes { EmbeddedValue.list($0, contains: item.value, as: item.kind) }
    }
}

extension [Value] {
    /// Binary search; `order` tells where an element stands: before (negative), at, or behind what is looked for.
    fileprivate func holdsSorted(_ order: (Value) -> Int) -> Bool {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            let found = order(self[middle])
            if found == 0 { return true }
            if found < 0 { low = middle + 1 } else { high = middle }
        }
        return false
    }
}
