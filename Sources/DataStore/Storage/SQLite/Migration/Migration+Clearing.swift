/// A database without records, as on its first day.
extension Migration {
    /// Removes every record, the log and what it knows of deleted ones, in one transaction; the log begins anew as `epoch`.
    ///
    /// Triggers and foreign keys are away meanwhile: nothing is logged or followed, and SQLite empties whole tables at once.
    func clear(epoch: String) throws(SQLiteError) {
        try connection.execute("PRAGMA foreign_keys=OFF")
        do throws(SQLiteError) {
            try connection.execute("BEGIN IMMEDIATE")
            for model in schema.models {
                for trigger in RecordTable.triggerNames(model: model.name) {
                    try connection.execute("DROP TRIGGER IF EXISTS \(SQL.quoted(trigger))")
                }
                try connection.execute("DELETE FROM \(SQL.quoted(model.name))")
                let shape = try shape(of: model)
                for trigger in RecordTable(model, in: schema).triggers(shape: shape) { try connection.execute(trigger) }
            }
            try beginEpoch(epoch, keepsVersions: false)
            try connection.execute("COMMIT")
        } catch {
            if !connection.isIdle { try connection.execute("ROLLBACK") }
            try connection.execute("PRAGMA foreign_keys=ON")
            throw error
        }
        try connection.execute("PRAGMA foreign_keys=ON")
    }
}
