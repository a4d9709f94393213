import CSQLite

/// A prepared statement: bind, step, read columns. Confined, as its connection is.
package final class Statement {
    private let handle: OpaquePointer
    private unowned let connection: Connection

    init(_ handle: OpaquePointer, connection: Connection) {
        self.handle = handle
        self.connection = connection
    }

    deinit { sqlite3_finalize(handle) }

    /// Binds values to the places from 1 on.
    package func bind(_ values: [Value]) throws(SQLiteError) {
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
    }

    /// Binds one value; places count from 1.
    package func bind(_ value: Value, at place: Int32) throws(SQLiteError) {
        let code =
            switch value {
            case .null: sqlite3_bind_null(handle, place)
            case .bool(let flag): sqlite3_bind_int64(handle, place, flag ? 1 : 0)
            case .int(let number): sqlite3_bind_int64(handle, place, number)
            case .double(let number): sqlite3_bind_double(handle, place, number)
            case .text(let text), .json(let text): bind(text, at: place)
            }
        if code != SQLITE_OK { throw connection.error(code, sql: sql) }
    }

    /// Binds text that stays where it is until the statement is reset.
    func bind(lent bytes: UnsafeBufferPointer<UInt8>, at place: Int32) throws(SQLiteError) {
        let code: Int32
        if let base = bytes.baseAddress, !bytes.isEmpty {
            code = base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                sqlite3_bind_text(handle, place, $0, Int32(bytes.count), nil)
            }
        } else {
            code = sqlite3_bind_text(handle, place, "", 0, nil)
        }
        if code != SQLITE_OK { throw connection.error(code, sql: sql) }
    }

    /// Binds what stands in a column of another statement's row, as it is.
    func bind(_ column: Int, of row: Statement, at place: Int32) throws(SQLiteError) {
        let code = sqlite3_bind_value(handle, place, sqlite3_column_value(row.handle, Int32(column)))
        if code != SQLITE_OK { throw connection.error(code, sql: sql) }
    }

    private func bind(_ text: Text, at place: Int32) -> Int32 {
        text.withBytes { bytes in
            // An empty buffer may have no address, and a null pointer would bind NULL.
            guard let base = bytes.baseAddress, !bytes.isEmpty else {
                return sqlite3_bind_text(handle, place, "", 0, rivulet_sqlite_transient())
            }
            return base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                sqlite3_bind_text(handle, place, $0, Int32(bytes.count), rivulet_sqlite_transient())
            }
        }
    }

    /// Goes to the next row; false when there is none.
    package func step() throws(SQLiteError) -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        throw connection.error(code, sql: sql)
    }

    /// Runs it to its end, whatever rows it has.
    func finish() throws(SQLiteError) { while try step() {} }

    /// Makes it ready to run again, and forgets its values.
    package func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    /// The statement's text.
    package var sql: String { sqlite3_sql(handle).map { String(cString: $0) } ?? "" }

    package var columnCount: Int { Int(sqlite3_column_count(handle)) }

    /// Whether the column of the present row is NULL. Columns count from 0.
    package func isNull(_ column: Int) -> Bool { sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL }

    package func int(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

    package func double(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }

    /// The column as text; malformed UTF-8, which only foreign writers could have put there, is repaired.
    package func text(_ column: Int) -> Text { Text(withText(column) { String(decoding: $0, as: UTF8.self) }) }

    /// Lends the bytes of a text column until the next step.
    package func withText<Result>(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let bytes = sqlite3_column_text(handle, Int32(column))
        let count = Int(sqlite3_column_bytes(handle, Int32(column)))
        return body(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
    }

    /// SQLite's type of the column in the present row.
    package func storageClass(_ column: Int) -> Int32 { sqlite3_column_type(handle, Int32(column)) }
}
