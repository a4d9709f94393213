import Codegen
import DataStore
import GraphQL
import Server

/// `rivulet codegen swift|typescript`: code for the clients of a schema.
enum CodegenCommand {
    private static let languages = ["swift", "typescript"]

    static let output = Flag(
        name: "output", value: .text("DIR|FILE.ts"),
        help: "the folder of the files, made when it is not there; of typescript also the file", initial: "generated")

    /// The flag's short name.
    static let out = Flag(name: "out", value: .text("DIR|FILE.ts"), help: "the same as --output", initial: "")

    static let imported = Flag(
        name: "import", value: .word(["Amplify", "DataStore"]) { _, _ in },
        help: "the module that Swift files import", initial: "Amplify")

    static let check = Flag(
        name: "check", value: .toggle { _ in },
        help: "change nothing; end with 1 when a file is not as it would be written", initial: "")

    static let flags = [Flag.schema, output, out, imported, check]

    @Sendable static func run(_ words: [String]) throws(UsageError) -> Int32 {
        let arguments = try Arguments(words, flags: flags, command: "codegen")
        var configuration = Configuration()
        try arguments.apply(to: &configuration)
        guard let language = arguments.words.first, arguments.words.count == 1 else {
            throw UsageError("codegen takes one language: \(languages.joined(separator: " or ")).", command: "codegen")
        }
        guard languages.contains(language) else {
            let hint = Suggestion.hint(for: language, among: languages)
            throw UsageError("codegen does not write \(language)\(hint)", command: "codegen")
        }
        let target = try Target(arguments, isTypeScript: language == "typescript")
        guard let schema = load(arguments.text(.schema)) else { return 1 }
        switch generation(schema, target, arguments) {
        case .refused(let diagnostics):
            for diagnostic in diagnostics { Terminal.error(diagnostic.rendered) }
            return 1
        case .files(let files):
            return put(files, into: target, isCheck: ["true", "1"].contains(arguments.text(check)))
        }
    }

    private static func generation(_ schema: CodegenSchema, _ target: Target, _ arguments: Arguments) -> Generation {
        if target.isTypeScript {
            return TypeScriptGenerator(schema).generate(name: target.file ?? TypeScriptGenerator.fileName)
        }
        let generator = SwiftGenerator(schema, module: arguments.text(imported))
        for notice in generator.notices { Terminal.error(notice.rendered) }
        return generator.generate()
    }

    private static func load(_ path: String) -> CodegenSchema? {
        do throws(SchemaFiles.Failure) {
            let load = CodegenSchema.load(try SchemaFiles.read(path))
            for diagnostic in load.diagnostics { Terminal.error(diagnostic.rendered) }
            return load.schema
        } catch {
            Terminal.error(error.message)
            return nil
        }
    }

    /// Writes what differs, or with `isCheck` says what would be written.
    private static func put(_ files: [GeneratedFile], into target: Target, isCheck: Bool) -> Int32 {
        do throws(OutputFolder.Failure) {
            let folder = try OutputFolder(target.folder, isMade: !isCheck)
            // A TypeScript file may stand among an app's own; another one is not known to be out of date.
            let plan = OutputPlan(files, over: try folder.present(), removesStale: !target.isTypeScript)
            for name in plan.foreign {
                Terminal.error(
                    "\(target.folder)/\(name) was not made by rivulet codegen; move it away, or choose another --output"
                )
            }
            guard plan.foreign.isEmpty else { return 1 }
            if isCheck {
                for file in plan.writes { Terminal.print("would write \(target.folder)/\(file.name)") }
                for name in plan.removals { Terminal.print("would remove \(target.folder)/\(name)") }
                return plan.isEmpty ? 0 : 1
            }
            for file in plan.writes {
                try folder.write(file)
                Terminal.print("wrote \(target.folder)/\(file.name)")
            }
            for name in plan.removals {
                try folder.remove(name)
                Terminal.print("removed \(target.folder)/\(name)")
            }
            if plan.unchanged > 0 { Terminal.print("\(plan.unchanged) unchanged") }
            return 0
        } catch {
            Terminal.error(error.message)
            return 1
        }
    }

    /// Where the files go.
    private struct Target {
        let isTypeScript: Bool
        let folder: String
        /// The name of the one file, where the output names it.
        let file: String?

        init(_ arguments: Arguments, isTypeScript: Bool) throws(UsageError) {
            self.isTypeScript = isTypeScript
            let short = arguments.text(CodegenCommand.out)
            let path = short.isEmpty ? arguments.text(CodegenCommand.output) : short
            guard isTypeScript, path.hasSuffix(".ts") else {
                folder = Self.withoutSlash(path)
                file = nil
                return
            }
            let slash = path.lastIndex(of: "/")
            let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
            guard name != ".ts" else {
                throw UsageError("--output is \(path); it must be a folder or a file.", command: "codegen")
            }
            folder = slash.map { Self.withoutSlash(String(path[...$0])) } ?? "."
            file = name
        }

        private static func withoutSlash(_ path: String) -> String {
            var path = path
            while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
            return path
        }
    }
}
