import CSQLite

/// SQL functions that conditions call where SQLite's own reading of JSON could differ from ours.
///
/// | function | gives |
/// |---|---|
/// | `rivulet_member(json, path, kind)` | the value at the path inside an embedded object, NULL when absent |
/// | `rivulet_contains(json, kind, literal)` | 1 when the list holds the literal, else 0; NULL of NULL |
/// | `rivulet_order(a, b)` | negative, 0 or positive, as `a` and `b` of one type compare; NULL when they do not |
///
/// They run the code that tests records in memory, depend on nothing but their arguments, and cannot be called from
/// triggers and views of a foreign database.
package enum QueryFunctions {
    static let member = "rivulet_member"
    static let contains = "rivulet_contains"
    static let order = "rivulet_order"

    /// Makes the functions known to a connection; conditions of queries need them.
    package static func register(on connection: Connection) throws(SQLiteError) {
        try register(member, 3, on: connection) { context, _, arguments in
            guard let arguments, let json = QueryFunctions.bytes(arguments[0]),
                let path = QueryFunctions.bytes(arguments[1]),
                let kind = ValueKind(rawValue: Int(sqlite3_value_int(arguments[2])))
            else { return sqlite3_result_null(context) }
            QueryFunctions.result(EmbeddedValue.read(json, path: path, as: kind), context)
        }
        try register(contains, 3, on: connection) { context, _, arguments in
            guard let arguments, let json = QueryFunctions.bytes(arguments[0]),
                let kind = ValueKind(rawValue: Int(sqlite3_value_int(arguments[1])))
            else { return sqlite3_result_null(context) }
            let literal = QueryFunctions.literal(arguments[2], kind)
            sqlite3_result_int(context, EmbeddedValue.list(json, contains: literal, as: kind) ? 1 : 0)
        }
        try registerOrder(on: connection)
    }

    private static func registerOrder(on connection: Connection) throws(SQLiteError) {
        try register(order, 2, on: connection) { context, _, arguments in
            guard let arguments, let order = QueryFunctions.order(arguments[0], arguments[1]) else {
                return sqlite3_result_null(context)
            }
            sqlite3_result_int(context, Int32(order.signum()))
        }
    }

    /// Nil for values of different types, NULL among them.
    private static func order(_ left: OpaquePointer?, _ right: OpaquePointer?) -> Int? {
        switch (sqlite3_value_type(left), sqlite3_value_type(right)) {
        case (SQLITE_INTEGER, SQLITE_INTEGER):
            let (a, b) = (sqlite3_value_int64(left), sqlite3_value_int64(right))
            return a < b ? -1 : a > b ? 1 : 0
        case (SQLITE_FLOAT, SQLITE_FLOAT):
            let (a, b) = (sqlite3_value_double(left), sqlite3_value_double(right))
            return a < b ? -1 : a > b ? 1 : 0
        case (SQLITE_TEXT, SQLITE_TEXT):
            guard let a = bytes(left), let b = bytes(right) else { return nil }
            return a.order(b)
        default: return nil
        }
    }

    private typealias Function =
        @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

    private static func register(
        _ name: String, _ arguments: Int32, on connection: Connection, _ function: Function
    ) throws(SQLiteError) {
        let code = sqlite3_create_function_v2(
            connection.handle, name, arguments, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, nil, function,
            nil, nil,
            nil)
        if code != SQLITE_OK { throw connection.error(code, sql: nil) }
    }

    /// The bytes of a text; nil of NULL and of other types. They live as long as the call.
    private static func bytes(_ value: OpaquePointer?) -> UnsafeBufferPointer<UInt8>? {
        guard sqlite3_value_type(value) == SQLITE_TEXT, let start = sqlite3_value_text(value) else { return nil }
        return UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    }

    private static func literal(_ value: OpaquePointer?, _ kind: ValueKind) -> Value {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER:
            let number = sqlite3_value_int64(value)
            return kind == .boolean ? .bool(number != 0) : .int(number)
        case SQLITE_FLOAT: return .double(sqlite3_value_double(value))
        case SQLITE_TEXT: return bytes(value).map { .text(Text(String(decoding: $0, as: UTF8.self))) } ?? .null
        default: return .null
        }
    }

    private static func result(_ value: Value, _ context: OpaquePointer?) {
        switch value {
        case .null: sqlite3_result_null(context)
        case .bool(let flag): sqlite3_result_int(context, flag ? 1 : 0)
        case .int(let number): sqlite3_result_int64(context, number)
        case .double(let number): sqlite3_result_double(context, number)
        case .text(let text), .json(let text):
            text.withBytes { bytes in
                // An empty buffer may have no address, and a null pointer would mean NULL.
                guard let base = bytes.baseAddress, !bytes.isEmpty else {
                    return sqlite3_result_text(context, "", 0, rivulet_sqlite_transient())
                }
                base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
                    sqlite3_result_text(context, $0, Int32(bytes.count), rivulet_sqlite_transient())
                }
            }
        }
    }
}
