/// The table of a model, and the statements over it, as text.
///
/// A model's table has its name, a field's column its name. `STRICT` and `CHECK` hold writers outside of this program to
/// the stored forms of `Value`.
package struct RecordTable: Sendable {
    package let model: ModelDefinition
    /// `"id","title",…`: all columns, in the order of a record's values.
    package let columns: String
    /// Inserts a record: one value for each column.
    package let insert: String
    /// Overwrites all columns but the key's: their values, then the key's.
    package let update: String
    /// The places of the values that `update` takes.
    let updatePlaces: [Int]
    /// Deletes by key.
    package let delete: String
    /// Reads by key.
    package let select: String
    /// The version of the deleted record of a key, by key.
    let buriedVersion: String
    /// The log's row of the deletion of a key, by key, in `ChangeLog.rowColumns`.
    let departure: String
    /// Names of the key columns of the models that records here own (`ForeignKey.ownsTarget`).
    let ownedKeys: [String: [String]]

    package init(_ model: ModelDefinition, in schema: Schema) {
        self.model = model
        let owned = model.foreignKeys.filter(\.ownsTarget).compactMap { schema.model(named: $0.target) }
        ownedKeys = Dictionary(
            owned.map { target in (target.name, target.primaryKey.map { target.fields[$0].name }) },
            uniquingKeysWith: { first, _ in first })
        let table = SQL.quoted(model.name)
        columns = model.fields.map { SQL.quoted($0.name) }.joined(separator: ",")
        let places = model.fields.map { _ in "?" }.joined(separator: ",")
        let byKey = model.primaryKey.map { "\(SQL.quoted(model.fields[$0].name))=?" }.joined(separator: " AND ")
        let rest = Self.valuePlaces(of: model).map { "\(SQL.quoted(model.fields[$0].name))=?" }.joined(separator: ",")
        insert = "INSERT INTO \(table)(\(columns)) VALUES(\(places))"
        updatePlaces = Self.valuePlaces(of: model) + model.primaryKey
        update = "UPDATE \(table) SET \(rest) WHERE \(byKey)"
        delete = "DELETE FROM \(table) WHERE \(byKey)"
        select = "SELECT \(columns) FROM \(table) WHERE \(byKey)"
        let key = model.primaryKey.enumerated().map {
            Self.image("?\($0.offset + 1)", of: model.fields[$0.element].type)
        }
        let buried = "WHERE model=\(SQL.literal(model.name)) AND key=\(key.joined(separator: "||','||"))"
        buriedVersion = "SELECT version FROM _rivulet_tombstones \(buried)"
        departure = "SELECT \(ChangeLog.rowColumns) FROM _rivulet_tombstones JOIN _rivulet_changes USING(seq) \(buried)"
    }

    /// Places of the fields that `update` sets, in its order.
    package static func valuePlaces(of model: ModelDefinition) -> [Int] {
        model.fields.indices.filter { !model.primaryKey.contains($0) }
    }

    /// `CREATE TABLE`, under the model's name or another.
    package func create(as name: String? = nil) -> String {
        var parts = model.fields.map { Self.column($0) }
        parts.append("PRIMARY KEY(\(Self.list(model, model.primaryKey)))")
        for key in model.foreignKeys {
            let action = key.onDelete == .cascade ? "CASCADE" : "SET NULL"
            parts.append(
                "FOREIGN KEY(\(Self.list(model, key.fields))) REFERENCES \(SQL.quoted(key.target)) ON DELETE \(action)")
        }
        return
            "CREATE TABLE \(SQL.quoted(name ?? model.name))(\n  \(parts.joined(separator: ",\n  "))\n) STRICT, WITHOUT ROWID"
    }

    /// A column's definition: its name, type and constraints.
    package static func column(_ field: FieldDefinition) -> String {
        let name = SQL.quoted(field.name)
        var text = "\(name) \(storageType(of: field.type))"
        if field.type.isRequired || field.role != .plain { text += " NOT NULL" }
        if let initial = defaultLiteral(of: field) { text += " DEFAULT \(initial)" }
        if let check = check(of: field) { text += " CHECK(\(check))" }
        return text
    }

    /// TEXT, INTEGER or REAL.
    package static func storageType(of type: FieldType) -> String {
        switch type.scalar {
        case .int, .timestamp, .boolean: "INTEGER"
        case .float: "REAL"
        default: "TEXT"
        }
    }

    /// What SQL shows as the present time in stored form.
    static let now = "strftime('%Y-%m-%dT%H:%M:%f000000Z','now')"

    /// The column's DEFAULT: what a writer outside of this program may leave out.
    static func defaultLiteral(of field: FieldDefinition) -> String? {
        switch field.role {
        case .version: "0"
        case .createdAt, .updatedAt: "(\(timeOfChange(field)))"
        case .plain, .key: field.defaultValue.flatMap(literal)
        }
    }

    /// The present time in the stored form of the field, which may be declared as a String.
    static func timeOfChange(_ field: FieldDefinition) -> String {
        field.type.scalar == .string ? "strftime('%Y-%m-%dT%H:%M:%fZ','now')" : now
    }

    private static func literal(_ value: Value) -> String? {
        switch value {
        case .null: nil
        case .bool(let flag): flag ? "1" : "0"
        case .int(let number): String(number)
        case .double(let number): number.description
        case .text(let text), .json(let text): SQL.literal(text.string)
        }
    }

    private static func check(of field: FieldDefinition) -> String? {
        let name = SQL.quoted(field.name)
        let noNUL = "instr(\(name),char(0))=0"
        // Of NULL `json_valid` answers 0, and of a text it sees what stands before a NUL.
        let isJSON = "\(name) IS NULL OR json_valid(\(name)) AND \(noNUL)"
        guard let scalar = field.type.scalar else {
            if !field.type.isList, case .enumeration = field.type.item { return nil }
            // Of a kind too, since what reads them goes by it.
            return "\(isJSON) AND json_type(\(name))='\(field.type.isList ? "array" : "object")'"
        }
        let digits = { (count: Int) in String(repeating: "[0-9]", count: count) }
        let date = "\(digits(4))-\(digits(2))-\(digits(2))"
        // No minute and no second is beyond 59; hours and days need a look of their own.
        let time = "[0-2][0-9]:[0-5][0-9]:[0-5][0-9].\(digits(9))"
        let hour = { (start: Int) in "substr(\(name),\(start),2)<'24'" }
        // SQLite's calendar is asked for the last days of a month alone, for it costs as much as the rest together. Once it
        // reckons it takes 30 February for 1 March, another text; of what is no day at all it answers NULL.
        let day = """
            (substr(\(name),9,2) BETWEEN '01' AND '28' AND substr(\(name),6,2) BETWEEN '01' AND '12' \
            OR date(substr(\(name),1,10),'+0 days') IS substr(\(name),1,10))
            """
        switch scalar {
        case .int, .timestamp: return nil
        case .float: return "abs(\(name))<=1.7976931348623157e308"
        case .boolean: return "\(name) IN (0,1)"
        case .dateTime: return "\(name) GLOB '\(date)T\(time)Z' AND \(hour(12)) AND \(day)"
        case .date: return "\(name) GLOB '\(date)' AND \(day)"
        case .time: return "(\(name) GLOB '\(time)Z' OR \(name) GLOB '\(time)') AND \(hour(1))"
        case .json: return isJSON
        case .id, .string, .email, .url, .phone, .ipAddress:
            return field.role == .key ? "\(noNUL) AND length(CAST(\(name) AS BLOB)) BETWEEN 1 AND 1024" : noNUL
        }
    }

    /// `CREATE INDEX` for `@index`, for every foreign key, by name.
    package var indexes: [(name: String, sql: String)] {
        var made: [(name: String, sql: String)] = []
        var covered: [[Int]] = [model.primaryKey]
        for index in model.indexes {
            made.append(
                (Self.indexName(model, index.name), createIndex(Self.indexName(model, index.name), index.fields)))
            covered.append(index.fields)
        }
        // A deletion looks for children by their key.
        for key in model.foreignKeys where !covered.contains(where: { $0.starts(with: key.fields) }) {
            let name = Self.indexName(model, key.fields.map { model.fields[$0].name }.joined(separator: "_"))
            made.append((name, createIndex(name, key.fields)))
            covered.append(key.fields)
        }
        return made
    }

    private func createIndex(_ name: String, _ fields: [Int]) -> String {
        "CREATE INDEX \(SQL.quoted(name)) ON \(SQL.quoted(model.name))(\(Self.list(model, fields)))"
    }

    private static func indexName(_ model: ModelDefinition, _ name: String) -> String {
        "_rivulet_\(model.name)_\(name)"
    }

    private static func list(_ model: ModelDefinition, _ fields: [Int]) -> String {
        fields.map { SQL.quoted(model.fields[$0].name) }.joined(separator: ",")
    }
}
