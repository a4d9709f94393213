extension Sort {
    /// What stands behind `ORDER BY`. SQLite's own order of NULL is ours, so plain columns can use an index.
    package func orderBy(alias: String) -> SQL {
        SQL(terms.map { $0.operand(alias) + ($0.isDescending ? " DESC" : "") }.joined(separator: ", "))
    }
}

extension Sort.Term {
    /// The value that orders.
    fileprivate func operand(_ alias: String) -> String {
        let name = "\(SQL.quoted(alias)).\(SQL.quoted(column))"
        return kind == .time ? "rtrim(\(name),'Z')" : name
    }

    /// The rows that stand behind `value`; nil when none can.
    fileprivate func behind(_ value: Value, _ alias: String) -> SQL? {
        let operand = operand(alias)
        if value.isNull { return isDescending ? nil : SQL("\(operand) IS NOT NULL") }
        let comparison = SQL("\(operand) \(isDescending ? "<" : ">") ?", [value])
        return isDescending && !isRequired ? "(" + comparison + SQL(" OR \(operand) IS NULL)") : comparison
    }

    /// The rows that stand at `value`.
    fileprivate func at(_ value: Value, _ alias: String) -> SQL {
        let operand = operand(alias)
        return value.isNull ? SQL("\(operand) IS NULL") : SQL("\(operand) = ?", [value])
    }

    /// The rows that stand at or behind `value`, where one comparison says so; it narrows the scan of an index.
    fileprivate func atOrBehind(_ value: Value, _ alias: String) -> SQL? {
        guard !value.isNull, !isDescending || isRequired else { return nil }
        return SQL("\(operand(alias)) \(isDescending ? "<=" : ">=") ?", [value])
    }
}

extension Cursor {
    /// The condition for the records behind this place in the order of `sort`, which made it.
    package func sql(_ sort: Sort, alias: String) -> SQL {
        let terms = Array(zip(sort.terms, values))
        if terms.allSatisfy({ !$0.isDescending && !$1.isNull }) { return Cursor.ascending(terms, alias) }

        // a behind, or a at and (b behind, or b at and (…)): from the last term outwards.
        var condition: SQL?
        for (term, value) in terms.reversed() {
            let behind = term.behind(value, alias)
            let within = condition.map { "(" + term.at(value, alias) + " AND " + $0 + ")" }
            switch (behind, within) {
            case (let behind?, let within?): condition = "(" + behind + " OR " + within + ")"
            case (let only?, nil), (nil, let only?): condition = only
            case (nil, nil): condition = nil
            }
        }
        guard let condition else { return "0" }
        guard terms.count > 1, let (term, value) = terms.first, let bound = term.atOrBehind(value, alias) else {
            return condition
        }
        return bound + " AND " + condition
    }

    /// A row value compares as the terms do: where a column is NULL the row stands before, and is not true.
    private static func ascending(_ terms: [(Sort.Term, Value)], _ alias: String) -> SQL {
        if terms.count == 1 { return SQL("\(terms[0].0.operand(alias)) > ?", [terms[0].1]) }
        let names = terms.map { $0.0.operand(alias) }.joined(separator: ", ")
        let marks = repeatElement("?", count: terms.count).joined(separator: ", ")
        return SQL("(\(names)) > (\(marks))", terms.map(\.1))
    }
}
