/// Names of types in the SDL, and the enums and embedded types that they need.
struct SDLTypes {
    private var enums: [(name: String, values: [String], id: ObjectIdentifier)] = []
    private var embedded: [(name: String, lines: [String])] = []

    /// The SDL of all enums and embedded types that were named.
    var text: String {
        var text = ""
        for type in enums { text += "enum \(type.name) {\n\(type.values.map { "  \($0)\n" }.joined())}\n\n" }
        for type in embedded { text += "type \(type.name) {\n\(type.lines.joined())}\n\n" }
        return text
    }

    /// The scalar of a field type; nil for what is none.
    static func scalar(_ type: ModelFieldType) -> String? {
        switch type {
        case .string: "String"
        case .int: "Int"
        case .double: "Float"
        case .date: "AWSDate"
        case .dateTime: "AWSDateTime"
        case .time: "AWSTime"
        case .timestamp: "AWSTimestamp"
        case .bool: "Boolean"
        case .enum, .embedded, .embeddedCollection, .model, .collection: nil
        }
    }

    /// The type of a field that holds a value, without `!`.
    mutating func name(of field: ModelField, in schema: ModelSchema) throws(DataStoreError) -> String {
        if let scalar = SDLTypes.scalar(field.type) { return scalar }
        switch field.type {
        case .enum(let type): return try name(ofEnum: type)
        case .embedded(let type, let inner):
            let item = try name(of: type, inner)
            return item.isList ? "[\(item.name)]" : item.name
        case .embeddedCollection(let type, let inner): return "[\(try name(of: type, inner).name)]"
        default:
            throw .configuration(
                "\(schema.name).\(field.name) is of another model, and has no association.",
                "Describe it with hasMany, hasOne or belongsTo.")
        }
    }

    private mutating func name(
        of type: Any.Type, _ schema: ModelSchema?
    ) throws(DataStoreError) -> (name: String, isList: Bool) {
        if let list = type as? any ListType.Type { return (try name(of: list.item, schema).name, true) }
        if let optional = type as? any OptionalType.Type { return try name(of: optional.wrapped, schema) }
        if let known = SDLTypes.scalars[ObjectIdentifier(type)] { return (known, false) }
        if let type = type as? any EnumPersistable.Type { return (try name(ofEnum: type), false) }
        guard let schema = schema ?? (type as? any Embeddable.Type)?.schema else { return ("AWSJSON", false) }
        try add(schema)
        return (schema.name, false)
    }

    private static let scalars: [ObjectIdentifier: String] = [
        ObjectIdentifier(String.self): "String", ObjectIdentifier(Int.self): "Int",
        ObjectIdentifier(Int64.self): "Int", ObjectIdentifier(Int32.self): "Int",
        ObjectIdentifier(Double.self): "Float", ObjectIdentifier(Float.self): "Float",
        ObjectIdentifier(Bool.self): "Boolean", ObjectIdentifier(Temporal.Date.self): "AWSDate",
        ObjectIdentifier(Temporal.DateTime.self): "AWSDateTime", ObjectIdentifier(Temporal.Time.self): "AWSTime",
    ]

    private mutating func name<E: EnumPersistable>(ofEnum type: E.Type) throws(DataStoreError) -> String {
        let name = String(describing: type)
        let id = ObjectIdentifier(type)
        if let known = enums.first(where: { $0.name == name }) {
            guard known.id != id else { return name }
            throw .configuration("Two enums are named \(name).", "Give one of them another name.")
        }
        enums.append((name, E.names, id))
        return name
    }

    /// Embedded types may contain each other, so the name is taken before the fields are read.
    private mutating func add(_ schema: ModelSchema) throws(DataStoreError) {
        if embedded.contains(where: { $0.name == schema.name }) { return }
        let place = embedded.count
        embedded.append((schema.name, []))
        for field in schema.declaredFields {
            let type = try name(of: field, in: schema)
            embedded[place].lines.append("  \(field.name): \(type)\(field.isRequired ? "!" : "")\n")
        }
    }
}

/// An array, whatever its items are.
private protocol ListType {
    static var item: Any.Type { get }
}

extension Array: ListType {
    static var item: Any.Type { Element.self }
}

/// An optional, whatever it wraps.
private protocol OptionalType {
    static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
    static var wrapped: Any.Type { Wrapped.self }
}
