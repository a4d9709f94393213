import Codegen
import DataStore
import GraphQL
import Testing

/// The compilers of both languages take what is made, without an error or a warning; and what Swift files say of their
/// models is what the schema says.
@Suite struct CompilerTests {
    @Test(
        "Swift, against the library, in both language modes; its models have the tables of the schema",
        arguments: Fixture.names)
    func swift(_ name: String) throws {
        let folder = try TemporaryFolder()
        let schema = try Fixture.schema(name, more: name == "zoo" ? "swift-names" : nil)
        let files = try Fixture.swift(schema)
        for file in files { try folder.write(file.name, file.text) }
        try folder.write("main.swift", Self.main)
        let sources = files.map(\.name) + ["main.swift"]
        if name == "blog" {
            let older = try Tool.swiftc(["-typecheck", "-swift-version", "5"] + sources, folder: folder.path)
            #expect(older.code == 0 && older.output.isEmpty, "\(older.output)")
        }
        let compiler = try Tool.swiftc(
            ["-swift-version", "6", "-o", "program"] + sources, linking: true, folder: folder.path)
        try #require(compiler.code == 0 && compiler.output.isEmpty, "\(name): \(compiler.output)")
        let program = try Tool([folder.path("program")])
        try #require(program.code == 0, "\(program.output)")
        let load = Schema.load([SchemaSource(path: "printed.graphql", text: program.output)])
        let printed = try #require(load.schema, "\(load.diagnostics.map(\.rendered))")
        let (made, meant) = (Self.lines(printed), Self.lines(schema.schema))
        #expect(made.filter { !meant.contains($0) } == [], "in the models of \(name) alone")
        #expect(meant.filter { !made.contains($0) } == [], "in the schema of \(name) alone")
    }

    private static let main = """
        import Amplify

        AmplifyModels().registerModels(registry: ModelRegistry.self)
        print(try ModelSchema.sdl(of: ModelRegistry.modelSchemas))
        """

    /// Fields, keys and relations of all models: what Swift types keep of them. They do not say whether a key that stands
    /// for a relation must be there, nor that a model is without times.
    private static func lines(_ schema: Schema) -> [String] {
        schema.models.flatMap { model in
            func names(_ places: [Int]) -> String { places.map { model.fields[$0].name }.joined(separator: ",") }
            let pointers = Set(model.foreignKeys.flatMap(\.fields)).subtracting(model.primaryKey)
            let kept = model.fields.indices.filter { ![.createdAt, .updatedAt].contains(model.fields[$0].role) }
            var lines = kept.map { place in
                let field = model.fields[place]
                let isRequired = pointers.contains(place) ? "" : " \(field.type.isRequired)"
                return "\(model.name).\(field.name)\(isRequired) \(field.type.isList) \(field.role)"
            }
            lines.append("\(model.name) key \(names(model.primaryKey))")
            lines += model.foreignKeys.map {
                "\(model.name).\(names($0.fields)) > \($0.target) \($0.onDelete) \($0.ownsTarget)"
            }
            return lines
        }.sorted()
    }

    @Test("TypeScript, strict, and a program that uses it")
    func typeScript() throws {
        let folder = try TemporaryFolder()
        for name in Fixture.names {
            let files = try Fixture.typeScript(Fixture.schema(name))
            try folder.write("\(name).ts", try #require(files.first).text)
        }
        try folder.write("use.ts", Fixture.read(Fixture.path("use-blog.ts.txt")))
        let compiler = try Tool(
            ["tsc", "--noEmit", "--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes"]
                + ["--isolatedModules", "--noUnusedLocals", "--target", "es2020"] + ["use.ts"]
                + Fixture.names.map { "\($0).ts" }, folder: folder.path)
        #expect(compiler.code == 0 && compiler.output.isEmpty, "scripts/setup --test brings tsc: \(compiler.output)")
    }
}
