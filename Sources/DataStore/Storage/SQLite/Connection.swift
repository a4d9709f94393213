import CSQLite

/// One connection to a database. Not thread-safe: whoever holds it uses it alone.
package final class Connection {
    /// How to open.
    package enum Mode: Sendable { case readWrite, readOnly }

    let handle: OpaquePointer
    private var cache: [String: Statement] = [:]

    /// Opens `path` (created in `readWrite` mode when it is not there), or a `file:` URI.
    package init(path: String, mode: Mode = .readWrite) throws(SQLiteError) {
        let flags =
            SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI
            | (mode == .readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard let opened else {
            throw SQLiteError(code: .init(rawValue: SQLITE_NOMEM), message: "out of memory", sql: nil)
        }
        guard code == SQLITE_OK else {
            let failure = SQLiteError(
                code: .init(rawValue: sqlite3_extended_errcode(opened)),
                message: String(cString: sqlite3_errmsg(opened)), sql: nil)
            sqlite3_close_v2(opened)
            throw failure
        }
        handle = opened
        sqlite3_extended_result_codes(handle, 1)
        // A quoted name that no column has is an error, not a text: else a lost column would be read as its own name.
        for switched in [SQLITE_DBCONFIG_DQS_DML, SQLITE_DBCONFIG_DQS_DDL] {
            let code = rivulet_sqlite_switch(handle, switched, 0)
            guard code == SQLITE_OK else { throw error(code, sql: nil) }
        }
    }

    deinit {
        cache.removeAll()
        sqlite3_close_v2(handle)
    }

    /// How long a statement waits for another connection's lock before it fails with `busy`.
    package func setBusyTimeout(milliseconds: Int32) { sqlite3_busy_timeout(handle, milliseconds) }

    /// Runs statements without results, separated by semicolons.
    package func execute(_ sql: String) throws(SQLiteError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        if code != SQLITE_OK { throw error(code, sql: sql) }
    }

    /// Runs one statement to its end; prepared once and kept.
    package func run(_ sql: SQL) throws(SQLiteError) {
        try query(sql) { (_) throws(SQLiteError) in }
    }

    /// Runs one statement and shows each row to `row`; prepared once and kept.
    package func query(_ sql: SQL, row: (Statement) throws(SQLiteError) -> Void) throws(SQLiteError) {
        let statement = try cached(sql.text)
        defer { statement.reset() }
        try statement.bind(sql.bindings)
        while try statement.step() { try row(statement) }
    }

    /// The first row's first column as an integer, or nil without a row or with NULL.
    package func integer(_ sql: SQL) throws(SQLiteError) -> Int64? {
        var result: Int64?
        try query(sql) { (row) throws(SQLiteError) in if result == nil, !row.isNull(0) { result = row.int(0) } }
        return result
    }

    /// The first row's first column as text, or nil without a row or with NULL.
    package func text(_ sql: SQL) throws(SQLiteError) -> Text? {
        var result: Text?
        try query(sql) { (row) throws(SQLiteError) in if result == nil, !row.isNull(0) { result = row.text(0) } }
        return result
    }

    /// A statement of its own, not kept.
    package func prepare(_ text: String) throws(SQLiteError) -> Statement {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw error(code, sql: text) }
        return Statement(prepared, connection: self)
    }

    /// The statement of that text from the cache. Whoever uses it resets it.
    package func cached(_ text: String) throws(SQLiteError) -> Statement {
        if let statement = cache[text] { return statement }
        // Queries of clients make texts without end; the cache does not.
        if cache.count >= 256 { cache.removeAll(keepingCapacity: true) }
        let statement = try prepare(text)
        // A text this long came from one client's query and will not come again soon.
        if text.utf8.count <= 16 << 10 { cache[text] = statement }
        return statement
    }

    /// What `last_insert_rowid()` answers until a row is inserted.
    var lastRowID: Int64 {
        get { sqlite3_last_insert_rowid(handle) }
        set { sqlite3_set_last_insert_rowid(handle, newValue) }
    }

    /// Rows changed by the last INSERT, UPDATE or DELETE, without those of triggers and cascades.
    package var changedRows: Int { Int(sqlite3_changes(handle)) }

    /// Whether no transaction is open.
    package var isIdle: Bool { sqlite3_get_autocommit(handle) != 0 }

    func error(_ code: Int32, sql: String?) -> SQLiteError {
        let extended = sqlite3_extended_errcode(handle)
        return SQLiteError(
            code: .init(rawValue: extended & 0xff == code & 0xff ? extended : code),
            message: String(cString: sqlite3_errmsg(handle)), sql: sql)
    }
}

extension Connection {
    /// Ends a read transaction. A connection that cannot is idle already.
    package func endRead() {
        if !isIdle { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
    }
}
