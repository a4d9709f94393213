/// A predicate as a condition of SQL.
///
/// It is true for the rows that match, and false or NULL for all others: only AND and OR stand above the comparisons,
/// so NULL never turns into true. Comparisons that are not negated name the column plainly and can use its index.
/// Needs the functions of `QueryFunctions` where embedded values or lists are read.
extension Predicate {
    /// The condition on rows of the table or alias `alias`.
    package func sql(alias: String) -> SQL {
        var writer = PredicateSQL(alias: alias)
        writer.writeWhole(self)
        return writer.sql
    }

    /// How many comparisons it has.
    fileprivate var comparisonCount: Int {
        switch self {
        case .constant: 0
        case .and(let operands), .or(let operands): operands.reduce(0) { $0 + $1.comparisonCount }
        case .not(let operand): operand.comparisonCount
        case .comparison: 1
        }
    }
}

/// Writes one condition, in negation normal form.
private struct PredicateSQL {
    let alias: String
    private var text = ""
    private var bindings: [Value] = []

    /// Whether values are compared by a function of ours.
    private var isHidden = false

    init(alias: String) { self.alias = SQL.quoted(alias) }

    var sql: SQL { SQL(text, bindings) }

    /// Writes the condition; of a large one, only comparisons that all must hold are left to the planner.
    ///
    /// SQLite's time to prepare a statement grows with the square of the number of values that it compares with
    /// (each is looked up among those before it), and a client's text may hold ten thousand. Arguments of functions are
    /// not looked up, and behind `IS TRUE` the planner does not look for an index.
    mutating func writeWhole(_ predicate: Predicate) {
        guard predicate.comparisonCount > PredicateSQL.large else { return write(predicate, negated: false) }
        var planned: [Predicate] = []
        var hidden: [Predicate] = []
        let operands = if case .and(let operands) = predicate { operands } else { [predicate] }
        for operand in operands {
            if case .comparison = operand, planned.count < PredicateSQL.planned {
                planned.append(operand)
            } else {
                hidden.append(operand)
            }
        }
        tree(planned[...], isAnd: true, false)
        isHidden = true
        text += " AND ("
        tree(hidden[...], isAnd: true, false)
        text += ") IS TRUE"
    }

    /// Comparisons of a predicate that is not large.
    private static let large = 256
    /// Comparisons of a large one that are left to the planner.
    private static let planned = 32

    private mutating func write(_ predicate: Predicate, negated: Bool) {
        switch predicate {
        case .constant(let flag): text += flag != negated ? "1" : "0"
        case .not(let operand): write(operand, negated: !negated)
        case .and(let operands): tree(operands[...], isAnd: !negated, negated)
        case .or(let operands): tree(operands[...], isAnd: negated, negated)
        case .comparison(let path, let comparison): compare(path, comparison, negated: negated)
        }
    }

    /// The operands as a balanced tree: SQLite bounds the depth of an expression to 1000.
    private mutating func tree(_ operands: ArraySlice<Predicate>, isAnd: Bool, _ negated: Bool) {
        guard let first = operands.first else {
            text += isAnd ? "1" : "0"
            return
        }
        guard operands.count > 1 else { return write(first, negated: negated) }
        text += "("
        // Few operands stay in one row, which reads better and is what the planner sees anyway.
        if operands.count <= 8 {
            for (index, operand) in operands.enumerated() {
                if index > 0 { text += isAnd ? " AND " : " OR " }
                write(operand, negated: negated)
            }
        } else {
            let middle = operands.startIndex + operands.count / 2
            tree(operands[..<middle], isAnd: isAnd, negated)
            text += isAnd ? " AND " : " OR "
            tree(operands[middle...], isAnd: isAnd, negated)
        }
        text += ")"
    }
}

/// Comparisons.
extension PredicateSQL {
    /// An operator, and the one that says the opposite of all values.
    private struct Sign {
        let text: String
        let opposite: String

        init(_ text: String, _ opposite: String) {
            self.text = text
            self.opposite = opposite
        }
    }

    private mutating func compare(_ path: ValuePath, _ comparison: Comparison, negated: Bool) {
        switch comparison {
        case .eq(let value): binary(path, negated ? " IS NOT " : " = ", value)
        case .ne(let value): binary(path, negated ? " = " : " IS NOT ", value)
        case .lt(let value): ordered(path, Sign(" < ", " >= "), value, negated)
        case .le(let value): ordered(path, Sign(" <= ", " > "), value, negated)
        case .gt(let value): ordered(path, Sign(" > ", " <= "), value, negated)
        case .ge(let value): ordered(path, Sign(" >= ", " < "), value, negated)
        case .between(let low, let high): between(path, low, high, negated)
        case .in(let values): member(path, values, negated)
        case .notIn(let values): member(path, values, !negated)
        case .contains(let value): contains(path, value, negated)
        case .notContains(let value): contains(path, value, !negated)
        case .beginsWith(let prefix): begins(path, prefix, negated)
        case .attributeExists(let exists):
            operand(path)
            text += exists != negated ? " IS NOT NULL" : " IS NULL"
        }
    }

    /// `IS NOT` a value is true for NULL too, as `!=` of the predicate language is.
    private mutating func binary(_ path: ValuePath, _ sign: String, _ value: Value) {
        if isHidden { text += "\(QueryFunctions.order)(" }
        operand(path)
        text += isHidden ? "," : sign
        bind(value)
        if isHidden { text += ")\(sign)0" }
    }

