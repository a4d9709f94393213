/// The tables that hold a database's changes, and the reader of them.
///
/// Everything that the server adds to a database is named `_rivulet_…`. A `ChangeLog` is immutable after it was opened:
/// the layout of every shape that the log's rows may have.
package struct ChangeLog: Sendable {
    /// How the images of one shape are read: each column's type and where it goes.
    struct Shape: Sendable {
        let model: ModelDefinition
        let types: [FieldType]
        /// The field's place for each column; nil for a column that the schema no longer has.
        let places: [Int?]
        /// What fields have that the shape lacks.
        let absent: [(place: Int, value: Value)]
        /// Whether the columns are the model's fields in their order.
        let isCurrent: Bool
    }

    private let shapes: [Int64: Shape]
    /// The shape of each model's present fields, by the model's name.
    private let currentShapes: [String: Int64]

    /// The tables, made once for each database.
    package static let tables = """
        CREATE TABLE _rivulet_meta(name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE _rivulet_context(tx INTEGER NOT NULL, source INTEGER NOT NULL) STRICT;
        INSERT INTO _rivulet_context VALUES(0,0);
        CREATE TABLE _rivulet_shapes(id INTEGER PRIMARY KEY, model TEXT NOT NULL, columns TEXT NOT NULL) STRICT;
        CREATE TABLE _rivulet_changes(
          seq INTEGER PRIMARY KEY AUTOINCREMENT, tx INTEGER NOT NULL, source INTEGER NOT NULL, shape INTEGER NOT NULL,
          type INTEGER NOT NULL, at TEXT NOT NULL, old TEXT, new TEXT) STRICT;
        CREATE TABLE _rivulet_tombstones(
          model TEXT NOT NULL, key TEXT NOT NULL, version INTEGER NOT NULL, seq INTEGER NOT NULL, replaced TEXT,
          PRIMARY KEY(model,key)) STRICT, WITHOUT ROWID;
        """

    /// The number of the newest change; 0 before the first.
    package static func head(_ connection: Connection) throws(SQLiteError) -> Int64 {
        try connection.integer("SELECT max(seq) FROM _rivulet_changes") ?? 0
    }

    /// The log's name.
    package static func epoch(_ connection: Connection) throws(SQLiteError) -> String {
        try connection.text(SQL("SELECT value FROM _rivulet_meta WHERE name='epoch'"))?.string ?? ""
    }

    /// The log's name and head, of one moment.
    package static func position(_ connection: Connection) throws(SQLiteError) -> Position {
        let sql = """
            SELECT (SELECT value FROM _rivulet_meta WHERE name='epoch'),(SELECT max(seq) FROM _rivulet_changes)
            """
        var position = Position(epoch: "", seq: 0)
        try connection.query(SQL(sql)) { (row) throws(SQLiteError) in
            position = Position(epoch: row.text(0).string, seq: row.int(1))
        }
        return position
    }

    /// The number of the oldest change that is still there; one more than the head when there is none.
    package static func oldest(_ connection: Connection) throws(SQLiteError) -> Int64 {
        try connection.integer("SELECT min(seq) FROM _rivulet_changes") ?? 1
    }

    /// The columns of a shape, as `_rivulet_shapes` keeps them.
    package static func columns(of model: ModelDefinition) -> Text {
        Text(model.fields.map { "\($0.name) \($0.type.notation)" }.joined(separator: ","))
    }

    /// Reads the shapes of the database for `schema`.
    package init(_ connection: Connection, schema: Schema) throws(SQLiteError) {
        var shapes: [Int64: Shape] = [:]
        var current: [String: Int64] = [:]
        try connection.query("SELECT id,model,columns FROM _rivulet_shapes") { (row) throws(SQLiteError) in
            guard let model = schema.model(named: row.text(1).string) else { return }
            shapes[row.int(0)] = Self.shape(of: model, columns: row.text(2).string)
            if row.text(2) == Self.columns(of: model) { current[model.name] = row.int(0) }
        }
        self.shapes = shapes
        currentShapes = current
    }

    /// The number of the shape in which the images of records of the model are written now.
    func shape(of model: ModelDefinition) -> Int64 {
        guard let shape = currentShapes[model.name] else { preconditionFailure("\(model.name) is of another schema") }
        return shape
    }

    /// `columns` is `name notation,…`. A column whose kind of value changed counts as gone.
    private static func shape(of model: ModelDefinition, columns: String) -> Shape {
        var types: [FieldType] = []
        var places: [Int?] = []
        for column in columns.split(separator: ",") {
            let parts = column.split(separator: " ", maxSplits: 1)
            let name = String(parts.first ?? "")
            let notation = parts.last.map { $0.filter { $0 != "!" } } ?? ""
            let place = model.place(of: name).flatMap { fits(notation, model.fields[$0].type) ? $0 : nil }
            places.append(place)
            types.append(place.map { model.fields[$0].type } ?? storedType(notation: notation))
        }
        let present = Set(places.compactMap { $0 })
        let absent = model.fields.indices.filter { !present.contains($0) }
            .map { (place: $0, value: model.fields[$0].defaultValue ?? .null) }
        return Shape(
            model: model, types: types, places: places, absent: absent,
            isCurrent: places == model.fields.indices.map { $0 })
    }

    /// Whether values of a column are values of the type, too. What is no scalar was an enum or an embedded type, which
    /// the log does not tell apart; they fit themselves and texts.
    private static func fits(_ notation: String, _ type: FieldType) -> Bool {
        let old = StoredType(notation: notation)
        let present = StoredType(notation: type.notation)
        if old.isList != present.isList { return false }
        if old.name == present.name { return true }
        let image = SchemaImage(enums: old.scalar == nil ? [old.name: []] : [:])
        let item = FieldType(type.item, isList: type.isList)
        return image.isWider(item, than: old)
    }

    /// Enough of a type to skip a column that the schema no longer has.
    private static func storedType(notation: String) -> FieldType {
        FieldType(.scalar(Scalar(rawValue: notation) ?? .string), isList: notation.hasPrefix("["))
    }

    /// Shows the changes after `seq` in order, until `visit` answers false or there is no more. Changes of models that
    /// the schema no longer has are passed over.
    package func read(
        _ connection: Connection, after seq: Int64, visit: (Change) throws(SQLiteError) -> Bool
    ) throws(SQLiteError) {
        let statement = try connection.cached(
            "SELECT \(Self.rowColumns) FROM _rivulet_changes WHERE seq>? ORDER BY seq")
        defer { statement.reset() }
        try statement.bind([.int(seq)])
        while try statement.step() {
            guard let change = change(in: statement) else { continue }
            guard try visit(change) else { return }
        }
    }

    /// What `change(in:)` reads.
    static let rowColumns = "seq,tx,source,shape,type,at,old,new"

    /// A deleted record as it was last, while the log has its deletion.
    func departed(_ table: RecordTable, _ key: Key, _ connection: Connection) throws(SQLiteError) -> Record? {
        let statement = try connection.cached(table.departure)
        defer { statement.reset() }
        try statement.bind(key.values)
        return try statement.step() ? change(in: statement)?.old : nil
    }

    private func change(in row: Statement) -> Change? {
        guard let shape = shapes[row.int(3)], let kind = Change.Kind(rawValue: row.int(4)) else { return nil }
        let old = row.isNull(6) ? nil : row.withText(6) { record($0, shape) }
        let new = row.isNull(7) ? nil : row.withText(7) { record($0, shape) }
        guard old != nil || new != nil else { return nil }
        return Change(
            seq: row.int(0), transaction: row.int(1), kind: kind, source: .init(rawValue: row.int(2)) ?? .local,
            time: row.text(5), old: old, new: new)
    }

    private func record(_ image: UnsafeBufferPointer<UInt8>, _ shape: Shape) -> Record? {
        guard let read = RowImage.decode(image, types: shape.types) else { return nil }
        if shape.isCurrent { return Record(model: shape.model, values: read) }
        var values = [Value](repeating: .null, count: shape.model.fields.count)
        for (index, place) in shape.places.enumerated() { if let place { values[place] = read[index] } }
        for (place, value) in shape.absent { values[place] = value }
        return Record(model: shape.model, values: values)
    }
}
