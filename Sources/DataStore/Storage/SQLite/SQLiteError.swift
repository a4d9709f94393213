import CSQLite

/// A failure that SQLite reported.
package struct SQLiteError: Error, Sendable, CustomStringConvertible {
    /// SQLite's result code; `==` compares primary codes too.
    package struct Code: RawRepresentable, Hashable, Sendable {
        package let rawValue: Int32

        package init(rawValue: Int32) { self.rawValue = rawValue }

        /// The primary code of an extended one.
        package var primary: Code { Code(rawValue: rawValue & 0xff) }

        package static let busy = Code(rawValue: SQLITE_BUSY)
        package static let locked = Code(rawValue: SQLITE_LOCKED)
        package static let full = Code(rawValue: SQLITE_FULL)
        package static let inputOutput = Code(rawValue: SQLITE_IOERR)
        package static let corrupt = Code(rawValue: SQLITE_CORRUPT)
        package static let notADatabase = Code(rawValue: SQLITE_NOTADB)
        package static let cannotOpen = Code(rawValue: SQLITE_CANTOPEN)
        package static let readOnly = Code(rawValue: SQLITE_READONLY)
        package static let permission = Code(rawValue: SQLITE_PERM)
        package static let schemaChanged = Code(rawValue: SQLITE_SCHEMA)
        package static let interrupted = Code(rawValue: SQLITE_INTERRUPT)
        package static let constraint = Code(rawValue: SQLITE_CONSTRAINT)
        package static let notNull = Code(rawValue: SQLITE_CONSTRAINT | (5 << 8))
        package static let foreignKey = Code(rawValue: SQLITE_CONSTRAINT | (3 << 8))
        package static let primaryKey = Code(rawValue: SQLITE_CONSTRAINT | (6 << 8))
        package static let unique = Code(rawValue: SQLITE_CONSTRAINT | (8 << 8))
    }

    package let code: Code
    /// SQLite's own message.
    package let message: String
    /// The statement, without its values.
    package let sql: String?

    /// Whether triggers and cascades went deeper than SQLite follows. It has no code of its own.
    var isTooDeep: Bool { code.rawValue == SQLITE_ERROR && message == "too many levels of trigger recursion" }

    package var description: String {
        "SQLite \(code.rawValue): \(message)" + (sql.map { " in: \($0)" } ?? "")
    }
}
