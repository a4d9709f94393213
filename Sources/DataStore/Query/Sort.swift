/// The order of a query's records. It is total: the primary key decides last.
///
/// Nulls come first ascending and last descending; numbers order by value, texts and enums by UTF-8 bytes, false before
/// true, AWSTime by time of day. Memory and SQL agree.
package struct Sort: Sendable, Hashable {
    /// One field that decides where those before it are equal.
    package struct Term: Sendable, Hashable {
        /// Place of the field.
        package let place: Int
        /// Its column.
        package let column: String
        package let isDescending: Bool
        /// Whether the field has a value in every record.
        package let isRequired: Bool
        let kind: ValueKind

        /// Negative, zero or positive, as the term alone orders two values.
        func order(_ left: Value, _ right: Value) -> Int {
            let order = kind == .time ? Term.timeOrder(left, right) : Value.order(left, right)
            return isDescending ? -order : order
        }

        private static func timeOrder(_ left: Value, _ right: Value) -> Int {
            guard case .text(let a) = left, case .text(let b) = right else { return Value.order(left, right) }
            return a.withBytes { a in
                b.withBytes { b in
                    UnsafeBufferPointer(rebasing: a.prefix(a.countWithoutZone))
                        .order(UnsafeBufferPointer(rebasing: b.prefix(b.countWithoutZone)))
                }
            }
        }
    }

    /// Those that were asked for, then the fields of the primary key that were not.
    package let terms: [Term]

    /// By primary key.
    package init(byKeyOf model: ModelDefinition) { self.init(model, []) }

    /// `wanted` are places of scalar fields, each once.
    init(_ model: ModelDefinition, _ wanted: [(place: Int, isDescending: Bool)]) {
        var terms = wanted.map { Sort.term(model, $0.place, isDescending: $0.isDescending) }
        for place in model.primaryKey {
            // Times of day may be equal and still be different keys, so a key decides by its bytes.
            if terms.contains(where: { $0.place == place && $0.kind != .time }) { continue }
            terms.append(Sort.term(model, place, isDescending: false, isKey: true))
        }
        self.terms = terms
    }

    private static func term(
        _ model: ModelDefinition, _ place: Int, isDescending: Bool, isKey: Bool = false
    ) -> Term {
        let field = model.fields[place]
        let kind = ValuePath.Leaf(field.type).kind
        return Term(
            place: place, column: field.name, isDescending: isDescending,
            isRequired: field.type.isRequired || isKey, kind: isKey && kind == .time ? .text : kind)
    }

    /// Negative when `left` comes first, positive when `right` does, zero only for the same record.
    package func compare(_ left: Record, _ right: Record) -> Int {
        for term in terms {
            let order = term.order(left.values[term.place], right.values[term.place])
            if order != 0 { return order }
        }
        return 0
    }

    /// Whether `left` comes first.
    package func precedes(_ left: Record, _ right: Record) -> Bool { compare(left, right) < 0 }

    /// `-rating,title,id`: equal for equal orders.
    package var canonical: String {
        terms.map { ($0.isDescending ? "-" : "") + $0.column }.joined(separator: ",")
    }
}
