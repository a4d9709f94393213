/// The live queries of one model, kept so that a change finds those it can concern without a look at the others.
///
/// A query is found by one *access term*: an equality or membership of a scalar field of the model itself that must hold
/// for every record of its list. A change concerns such a query only if the field has one of the term's values before or
/// after it. Queries without an access term, and those across `belongsTo`, are found by every change. What is found is a
/// candidate: its predicate decides. What is not found has a predicate that is false of both records.
package struct QueryIndex<Member: AnyObject> {
    /// The queries with the same value in their access term: mostly one, which then needs no array.
    private struct Group {
        private(set) var first: Member
        private(set) var others: [Member] = []

        init(_ first: Member) { self.first = first }

        var count: Int { 1 + others.count }

        mutating func append(_ member: Member) { others.append(member) }

        /// Whether one is left.
        mutating func remove(_ member: Member) -> Bool {
            if first !== member {
                others.removeAll { $0 === member }
            } else if let next = others.popLast() {
                first = next
            } else {
                return false
            }
            return true
        }

        func forEach(_ body: (Member) -> Void) {
            body(first)
            for member in others { body(member) }
        }
    }

    /// The queries whose access term is of one field.
    private struct Field {
        let place: Int
        let kind: ValueKind
        var members: [Value: Group] = [:]

        /// Under what a stored value stands; nil for null, which no term admits. Text stands under its bytes, a time of
        /// day under those without its `Z`, as `CompiledPredicate` compares them.
        func key(_ record: Record?) -> Value? {
            guard let record else { return nil }
            let value = record.values[place]
            if value.isNull { return nil }
            guard kind == .time, case .text(let text) = value else { return value }
            return text.withBytes { .text(Text(String(decoding: $0.prefix($0.countWithoutZone), as: UTF8.self))) }
        }
    }

    private var fields: [Field] = []
    private var scanned: [Member] = []

    package init() {}

    /// Whether it holds no query.
    package var isEmpty: Bool { fields.isEmpty && scanned.isEmpty }

    /// Adds a query; one that is there already must not be added again.
    package mutating func insert(_ member: Member, _ predicate: Predicate, of model: ModelDefinition) {
        guard let term = AccessTerm(predicate, of: model) else { return scanned.append(member) }
        var place = fields.firstIndex { $0.place == term.place }
        if place == nil {
            fields.append(Field(place: term.place, kind: term.kind))
            place = fields.count - 1
        }
        guard let place else { return }
        for value in term.values {
            if fields[place].members[value]?.append(member) == nil { fields[place].members[value] = Group(member) }
        }
    }

    /// Takes out a query that was added with that predicate.
    package mutating func remove(_ member: Member, _ predicate: Predicate, of model: ModelDefinition) {
        guard let term = AccessTerm(predicate, of: model) else { return scanned.removeAll { $0 === member } }
        guard let place = fields.firstIndex(where: { $0.place == term.place }) else { return }
        for value in term.values {
            if fields[place].members[value]?.remove(member) == false { fields[place].members[value] = nil }
        }
        if fields[place].members.isEmpty { fields.remove(at: place) }
    }

    /// The queries that changes of the model can concern, each once.
    package func candidates(_ changes: [Change]) -> [Member] {
        if changes.count == 1 { return candidates(changes[0]) }
        var found = scanned
        var seen: Set<ObjectIdentifier> = []
        for field in fields {
            for change in changes {
                let old = field.key(change.old)
                let new = field.key(change.new)
                if let old { field.members[old]?.forEach { Self.add($0, &seen, &found) } }
                if let new, new != old { field.members[new]?.forEach { Self.add($0, &seen, &found) } }
            }
        }
        return found
    }

    /// One change meets a query at most in the two values of one field: only there something can be met twice.
    private func candidates(_ change: Change) -> [Member] {
        var found = scanned
        for field in fields {
            let old = field.key(change.old)
            let new = field.key(change.new)
            let before = old.flatMap { field.members[$0] }
            let after = new == old ? nil : new.flatMap { field.members[$0] }
            if let before, let after, before.count > 1 || after.count > 1 {
                var seen: Set<ObjectIdentifier> = []
                before.forEach { Self.add($0, &seen, &found) }
                after.forEach { Self.add($0, &seen, &found) }
            } else {
                before?.forEach { found.append($0) }
                after?.forEach { if $0 !== before?.first { found.append($0) } }
            }
        }
        return found
    }

    /// Every query.
    package var all: [Member] {
        var found = scanned
        var seen: Set<ObjectIdentifier> = []
        for field in fields {
            for members in field.members.values { members.forEach { Self.add($0, &seen, &found) } }
        }
        return found
    }

    private static func add(_ member: Member, _ seen: inout Set<ObjectIdentifier>, _ found: inout [Member]) {
        if seen.insert(ObjectIdentifier(member)).inserted { found.append(member) }
    }
}

/// The term of a predicate by which its query is found.
private struct AccessTerm {
    let place: Int
    let kind: ValueKind
    /// Distinct, of the type of the field.
    let values: Set<Value>

    /// The best of the terms that must hold: the key before other fields, few values before many, booleans last. Nil when
    /// there is none, or when other records decide, too.
    init?(_ predicate: Predicate, of model: ModelDefinition) {
        guard !predicate.crossesRelations else { return nil }
        var best: (term: AccessTerm, rank: (Int, Int))?
        for operand in AccessTerm.required(predicate) {
            guard let term = AccessTerm(comparison: operand) else { continue }
            let isKey = term.place == model.primaryKey.first
            let rank = (isKey ? 0 : term.kind == .boolean ? 2 : 1, term.values.count)
            if best.map({ rank < $0.rank }) ?? true { best = (term, rank) }
        }
        guard let best else { return nil }
        self = best.term
    }

    /// Comparisons of which each must hold.
    private static func required(_ predicate: Predicate) -> [Predicate] {
        switch predicate {
        case .and(let operands): operands.flatMap(required)
        case .comparison: [predicate]
        case .constant, .or, .not: []
        }
    }

    private init?(comparison: Predicate) {
        guard case .comparison(let path, let comparison) = comparison, path.hops.isEmpty, path.members.isEmpty,
            case .one(let item) = path.leaf
        else { return nil }
        let literals: [Value]
        switch comparison {
        case .eq(let value): literals = [value]
        case .in(let values): literals = values
        default: return nil
        }
        guard literals.allSatisfy({ AccessTerm.holds($0, item.kind) }) else { return nil }
        place = path.field
        kind = item.kind
        values = Set(literals)
    }

    /// Whether values of that kind and this literal are equal exactly where `Value` says so.
    private static func holds(_ literal: Value, _ kind: ValueKind) -> Bool {
        switch (kind, literal) {
        case (.integer, .int), (.real, .double), (.boolean, .bool): true
        case (.text, .text), (.instant, .text), (.time, .text): true
        default: false
        }
    }
}
