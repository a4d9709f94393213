import Codegen
import Testing

/// The compilers of both languages take what is made, without an error or a warning.
@Suite struct CompilerTests {
    @Test("Swift, against the declarations that Amplify's model files need, in both language modes")
    func swift() throws {
        let folder = try TemporaryFolder()
        try folder.write("Amplify.swift", Fixture.read(Fixture.path("Amplify.swift.txt")))
        let library = try Tool(
            ["swiftc", "-emit-module", "-parse-as-library", "-module-name", "Amplify", "-swift-version", "5"]
                + ["Amplify.swift"], folder: folder.path)
        try #require(library.code == 0, "\(library.output)")
        for name in Fixture.names {
            try folder.makeFolder(name)
            let schema = try Fixture.schema(name, more: name == "zoo" ? "swift-names" : nil)
            let files = try Fixture.swift(schema)
            for file in files { try folder.write("\(name)/\(file.name)", file.text) }
            for mode in name == "blog" ? ["5", "6"] : ["6"] {
                let compiler = try Tool(
                    ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", mode, "-I", folder.path]
                        + files.map(\.name), folder: folder.path(name))
                #expect(compiler.code == 0 && compiler.output.isEmpty, "\(name): \(compiler.output)")
            }
        }
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
