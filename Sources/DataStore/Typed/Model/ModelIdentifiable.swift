/// A model that says what its primary key consists of.
public protocol ModelIdentifiable {
    /// The form of the key.
    associatedtype IdentifierFormat: AnyModelIdentifierFormat
    /// The type of its keys.
    associatedtype IdentifierProtocol: ModelIdentifierProtocol
}

/// The primary key of one record: names and values in key order.
public protocol ModelIdentifierProtocol: Sendable {
    /// One field of the key.
    typealias Field = (name: String, value: any Persistable)
    /// All of them.
    typealias Fields = [Field]

    /// The fields in key order.
    var fields: Fields { get }
}

extension ModelIdentifierProtocol {
    /// One text: a single value as it is, several in quotes, `"abc"#"2026-01-01"`.
    public var stringValue: String {
        if fields.count == 1, let field = fields.first { return field.value.identifierText }
        return fields.map { "\"\($0.value.identifierText)\"" }.joined(separator: ModelIdentifierFormat.Custom.separator)
    }

    /// Names of the fields.
    public var keys: [String] { fields.map(\.name) }

    /// Values of the fields.
    public var values: [any Persistable] { fields.map(\.value) }

    /// Matches the record of this key.
    public var predicate: any QueryPredicate {
        let terms = fields.map { QueryPredicateOperation(field: $0.name, operator: .equals($0.value)) }
        return terms.count == 1 ? terms[0] : QueryPredicateGroup(type: .and, predicates: terms)
    }
}

/// The primary key of a record of `M`.
public struct ModelIdentifier<M: Model, F: AnyModelIdentifierFormat>: ModelIdentifierProtocol {
    /// The fields in key order.
    public var fields: Fields
}

/// A key of the single field `id`.
public typealias DefaultModelIdentifier<M: Model> = ModelIdentifier<M, ModelIdentifierFormat.Default>

extension ModelIdentifier where F == ModelIdentifierFormat.Custom {
    /// The key of these fields, in key order.
    public static func make(fields: ModelIdentifierProtocol.Field...) -> Self { Self(fields: fields) }

    /// The key of these fields, in key order.
    public static func make(fields: [ModelIdentifierProtocol.Field]) -> Self { Self(fields: fields) }
}

extension ModelIdentifier where F == ModelIdentifierFormat.Default {
    /// The key with this `id`.
    public static func makeDefault(id: String) -> Self {
        Self(fields: [(name: ModelIdentifierFormat.Default.name, value: id)])
    }

    /// The key of `model`.
    public static func makeDefault(fromModel model: M) -> Self {
        Self(fields: model.identifier(schema: M.schema).fields)
    }
}

/// A key whose model is known at run time only.
struct AnyModelIdentifier: ModelIdentifierProtocol {
    let fields: Fields
}

extension Persistable {
    /// As it stands in a key's text.
    fileprivate var identifierText: String {
        switch self {
        case let date as Temporal.Date: date.iso8601String
        case let time as Temporal.Time: time.iso8601String
        case let dateTime as Temporal.DateTime: dateTime.iso8601String
        default: String(describing: self)
        }
    }
}
