package import DataStore
package import GraphQL

/// A schema for generators: resolved, and with what only its text knows.
package struct CodegenSchema: Sendable {
    package let schema: Schema
    let outline: SchemaOutline

    /// The schema of these files, or nil when a diagnostic is an error: the same ones that the server would refuse it for.
    package static func load(_ sources: [SchemaSource]) -> (schema: CodegenSchema?, diagnostics: [Diagnostic]) {
        let load = Schema.load(sources)
        guard let schema = load.schema else { return (nil, load.diagnostics) }
        let definitions = sources.flatMap {
            Parser.parse(SourceText(path: $0.path, text: $0.text)).document.definitions
        }
        return (CodegenSchema(schema: schema, outline: SchemaOutline(definitions)), load.diagnostics)
    }
}

/// What a generator made.
package enum Generation: Sendable {
    case files([GeneratedFile])
    /// The schema has names that the language cannot have; each is told at its place.
    case refused([Diagnostic])
}