    private mutating func ordered(_ path: ValuePath, _ sign: Sign, _ value: Value, _ negated: Bool) {
        orNull(path, negated) { $0.binary(path, $1 ? sign.opposite : sign.text, value) }
    }

    private mutating func between(_ path: ValuePath, _ low: Value, _ high: Value, _ negated: Bool) {
        orNull(path, negated) { writer, negated in
            writer.text += "("
            writer.binary(path, negated ? " < " : " >= ", low)
            writer.text += negated ? " OR " : " AND "
            writer.binary(path, negated ? " > " : " <= ", high)
            writer.text += ")"
        }
    }

    private mutating func member(_ path: ValuePath, _ values: [Value], _ negated: Bool) {
        guard !values.isEmpty else {
            text += negated ? "1" : "0"
            return
        }
        // SQLite takes a list of two apart again.
        if values.count <= 2 {
            text += "("
            for (index, value) in values.enumerated() {
                if index > 0 { text += negated ? " AND " : " OR " }
                binary(path, negated ? " IS NOT " : " = ", value)
            }
            text += ")"
            return
        }
        orNull(path, negated) { writer, negated in
            writer.operand(path)
            writer.text += negated ? " NOT IN (" : " IN ("
            for (index, value) in values.enumerated() {
                if index > 0 { writer.text += "," }
                writer.bind(value)
            }
            writer.text += ")"
        }
    }

    private mutating func contains(_ path: ValuePath, _ value: Value, _ negated: Bool) {
        orNull(path, negated) { writer, negated in
            if let kind = path.leaf.itemKind {
                writer.text += "\(negated ? "NOT " : "")\(QueryFunctions.contains)("
                writer.operand(path)
                writer.text += ",\(kind.rawValue),"
                writer.bind(value)
                writer.text += ")"
            } else {
                writer.text += "instr("
                writer.operand(path)
                writer.text += ","
                writer.bind(value)
                writer.text += negated ? ") = 0" : ") > 0"
            }
        }
    }

    /// The texts from the prefix up to the first text behind all that begin with it: an index finds them.
    private mutating func begins(_ path: ValuePath, _ prefix: Text, _ negated: Bool) {
        let end = prefix.successorOfPrefixed
        orNull(path, negated) { writer, negated in
            if end != nil { writer.text += "(" }
            writer.binary(path, negated ? " < " : " >= ", .text(prefix))
            guard let end else { return }
            writer.text += negated ? " OR " : " AND "
            writer.binary(path, negated ? " >= " : " < ", .text(end))
            writer.text += ")"
        }
    }

    /// Writes a comparison that NULL does not pass, or its exact opposite. `body` writes the comparison, or the
    /// opposite for what is not NULL.
    private mutating func orNull(_ path: ValuePath, _ negated: Bool, _ body: (inout PredicateSQL, Bool) -> Void) {
        guard negated else { return body(&self, false) }
        text += "("
        if path.hops.isEmpty && path.members.isEmpty {
            operand(path)
            text += " IS NULL OR "
            body(&self, true)
            text += ")"
        } else {
            // The operand costs a lookup, so it stands there once.
            body(&self, false)
            text += ") IS NOT TRUE"
        }
    }

    private mutating func bind(_ value: Value) {
        text += "?"
        bindings.append(value)
    }
}

/// Values.
extension PredicateSQL {
    /// The path's value. All names are from the schema.
    private mutating func operand(_ path: ValuePath) {
        let dropsZone = path.leaf.kind == .time
        if dropsZone { text += "rtrim(" }
        if path.members.isEmpty {
            column(path)
        } else {
            text += "\(QueryFunctions.member)("
            column(path)
            text += ",\(SQL.literal(path.members.joined(separator: "."))),\(path.leaf.kind.rawValue))"
        }
        if dropsZone { text += ",'Z')" }
    }

    /// The field's column; across `belongsTo` a subquery, which is NULL when a parent is missing.
    private mutating func column(_ path: ValuePath) {
        guard let first = path.hops.first else {
            text += "\(alias).\(SQL.quoted(path.column))"
            return
        }
        text += "(SELECT \(PredicateSQL.parent(path.hops.count)).\(SQL.quoted(path.column)) FROM "
        for (index, hop) in path.hops.enumerated() {
            if index > 0 { text += " JOIN " }
            text += "\(SQL.quoted(hop.target)) AS \(PredicateSQL.parent(index + 1))"
            if index > 0 { text += " ON \(join(hop, PredicateSQL.parent(index), PredicateSQL.parent(index + 1)))" }
        }
        text += " WHERE \(join(first, alias, PredicateSQL.parent(1))))"
    }

    private func join(_ hop: ForeignKeyHop, _ child: String, _ parent: String) -> String {
        zip(hop.columns, hop.targetColumns)
            .map { "\(parent).\(SQL.quoted($1)) = \(child).\(SQL.quoted($0))" }
            .joined(separator: " AND ")
    }

    /// The name of the n-th parent in a subquery; no model can have it.
    private static func parent(_ number: Int) -> String { "\"$\(number)\"" }
}

extension Text {
    /// The least text that is more than every text that begins with this one; nil when there is none.
    ///
    /// UTF-8 orders as the code points do, so it is the last character's successor, without those that have none.
    var successorOfPrefixed: Text? {
        var scalars = Array(string.unicodeScalars)
        while let last = scalars.popLast() {
            // Behind U+D7FF come the surrogates, which are no characters.
            let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
            if let scalar = Unicode.Scalar(next) {
                scalars.append(scalar)
                var result = String.UnicodeScalarView()
                result.append(contentsOf: scalars)
                return Text(String(result))
            }
        }
        return nil
    }
}
