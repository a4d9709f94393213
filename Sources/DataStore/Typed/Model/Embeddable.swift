/// An object type without `@model`: it lives inside records.
public protocol Embeddable: Codable, Sendable {
    /// Its fields.
    static var schema: ModelSchema { get }
}

extension Embeddable {
    /// Describes the fields in the builder language of generated files.
    public static func defineSchema(
        name: String? = nil, define: (inout ModelSchemaDefinition) -> Void
    ) -> ModelSchema {
        ModelSchemaDefinition.schema(named: name ?? String(describing: self), define)
    }
}
