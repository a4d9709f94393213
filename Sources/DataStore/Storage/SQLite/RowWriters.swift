/// The prepared statements that write rows of each model, kept as long as the writer's connection. Confined, as it is.
final class RowWriters {
    /// Those of one model.
    final class RowWriter {
        let table: RecordTable
        /// The shape of its images.
        let shape: Int64
        let insert: Statement
        let update: Statement

        fileprivate init(_ table: RecordTable, shape: Int64, _ connection: Connection) throws(SQLiteError) {
            self.table = table
            self.shape = shape
            insert = try connection.prepare(table.insert)
            update = try connection.prepare(table.update)
        }
    }

    let log: Statement
    private let connection: Connection
    private let database: Database
    private var made: [ObjectIdentifier: RowWriter] = [:]
    /// What was asked for last, which is what is asked for next most of the time.
    private var last: (model: ModelDefinition, writer: RowWriter)?

    init(_ connection: Connection, _ database: Database) throws(SQLiteError) {
        self.connection = connection
        self.database = database
        log = try connection.prepare(
            "INSERT INTO _rivulet_changes(tx,source,shape,type,at,old,new) VALUES(?,?,?,?,?,?,?)")
    }

    func writer(of model: ModelDefinition) throws(SQLiteError) -> RowWriter {
        if let last, last.model === model { return last.writer }
        let writer: RowWriter
        if let known = made[ObjectIdentifier(model)] {
            writer = known
        } else {
            guard let table = database.tables[model.name], table.model === model else {
                preconditionFailure("\(model.name) is of another schema")
            }
            writer = try RowWriter(table, shape: database.log.shape(of: model), connection)
            made[ObjectIdentifier(model)] = writer
        }
        last = (model, writer)
        return writer
    }
}
