/// Rows that are written and logged here, without the triggers, which would have to find out what is known already.
extension WriteTransaction {
    /// Inserts a row and logs it.
    func insertRow(_ record: Record) throws(SQLiteError) {
        let writer = try rows.writer(of: record.model)
        image.write(record.values)
        try run(writer.insert, record.values.indices)
        try log(.create, writer.shape, old: nil, new: record)
    }

    /// Overwrites a row and logs that.
    func updateRow(_ old: Record, to new: Record) throws(SQLiteError) {
        let writer = try rows.writer(of: new.model)
        image.write(new.values)
        try run(writer.update, writer.table.updatePlaces)
        try log(.update, writer.shape, old: old, new: new)
    }

    /// Runs a statement with values of the row in `image`, and keeps the triggers out of it.
    private func run(_ statement: Statement, _ places: some Sequence<Int>) throws(SQLiteError) {
        connection.lastRowID = RecordTable.ownMark
        // Where the statement fails, too: what others write from now on is theirs.
        defer { connection.lastRowID = 0 }
        try image.run(statement, binding: places)
    }

    /// Adds to the log a change to the row in `image`.
    private func log(_ kind: Change.Kind, _ shape: Int64, old: Record?, new: Record) throws(SQLiteError) {
        var weight = 0
        let statement = rows.log
        defer { statement.reset() }
        try statement.bind(.int(number), at: 1)
        try statement.bind(.int(Change.Source.local.rawValue), at: 2)
        try statement.bind(.int(shape), at: 3)
        try statement.bind(.int(kind.rawValue), at: 4)
        try statement.bind(.text(time), at: 5)
        try image.withImage { (image) throws(SQLiteError) in
            weight += image.count
            try statement.bind(lent: image, at: 7)
            guard let old else { return try statement.finish() }
            formerImage.write(old.values)
            try formerImage.withImage { (former) throws(SQLiteError) in
                weight += former.count
                try statement.bind(lent: former, at: 6)
                try statement.finish()
            }
        }
        head = connection.lastRowID
        logged?.add(
            Change(seq: head, transaction: number, kind: kind, source: .local, time: time, old: old, new: new),
            weight: weight)
    }
}
