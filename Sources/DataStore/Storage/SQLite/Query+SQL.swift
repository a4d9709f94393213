extension Query {
    /// Reads the records: each column of the model in the order of its fields, one row more than `limit` so that the
    /// reader knows whether a page follows.
    package var select: SQL {
        let table = SQL.quoted(model.name)
        let columns = model.fields.map { "\(table).\(SQL.quoted($0.name))" }.joined(separator: ", ")
        var sql = SQL("SELECT \(columns) FROM \(table)")
        let after = after.map { $0.sql(sort, alias: model.name) }
        let conditions = [predicateSQL, after].compactMap { $0 }
        if !conditions.isEmpty { sql += " WHERE " + SQL.joined(conditions, by: " AND ") }
        sql += " ORDER BY " + sort.orderBy(alias: model.name)
        if let limit { sql += SQL(" LIMIT ?", [.int(Int64(limit) + 1)]) }
        if offset > 0 { sql += SQL((limit == nil ? " LIMIT -1" : "") + " OFFSET ?", [.int(Int64(offset))]) }
        return sql
    }

    /// Counts all records that match, on every page.
    package var count: SQL {
        let sql = SQL("SELECT count(*) FROM \(SQL.quoted(model.name))")
        return predicateSQL.map { sql + " WHERE " + $0 } ?? sql
    }

    private var predicateSQL: SQL? {
        predicate == .all ? nil : predicate.sql(alias: model.name)
    }
}
