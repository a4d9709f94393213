/// How the rows of a model's table become rows of its new table: the source of each column.
struct TableMove {
    enum Source {
        /// The column's DEFAULT.
        case fill
        /// The former column, as it is.
        case copy(Int)
        case convert(Int, ValueConversion)
    }

    let model: ModelDefinition
    /// Names of the former columns, in their order.
    let columns: [String]
    /// One for each field of the model.
    let sources: [Source]
    /// Places of former columns that are no more.
    let dropped: [Int]
    /// Place of the former `_version`.
    let version: Int?
    /// Places of the former key.
    private let key: [Int]

    init(_ model: ModelDefinition, from before: SchemaImage.Model, of image: SchemaImage) {
        self.model = model
        columns = before.fields.map(\.name)
        let places = Dictionary(
            before.fields.enumerated().map { (Text($1.name), $0) }, uniquingKeysWith: { first, _ in first })
        sources = model.fields.map { field in
            guard let place = places[Text(field.name)] else { return .fill }
            let old = StoredType(notation: before.fields[place].notation)
            let isNewInKey = field.role == .key && !before.key.contains(field.name)
            if image.isHeld(old, by: field.type), !isNewInKey { return .copy(place) }
            return .convert(place, ValueConversion(to: field, from: old, of: image))
        }
        dropped = before.fields.indices.filter { model.place(of: before.fields[$0].name) == nil }
        version = model.fields.last.flatMap { places[Text($0.name)] }
        key = before.key.compactMap { places[Text($0)] }
    }

    /// Whether some values must change, although the table's text may not: it does not tell all types apart.
    var converts: Bool { sources.contains { if case .convert = $0 { true } else { false } } }

    /// All former rows, in the order of their key.
    var select: String {
        "SELECT \(columns.map { SQL.quoted($0) }.joined(separator: ",")) FROM \(SQL.quoted(model.name))"
    }

    /// Whether a former column that is no more has a value.
    func loses(_ row: Statement) -> Bool { dropped.contains { !row.isNull($0) } }

    /// The key of a former row, for a message: `"x"`, or `"x"#"2026-01-01"`.
    func name(of row: Statement) -> String {
        key.map { "\"\(row.text($0).string)\"" }.joined(separator: "#")
    }
}
