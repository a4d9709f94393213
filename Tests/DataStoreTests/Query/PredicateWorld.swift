import DataStore

/// Random models with rows, in memory and in a database of their own.
///
/// `Leaf` belongs to `Twig`, which belongs to `Branch`; a twig may lack its branch, and a leaf may point at nothing.
struct PredicateWorld {
    /// One row in both forms.
    struct Row {
        let record: Record
        /// By name of the field.
        let cells: [String: Cell]
    }

    let schema: Schema
    let models: [ModelDefinition]
    /// By name of the model.
    private(set) var rows: [String: [Row]] = [:]
    let connection: Connection

    var leaf: ModelDefinition { models[0] }
    var leaves: [Row] { rows["Leaf"] ?? [] }

    init(using generator: inout SplitMix64, rows count: Int) throws {
        let color = EnumDefinition(name: "Color", values: Samples.colors)
        let inner = EmbeddedDefinition(name: "Inner")
        inner.bind(PredicateWorld.fields(4, prefix: "n", color, [], using: &generator))
        let outer = EmbeddedDefinition(name: "Outer")
        outer.bind(PredicateWorld.fields(4, prefix: "m", color, [inner, inner], using: &generator))

        let isComposite = Bool.random(using: &generator)
        let branch = PredicateWorld.model("Branch", parent: nil, false, color, outer, using: &generator)
        let twig = PredicateWorld.model("Twig", parent: branch, isComposite, color, outer, using: &generator)
        let leaf = PredicateWorld.model("Leaf", parent: twig, false, color, outer, using: &generator)
        models = [leaf, twig, branch]
        schema = Schema(models: models, enums: [color], embedded: [outer, inner])

        connection = try Connection(path: ":memory:")
        try QueryFunctions.register(on: connection)
        for model in [branch, twig, leaf] {
            try connection.execute(PredicateWorld.table(model))
            var made: [Row] = []
            for number in 0..<(model.name == "Leaf" ? count : 6) {
                let row = row(of: model, number, using: &generator)
                let marks = repeatElement("?", count: model.fields.count).joined(separator: ",")
                try connection.run(SQL("INSERT INTO \"\(model.name)\" VALUES (\(marks))", row.record.values))
                made.append(row)
            }
            rows[model.name] = made
        }
    }

    /// The row of that key.
    func row(of model: String, key: Key) -> Row? { rows[model]?.first { $0.record.key == key } }

    /// The parent of a row, nil when it is missing.
    func parent(of row: Row) -> Row? {
        guard let key = row.record.model.foreignKeys.first else { return nil }
        return self.row(of: key.target, key: Key(key.fields.map { row.record.values[$0] }))
    }
}

/// Models.
extension PredicateWorld {
    private static func fields(
        _ count: Int, prefix: String, _ color: EnumDefinition, _ embedded: [EmbeddedDefinition],
        using generator: inout SplitMix64
    ) -> [FieldDefinition] {
        let scalars = Scalar.allCases.filter { $0 != .json }
        var types: [FieldType] = (0..<count).map { _ in
            let item: FieldType.Item =
                Int.random(in: 0..<8, using: &generator) == 0
                ? .enumeration(color) : .scalar(scalars.randomElement(using: &generator) ?? .int)
            return FieldType(item, isList: Int.random(in: 0..<4, using: &generator) == 0)
        }
        types += embedded.enumerated().map { FieldType(.embedded($1), isList: $0 == 1) }
        return types.enumerated().map { FieldDefinition(name: "\(prefix)\($0)", type: $1) }
    }

    private static func model(
        _ name: String, parent: ModelDefinition?, _ isComposite: Bool, _ color: EnumDefinition,
        _ outer: EmbeddedDefinition, using generator: inout SplitMix64
    ) -> ModelDefinition {
        var fields = [
            FieldDefinition(name: "id", type: FieldType(.scalar(.id), isRequired: true), role: .key)
        ]
        if isComposite {
            fields.append(FieldDefinition(name: "or", type: FieldType(.scalar(.int), isRequired: true), role: .key))
        }
        fields += self.fields(8, prefix: "f", color, [outer], using: &generator)
        var foreignKeys: [ForeignKey] = []
        var relations: [RelationDefinition] = []
        if let parent {
            let places = Array(fields.count..<(fields.count + parent.primaryKey.count))
            let keys = parent.primaryKey.map { parent.fields[$0] }
            fields += keys.map { FieldDefinition(name: "parent_\($0.name)", type: FieldType($0.type.item)) }
            foreignKeys = [ForeignKey(fields: places, target: parent.name)]
            relations = [
                RelationDefinition(
                    name: "parent", kind: .belongsTo, target: parent.name, fields: keys.map { "parent_\($0.name)" },
                    targetFields: keys.map(\.name))
            ]
        }
        fields.append(
            FieldDefinition(name: "_version", type: FieldType(.scalar(.int), isRequired: true), role: .version))
        return ModelDefinition(
            name: name, fields: fields, primaryKey: isComposite ? [0, 1] : [0], foreignKeys: foreignKeys,
            relations: relations)
    }

