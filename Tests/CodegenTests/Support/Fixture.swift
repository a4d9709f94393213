import Codegen
import DataStore
import Glibc
import GraphQL

/// The schemas beside the tests, and what is made of them.
enum Fixture {
    static let names = ["todo", "blog", "shop", "chat", "zoo"]

    /// The package's folder.
    static var root: String {
        #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined()
    }

    /// The path of a file in `Fixtures`.
    static func path(_ name: String) -> String { "\(root)/Tests/CodegenTests/Fixtures/\(name)" }

    static func read(_ path: String) throws -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure("\(path): \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count >= 0 else { throw Failure("\(path): read") }
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }

    /// The schema of a fixture, with `more` as a second file.
    static func schema(_ name: String, more: String? = nil) throws -> CodegenSchema {
        let sources = try [name, more].compactMap(\.self).map {
            SchemaSource(path: "\($0).graphql", text: try read(path("\($0).graphql")))
        }
        return try schema(sources)
    }

    static func schema(text: String) throws -> CodegenSchema {
        try schema([SchemaSource(path: "schema.graphql", text: text)])
    }

    static func schema(_ sources: [SchemaSource]) throws -> CodegenSchema {
        let load = CodegenSchema.load(sources)
        guard let schema = load.schema else {
            throw Failure("the schema of the test is wrong: \(load.diagnostics.map(\.rendered))")
        }
        return schema
    }

    static func swift(_ schema: CodegenSchema, module: String = "Amplify") throws -> [GeneratedFile] {
        try files(SwiftGenerator(schema, module: module).generate())
    }

    static func typeScript(_ schema: CodegenSchema) throws -> [GeneratedFile] {
        try files(TypeScriptGenerator(schema).generate())
    }

    private static func files(_ generation: Generation) throws -> [GeneratedFile] {
        switch generation {
        case .files(let files): return files
        case .refused(let diagnostics): throw Failure("refused: \(diagnostics.map(\.rendered))")
        }
    }

    /// All files in one text, each under its name.
    static func joined(_ files: [GeneratedFile]) -> String { files.map { "==== \($0.name)\n\($0.text)" }.joined() }
}
