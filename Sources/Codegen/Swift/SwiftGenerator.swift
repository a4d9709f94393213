import DataStore
package import GraphQL

/// Makes the Swift files of a schema, in the form that Amplify's generator gives them: for each model and embedded type a
/// struct and its schema, for each enum an enum, and the registration of all models.
package struct SwiftGenerator {
    /// Where registration stands.
    private static let registration = "AmplifyModels"

    private let input: CodegenSchema
    private let module: String

    /// `module` is what the files import.
    package init(_ input: CodegenSchema, module: String) {
        self.input = input
        self.module = module
    }

    /// What the author should know of names that are Swift's, too.
    package var notices: [Diagnostic] { SwiftNameClashes(input).notices }

    /// The files in the order of the schema.
    package func generate() -> Generation {
        let faults = TypeNameCheck(input, language: "Swift", isTaken: SwiftGenerator.takenNames.contains).faults
        guard faults.isEmpty else { return .refused(faults) }
        let schema = SwiftSchema(input)
        var files: [GeneratedFile] = []
        for model in schema.schema.models {
            let members = schema.members(of: model)
            files.append(file(model.name, SwiftModelFile(model, members, schema).write))
            files.append(file(model.name + "+Schema", SwiftModelSchemaFile(model, members, schema).write))
        }
        for definition in schema.schema.embedded {
            files.append(file(definition.name, SwiftEmbeddedFile(definition, schema).write))
            files.append(file(definition.name + "+Schema", SwiftEmbeddedSchemaFile(definition, schema).write))
        }
        for definition in schema.schema.enums {
            files.append(file(definition.name, SwiftEnumFile(definition, schema.outline).write))
        }
        files.append(file(SwiftGenerator.registration, SwiftRegistrationFile(schema.schema).write))
        return .files(files)
    }

    private func file(_ name: String, _ write: (inout CodeText) -> Void) -> GeneratedFile {
        var code = CodeText()
        code.line(GeneratedFile.marker)
        code.line("// swiftlint:disable all")
        code.line("import \(module)")
        code.line("import Foundation")
        code.line()
        write(&code)
        return GeneratedFile(name: name + ".swift", text: code.text)
    }

    /// Names that the generated text uses for something else, and names that Swift cannot give to a type.
    private static let takenNames: Set<String> = [
        "Amplify", "AmplifyModelRegistration", "AmplifyModels", "Any", "Bool", "CodingKeys", "DataStore", "Decoder",
        "DefaultModelIdentifier", "Double", "Embeddable", "Encoder", "EnumPersistable", "FieldPath", "Foundation",
        "IdentifierFormat", "IdentifierProtocol", "LazyReference", "List", "Model", "ModelIdentifiable",
        "ModelIdentifier", "ModelIdentifierFormat", "ModelKey", "ModelPath", "ModelRegistry", "ModelType", "Path",
        "PropertyContainerPath", "Protocol", "Self", "Temporal", "Type", "UUID", "_", "self",
    ]
}
