import DataStore
import GraphQL

/// Makes one file of types for a web client: records exactly as the REST API shows them, what it takes, and the events of
/// its streams. It holds types alone, so nothing of it is left at run time.
package struct TypeScriptGenerator {
    /// What the file is called where no other name is given.
    package static let fileName = "models.ts"

    private let input: CodegenSchema

    package init(_ input: CodegenSchema) { self.input = input }

    /// The file, under `name`.
    package func generate(name: String = fileName) -> Generation {
        let made = madeNames
        let faults = TypeNameCheck(
            input, language: "TypeScript",
            isTaken: {
                TypeScriptGenerator.takenNames.contains($0) || TypeScriptEvents.names.contains($0) || made.contains($0)
            }
        ).faults
        guard faults.isEmpty else { return .refused(faults) }
        var code = CodeText()
        code.line(GeneratedFile.marker)
        code.line("/* eslint-disable */")
        TypeScriptRecords(input).write(to: &code)
        TypeScriptEvents(input.schema).write(to: &code)
        return .files([GeneratedFile(name: name, text: code.text)])
    }

    /// The names of the types that stand beside each model and embedded type.
    private var madeNames: Set<String> {
        let names = input.schema.models.map(\.name) + input.schema.embedded.map(\.name)
        return Set(names.flatMap { ["New\($0)", "\($0)Patch"] })
    }

    /// Names that TypeScript has for itself (its predefined types, and the words that it reserves).
    private static let takenNames: Set<String> = [
        "any", "as", "asserts", "async", "await", "bigint", "boolean", "break", "case", "catch", "class", "const",
        "continue", "debugger", "declare", "default", "delete", "do", "else", "enum", "export", "extends", "false",
        "finally", "for", "function", "if", "implements", "import", "in", "infer", "instanceof", "interface", "is",
        "keyof", "let", "module", "namespace", "never", "new", "null", "number", "object", "of", "package", "private",
        "protected", "public", "readonly", "require", "return", "static", "string", "super", "switch", "symbol",
        "this", "throw", "true", "try", "type", "typeof", "undefined", "unique", "unknown", "var", "void", "while",
        "with", "yield",
    ]
}
