import DataStore

/// How a stored field's type is spelled in Swift.
struct SwiftType {
    private let type: FieldType
    private let names: SwiftTypeNames

    /// `names`: of the file, for an expression.
    init(_ type: FieldType, _ names: SwiftTypeNames = .plain) {
        self.type = type
        self.names = names
    }

    /// One item: `String`, `Temporal.Date`, `Status`.
    var item: String {
        switch type.item {
        case .scalar(let scalar): scalar.swiftName
        case .enumeration(let definition): names[definition.name]
        case .embedded(let definition): names[definition.name]
        }
    }

    /// The value when there is one: `String`, `[String?]`.
    var wrapped: String { type.isList ? "[\(item)\(type.isItemRequired ? "" : "?")]" : item }

    /// With `?` when it may be absent.
    var declaration: String { wrapped + (type.isRequired ? "" : "?") }

    /// The argument `ofType:` of a field of a `ModelSchema`.
    var schemaType: String {
        if type.isList { return ".embeddedCollection(of: \(item).self)" }
        return switch type.item {
        case .scalar(let scalar): scalar.swiftSchemaType
        case .enumeration: ".enum(type: \(item).self)"
        case .embedded: ".embedded(type: \(item).self)"
        }
    }

    /// The function of `ModelPath` that leads to the field, or nil where selection sets have none: enums and embedded types.
    var pathFunction: String? {
        guard case .scalar(let scalar) = type.item else { return nil }
        return scalar.swiftPathFunction
    }
}

extension Scalar {
    fileprivate var swiftName: String {
        switch self {
        case .id, .string, .email, .url, .phone, .ipAddress, .json: "String"
        case .int, .timestamp: "Int"
        case .float: "Double"
        case .boolean: "Bool"
        case .dateTime: "Temporal.DateTime"
        case .date: "Temporal.Date"
        case .time: "Temporal.Time"
        }
    }

    fileprivate var swiftSchemaType: String {
        switch self {
        case .id, .string, .email, .url, .phone, .ipAddress, .json: ".string"
        case .int, .timestamp: ".int"
        case .float: ".double"
        case .boolean: ".bool"
        case .dateTime: ".dateTime"
        case .date: ".date"
        case .time: ".time"
        }
    }

    fileprivate var swiftPathFunction: String {
        switch self {
        case .id, .string, .email, .url, .phone, .ipAddress, .json: "string"
        case .int, .timestamp: "int"
        case .float: "double"
        case .boolean: "bool"
        case .dateTime: "datetime"
        case .date: "date"
        case .time: "time"
        }
    }
}
