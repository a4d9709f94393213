import Codegen
import Glibc
import Testing

/// `rivulet codegen`: exit codes, and what it does to files.
@Suite struct CommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("schema.graphql", "type A @model { s: E } type Old @model { id: ID! } enum E { X }\n")
    }

    private func codegen(_ words: String..., environment: [String: String] = [:]) throws -> Tool {
        try Tool.rivulet(
            ["codegen"] + words + ["--schema", folder.path("schema.graphql")], environment: environment)
    }

    private func swift(_ words: String..., environment: [String: String] = [:]) throws -> Tool {
        try Tool.rivulet(
            ["codegen", "swift", "--schema", folder.path("schema.graphql"), "--output", folder.path("out")] + words,
            environment: environment)
    }

    /// When a file was last written, and which one it is.
    private func stamp(_ name: String) -> [Int] {
        var status = stat()
        guard stat(folder.path(name), &status) == 0 else { return [] }
        return [Int(status.st_ino), status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    }

    private let names = ["A+Schema.swift", "A.swift", "AmplifyModels.swift", "E.swift"]

    @Test("It writes the files, leaves those alone that are right, and removes its own that are left over")
    func lifecycle() throws {
        let first = try swift()
        #expect(first.code == 0 && first.output.contains("wrote \(folder.path("out"))/A.swift"), "\(first.output)")
        #expect(folder.names("out") == (names + ["Old+Schema.swift", "Old.swift"]).sorted())
        let before = names.map { stamp("out/\($0)") }
        try folder.write("out/Mine.swift", "let mine = 1\n")

        let second = try swift(environment: ["LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Tokyo"])
        #expect(second.code == 0 && second.output == "6 unchanged\n", "\(second.output)")
        #expect(names.map { stamp("out/\($0)") } == before)

        try folder.write("schema.graphql", "type A @model { s: E } enum E { X Y }\n")
        let check = try swift("--check")
        #expect(check.code == 1 && names.map { stamp("out/\($0)") } == before)
        for line in ["would write", "E.swift", "would remove", "Old.swift"] { #expect(check.output.contains(line)) }
        #expect(try swift().code == 0)
        #expect(folder.names("out") == (names + ["Mine.swift"]).sorted())
        #expect(stamp("out/A.swift") == before[1] && stamp("out/E.swift") != before[3])
        #expect(try folder.text("out/Mine.swift") == "let mine = 1\n")
        #expect(try swift("--check").code == 0)
    }

    @Test("--check makes nothing, not even the folder")
    func checkEmpty() throws {
        let check = try swift("--check")
        #expect(check.code == 1 && check.output.contains("would write") && folder.names() == ["schema.graphql"])
        #expect(try swift(environment: ["RIVULET_CHECK": "1"]).code == 1 && folder.names() == ["schema.graphql"])
    }

    @Test("A file of somebody else, or a link, is not replaced, and then nothing is written", arguments: [true, false])
    func foreign(_ isLink: Bool) throws {
        try folder.makeFolder("out")
        try folder.write("elsewhere", GeneratedFile.marker + "\n")
        if isLink {
            #expect(symlink(folder.path("elsewhere"), folder.path("out/A.swift")) == 0)
        } else {
            try folder.write("out/A.swift", "// mine\n")
        }
        let run = try swift()
        #expect(run.code == 1 && run.output.contains("out/A.swift was not made by rivulet codegen"), "\(run.output)")
        #expect(folder.names("out") == ["A.swift"])
        #expect(try folder.text("elsewhere") == GeneratedFile.marker + "\n")
        #expect(try folder.text("out/A.swift") == (isLink ? GeneratedFile.marker + "\n" : "// mine\n"))
    }

    @Test("A bad schema is told as check-schema tells it, and nothing is written", arguments: ["swift", "typescript"])
    func badSchema(_ language: String) throws {
        try folder.write("schema.graphql", "type A @model { b: Nope }\n")
        let run = try codegen(language, "--output", folder.path("out"))
        #expect(run.code == 1 && folder.names() == ["schema.graphql"])
        #expect(run.output.contains("schema.graphql:1:20: error: there is no type \"Nope\""))
        #expect(run.output.contains("\n                   ^\n"), "\(run.output)")
        try folder.write("schema.graphql", "type Page @model { b: Int }\ntype List @model { b: Int }")
        #expect(try codegen(language, "--output", folder.path("out")).code == 1)
        #expect(folder.names() == ["schema.graphql"])
    }

    @Test("TypeScript goes into a folder or into a file, and leaves its neighbours alone")
    func typeScript() throws {
        #expect(try codegen("typescript", "--output", folder.path("web/src")).code == 0)
        #expect(folder.names("web/src") == ["models.ts"])
        #expect(try codegen("typescript", "--out", folder.path("web/src/api.ts")).code == 0)
        #expect(folder.names("web/src") == ["api.ts", "models.ts"])
        #expect(try folder.text("web/src/api.ts") == folder.text("web/src/models.ts"))
        #expect(try codegen("typescript", "--check", "--out", folder.path("web/src/api.ts")).code == 0)
    }

    @Test("A name that is Swift's, too, is told of, and the files are written")
    func clash() throws {
        try folder.write("schema.graphql", "type Task @model { id: ID! }\n")
        let run = try swift()
        #expect(run.code == 0 && run.output.contains("schema.graphql:1:6: notice: \"Task\""), "\(run.output)")
        #expect(folder.names("out").contains("Task.swift"))
        #expect(try codegen("typescript", "--output", folder.path("web")).output.contains("notice") == false)
    }

    @Test("--import names the module")
    func module() throws {
        #expect(try swift("--import", "DataStore").code == 0)
        #expect(try folder.text("out/A.swift").contains("\nimport DataStore\nimport Foundation\n"))
    }

    @Test(
        "Usage errors end with 2 and name what is wrong",
        arguments: [
            ([], "swift or typescript"), (["swift", "typescript"], "one language"),
            (["swft"], "did you mean \"swift\"?"), (["swift", "--import", "Foundation"], "Amplify or DataStore"),
            (["swift", "--ouput", "x"], "\"--output\""), (["typescript", "--output", "a/.ts"], "a/.ts"),
        ])
    func mistakes(_ words: [String], _ says: String) throws {
        let run = try Tool.rivulet(["codegen"] + words)
        #expect(
            run.code == 2 && run.output.contains(says) && run.output.contains("rivulet help codegen"), "\(run.output)")
    }
}
