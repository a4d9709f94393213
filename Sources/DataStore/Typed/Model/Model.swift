/// The name of a model, which is its type's in the schema.
public typealias ModelName = String

/// A type whose values are records: saved, queried and watched.
///
/// The files that `amplify codegen models` writes conform to it. Records hold a model by its coding keys: each is a field
/// or a relation of ``schema``.
public protocol Model: Codable, Sendable {
    /// Fields, relations and key.
    static var schema: ModelSchema { get }
    /// The model's name; the name of the Swift type unless it says otherwise.
    static var modelName: ModelName { get }
    /// Where typed paths begin; nil in files that were generated without paths.
    static var rootPath: (any PropertyContainerPath)? { get }
}

extension Model {
    /// The name of the Swift type.
    public static var modelName: ModelName { String(describing: self) }

    /// No paths.
    public static var rootPath: (any PropertyContainerPath)? { nil }

    /// The model's name.
    public var modelName: ModelName {
        (self as? DynamicModel)?.schema.name ?? (self as? AnyModel)?.modelName ?? Self.modelName
    }

    /// The schema of this value: its type's, or of a ``DynamicModel`` or ``AnyModel`` its own.
    var ownSchema: ModelSchema {
        (self as? DynamicModel)?.schema ?? (self as? AnyModel)?.instance.ownSchema ?? Self.schema
    }

    /// The primary key as one text: a single value as it is, several in quotes, `"abc"#"2026-01-01"`.
    public var identifier: String { identifier(schema: ownSchema).stringValue }

    /// The primary key: the values of the schema's key fields.
    public func identifier(schema: ModelSchema) -> any ModelIdentifierProtocol {
        AnyModelIdentifier(
            fields: schema.primaryKey.names.compactMap { name in
                guard let value = self[name] ?? nil, let persistable = value as? any Persistable else { return nil }
                return (name: name, value: persistable)
            })
    }
}