    private static func table(_ model: ModelDefinition) -> String {
        let columns = model.fields.map { field in
            let type =
                switch field.type.scalar {
                case .int, .timestamp, .boolean: "INTEGER"
                case .float: "REAL"
                default: "TEXT"
                }
            return "\"\(field.name)\" \(type)"
        }
        let key = model.primaryKey.map { "\"\(model.fields[$0].name)\"" }.joined(separator: ",")
        return "CREATE TABLE \"\(model.name)\" (\(columns.joined(separator: ",")), PRIMARY KEY (\(key))) STRICT"
    }
}

/// Rows.
extension PredicateWorld {
    private func row(of model: ModelDefinition, _ number: Int, using generator: inout SplitMix64) -> Row {
        var values: [Value] = []
        var cells: [String: Cell] = [:]
        var parentKey: [Value] = []
        if let target = model.foreignKeys.first?.target, let parents = rows[target] {
            let chosen = parents.randomElement(using: &generator)
            let isMissing = Int.random(in: 0..<4, using: &generator) == 0
            parentKey = isMissing ? [] : chosen?.record.key.values ?? []
        }
        for (place, field) in model.fields.enumerated() {
            let made: (value: Value, cell: Cell)
            if field.role == .key {
                made = field.name == "id" ? PredicateWorld.text("\(model.name)-\(number)") : PredicateWorld.five
            } else if field.role == .version {
                made = PredicateWorld.five
            } else if let offset = model.foreignKeys.first?.fields.firstIndex(of: place) {
                made = PredicateWorld.foreign(parentKey, offset, number)
            } else {
                made = PredicateWorld.random(field.type, using: &generator)
            }
            values.append(made.value)
            cells[field.name] = made.cell
        }
        return Row(record: Record(model: model, values: values), cells: cells)
    }

    private static func text(_ text: String) -> (Value, Cell) { (.text(Text(text)), .bytes(Array(text.utf8))) }

    /// The integer 5, which the samples know.
    private static let five: (Value, Cell) = {
        let sample = Samples.of(.scalar(.int)).first { $0.value == .int(5) }
        return (.int(5), sample?.cell ?? .null)
    }()

    /// The key of a parent; null, or a key that nothing has.
    private static func foreign(_ key: [Value], _ offset: Int, _ number: Int) -> (Value, Cell) {
        guard offset < key.count else { return number % 2 == 0 || offset > 0 ? (.null, .null) : text("nobody") }
        guard case .text(let id) = key[offset] else { return five }
        return text(id.string)
    }

    private static func random(_ type: FieldType, using generator: inout SplitMix64) -> (value: Value, cell: Cell) {
        if Int.random(in: 0..<5, using: &generator) == 0 { return (.null, .null) }
        let isEmbedded = if case .embedded = type.item { true } else { false }
        if type.isList || isEmbedded {
            let (json, cell) = randomJSON(type, using: &generator)
            return cell == .null ? (.null, .null) : (.json(Text(json)), cell)
        }
        let samples = Samples.of(ValuePath.Item(type.item)).filter { $0.value != nil }
        guard let sample = samples.randomElement(using: &generator) else { return (.null, .null) }
        return (sample.value ?? .null, sample.cell)
    }

    private static func randomJSON(_ type: FieldType, using generator: inout SplitMix64) -> (String, Cell) {
        if type.isList {
            let items = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                randomJSON(FieldType(type.item), using: &generator)
            }
            return ("[" + items.map(\.0).joined(separator: ",") + "]", .list(items.map(\.1)))
        }
        if Int.random(in: 0..<6, using: &generator) == 0 { return ("null", .null) }
        if case .embedded(let definition) = type.item {
            var cells: [String: Cell] = [:]
            var parts: [String] = []
            for field in definition.fields {
                let (json, cell) =
                    !field.type.isList || Int.random(in: 0..<5, using: &generator) > 0
                    ? randomJSON(field.type, using: &generator) : ("null", .null)
                cells[field.name] = cell
                parts.append("\"\(field.name)\":\(json)")
            }
            return ("{" + parts.joined(separator: ",") + "}", .object(cells))
        }
        let samples = Samples.of(ValuePath.Item(type.item)).filter { $0.json != nil }
        guard let sample = samples.randomElement(using: &generator) else { return ("null", .null) }
        return (sample.json ?? "null", sample.cell)
    }
}

extension ValuePath.Item {
    init(_ item: FieldType.Item) {
        self =
            switch item {
            case .scalar(let scalar): .scalar(scalar)
            case .enumeration: .enumeration
            case .embedded: .embedded
            }
    }
}
