/// Moving the rows of a table into one of another form. Run while there are no triggers.
extension Migration {
    /// Makes the table anew and moves the rows over, one by one: memory does not grow with them.
    ///
    /// A record that loses a value, or whose value becomes another, gets its next version: its ETag must not name both. That
    /// happens in destructive migrations alone, whose log begins anew; where the log goes on, versions count its changes.
    func rebuild(_ table: RecordTable, _ move: TableMove) throws {
        let model = table.model
        let temporary = "_rivulet_new_\(model.name)"
        try connection.execute(table.create(as: temporary))
        let total = try connection.integer(SQL("SELECT count(*) FROM \(SQL.quoted(model.name))")) ?? 0
        meter.begin(.moving, model: model.name, total: total)
        let columns = zip(model.fields, move.sources).filter { field, source in
            if case .fill = source { false } else { true }
        }.map { SQL.quoted($0.0.name) }
        let places = columns.map { _ in "?" }.joined(separator: ",")
        let text = "INSERT INTO \(SQL.quoted(temporary))(\(columns.joined(separator: ","))) VALUES(\(places))"
        let insert = try connection.prepare(text)
        let select = try connection.prepare(move.select)
        while try select.step() {
            meter.step()
            try fill(insert, from: select, move)
            do throws(SQLiteError) {
                _ = try insert.step()
            } catch {
                guard error.code.primary == .constraint else { throw error }
                throw Failure.rejected(reason(error, model, move.name(of: select)))
            }
            insert.reset()
        }
        try connection.execute("DROP TABLE \(SQL.quoted(model.name))")
        try connection.execute("ALTER TABLE \(SQL.quoted(temporary)) RENAME TO \(SQL.quoted(model.name))")
    }

    /// Binds the values of a row of the new table.
    private func fill(_ insert: Statement, from row: Statement, _ move: TableMove) throws(SQLiteError) {
        var place: Int32 = 0
        var versionPlace: Int32?
        var isChanged = move.loses(row)
        for (index, source) in move.sources.enumerated() {
            switch source {
            case .fill: continue
            case .copy(let column):
                place += 1
                if index == move.model.version {
                    versionPlace = place
                } else {
                    try insert.bind(column, of: row, at: place)
                }
            case .convert(let column, let conversion):
                place += 1
                let outcome = conversion.convert(row, column)
                isChanged = isChanged || outcome.isChanged
                try insert.bind(outcome.value, at: place)
            }
        }
        if let versionPlace, let column = move.version {
            try insert.bind(.int(row.int(column) + (isChanged ? 1 : 0)), at: versionPlace)
        }
    }

    /// Why a row does not go into the new table, in the words of the schema.
    private func reason(_ error: SQLiteError, _ model: ModelDefinition, _ key: String) -> String {
        let column = error.message.split(separator: ".").last.map(String.init) ?? ""
        return switch error.code {
        case .primaryKey, .unique: "\(model.name) \(key): another record has the same key"
        case .notNull: "\(model.name).\(column): \(model.name) \(key) has no value"
        default: "\(model.name) \(key): a value is not in the form in which its field is kept"
        }
    }
}
