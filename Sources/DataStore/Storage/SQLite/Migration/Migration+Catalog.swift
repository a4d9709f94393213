/// What the database says of itself: its tables, the notes in `_rivulet_meta`, and the shapes of the log's rows.
extension Migration {
    enum Kind: String { case table, index, trigger }

    /// The text with which a table, an index or a trigger was made.
    func definition(_ kind: Kind, _ name: String) throws(SQLiteError) -> String? {
        try connection.text(
            SQL("SELECT sql FROM sqlite_master WHERE type='\(kind.rawValue)' AND name=?", [.text(Text(name))]))?.string
    }

    func exists(table: String) throws(SQLiteError) -> Bool { try definition(.table, table) != nil }

    /// Whether a model's table, its triggers and its indexes are what the program makes now, and no others are there.
    func isCurrent(_ table: RecordTable) throws(SQLiteError) -> Bool {
        let name = table.model.name
        guard try definition(.table, name) == table.create(), let shape = try knownShape(of: table.model) else {
            return false
        }
        for (name, sql) in zip(RecordTable.triggerNames(model: name), table.triggers(shape: shape))
        where try definition(.trigger, name) != sql { return false }
        for index in table.indexes where try definition(.index, index.name) != index.sql { return false }
        let count = "SELECT count(*) FROM sqlite_master WHERE type='index' AND tbl_name=? AND name GLOB '_rivulet_*'"
        return try connection.integer(SQL(count, [.text(Text(name))])) == Int64(table.indexes.count)
    }

    /// The number of the model's present order of columns; nil when no log row can have it yet.
    private func knownShape(of model: ModelDefinition) throws(SQLiteError) -> Int64? {
        let values: [Value] = [.text(Text(model.name)), .text(ChangeLog.columns(of: model))]
        return try connection.integer(SQL("SELECT id FROM _rivulet_shapes WHERE model=? AND columns=?", values))
    }

    /// The number of the model's present order of columns, made when there is none.
    func shape(of model: ModelDefinition) throws(SQLiteError) -> Int64 {
        if let known = try knownShape(of: model) { return known }
        let values: [Value] = [.text(Text(model.name)), .text(ChangeLog.columns(of: model))]
        try connection.run(SQL("INSERT INTO _rivulet_shapes(model,columns) VALUES(?,?)", values))
        return try knownShape(of: model) ?? 0
    }

    func meta(_ name: String) throws(SQLiteError) -> String? {
        try connection.text(SQL("SELECT value FROM _rivulet_meta WHERE name=?", [.text(Text(name))]))?.string
    }

    func setMeta(_ name: String, _ value: String) throws(SQLiteError) {
        try connection.run(
            SQL(
                "INSERT INTO _rivulet_meta VALUES(?,?) ON CONFLICT DO UPDATE SET value=excluded.value",
                [.text(Text(name)), .text(Text(value))]))
    }
}
