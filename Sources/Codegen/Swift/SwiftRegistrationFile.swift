import DataStore

/// `AmplifyModels.swift`: registers every model, and names the version of the schema.
struct SwiftRegistrationFile {
    private let schema: Schema

    init(_ schema: Schema) { self.schema = schema }

    func write(to code: inout CodeText) {
        code.line("/// The models of the schema, for the store to register.")
        code.block("final public class AmplifyModels: AmplifyModelRegistration {") { code in
            code.line("public let version: String = \"\(SchemaFingerprint.of(schema))\"")
            code.line()
            code.line("public init() { }")
            code.line()
            code.block("public func registerModels(registry: ModelRegistry.Type) {") { code in
                for model in schema.models {
                    code.line("ModelRegistry.register(modelType: \(SwiftText.identifier(model.name)).self)")
                }
            }
        }
    }
}
