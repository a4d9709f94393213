import Testing

/// The command: exit codes, usage errors, help (protocol §6, §7).
@Suite struct CommandTests {
    /// A usage error: what is typed, and the words that its message has.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let words: [String]
        let says: [String]
        var environment: [String: String] = [:]

        init(_ words: String, says: [String], _ environment: [String: String] = [:]) {
            self.words = words.split(separator: " ").map { $0 == "''" ? "" : String($0) }
            self.says = says
            self.environment = environment
        }

        var testDescription: String { words.joined(separator: " ") + environment.map { " \($0)=\($1)" }.joined() }
    }

    @Test(
        "A usage error names what is wrong and the nearest right one, and ends with 2",
        arguments: [
            Mistake("serv", says: ["serv", "\"serve\"", "rivulet help"]),
            Mistake("help serv", says: ["serv", "\"serve\""]),
            Mistake("serve --max-bdy 5", says: ["--max-bdy", "\"--max-body\"", "rivulet help serve"]),
            Mistake("serve --max-body=0", says: ["--max-body", "0", "1 to 1073741824"]),
            Mistake("serve --max-body -1", says: ["--max-body", "-1"]),
            Mistake("serve --max-body 1k", says: ["--max-body", "1k"]),
            Mistake("serve --max-body 99999999999999999999", says: ["--max-body"]),
            Mistake("serve --max-body", says: ["--max-body", "needs a value"]),
            Mistake("serve --max-body= ", says: ["--max-body", "empty"]),
            Mistake("serve --retry 1 --retry 1", says: ["--retry", "twice"]),
            Mistake("serve --listen nowhere", says: ["--listen", "nowhere", "HOST:PORT"]),
            Mistake("serve --listen 127.0.0.1:65536", says: ["--listen", "65536"]),
            Mistake("serve --log-format jsn", says: ["--log-format", "jsn", "\"json\""]),
            Mistake("serve --migrate always", says: ["--migrate", "additive", "allow-destructive"]),
            Mistake("serve --insecure-ignore-auth=yes", says: ["--insecure-ignore-auth", "no value"]),
            Mistake("serve --cors-origin example.com", says: ["--cors-origin", "ORIGIN"]),
            Mistake("serve --cors-origin http://a,http://b/path", says: ["--cors-origin"]),
            Mistake("serve --database ''", says: ["--database", "empty"]), Mistake("serve now", says: ["now"]),
            Mistake("serve --schema --listen 127.0.0.1:0", says: ["--schema", "needs a value"]),
            Mistake("migrate --listen 127.0.0.1:0", says: ["migrate", "--listen"]),
            Mistake("check-schema", says: ["check-schema", "path"]),
            Mistake("check-schema a b", says: ["check-schema"]),
            Mistake("version now", says: ["version", "now"]),
            Mistake("serve", says: ["RIVULET_MAX_BODY", "x", "1 to"], ["RIVULET_MAX_BODY": "x"]),
            Mistake("serve", says: ["PORT", "99999"], ["PORT": "99999"]),
            Mistake("migrate", says: ["RIVULET_DRY_RUN", "maybe", "true or false"], ["RIVULET_DRY_RUN": "maybe"]),
        ])
    func mistakes(_ mistake: Mistake) throws {
        let run = try CommandRun(mistake.words, environment: mistake.environment)
        #expect(run.code == 2 && run.output.isEmpty)
        for part in mistake.says { #expect(run.errors.contains(part), "\(run.errors)") }
        #expect(run.errors.hasPrefix("rivulet: ") && !run.errors.contains(".;") && !run.errors.contains(".."))
    }

    /// §6's table: flag, default.
    private static let table = [
        ("max-request-line", 65_536), ("max-header-bytes", 32_768), ("max-header-fields", 100), ("max-body", 1_048_576),
        ("header-timeout", 10), ("body-timeout", 30), ("keep-alive-timeout", 75), ("max-connections", 10_000),
        ("max-streams-per-address", 1000), ("stream-buffer", 262_144), ("stream-timeout", 60),
        ("max-snapshot-items", 10_000), ("log-retention-changes", 1_000_000), ("log-retention-days", 7),
        ("shutdown-grace", 10), ("retry", 2),
    ]

    @Test("Every bound has its flag, its default and its range, and says when it is out of it", arguments: table)
    func bounds(_ name: String, _ initial: Int) throws {
        let help = try CommandRun(["help", "serve"])
        let line = try #require(help.output.split(separator: "\n").first { $0.hasPrefix("  --\(name) N ") })
        #expect(line.hasSuffix("(\(initial))"))
        let variable = "RIVULET_" + name.uppercased().replacing("-", with: "_")
        for run in [
            try CommandRun(["serve", "--\(name)", "99999999999999999"]),
            try CommandRun(["serve"], environment: [variable: "99999999999999999"]),
        ] {
            #expect(run.code == 2 && run.errors.contains("whole number from"), "\(run.errors)")
        }
        // A right one gets past the flags, to the schema that is not there.
        let right = try CommandRun(["serve", "--schema", "/nonexistent", "--\(name)", "\(initial)"])
        #expect(right.code == 1, "\(right.errors)")
    }

    @Test(
        "Help, of everything and of each command",
        arguments: [
            ["help"], ["--help"], ["-h"], ["help", "serve"], ["serve", "--help"], ["serve", "-h"], ["help", "migrate"],
            ["help", "check-schema"], ["help", "version"], ["version"], ["--version"],
        ])
    func help(_ words: [String]) throws {
        let run = try CommandRun(words)
        #expect(run.code == 0 && run.errors.isEmpty && run.output.hasSuffix("\n"))
        let command = words.first { !$0.hasPrefix("-") && $0 != "help" }
        #expect(run.output.contains(words == ["version"] ? "rivulet 0." : command.map { "rivulet \($0)" } ?? "rivulet"))
        #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 132 })
    }

    @Test("Without a command it says what there is, and that this is wrong")
    func nothing() throws {
        let run = try CommandRun([])
        #expect(run.code == 2 && run.errors.contains("serve") && run.output.isEmpty)
    }

    @Test("check-schema: 0 for a good one, 1 with place and reason for a bad one or none")
    func checkSchema() throws {
        let folder = try TemporaryFolder()
        try folder.write("good.graphql", World.blog)
        try folder.write("bad.graphql", "type A @model { b: Nope }\n")
        let good = try CommandRun(["check-schema", folder.path("good.graphql")])
        #expect(good.code == 0 && good.output.contains("4 models"))
        let bad = try CommandRun(["check-schema", folder.path("bad.graphql")])
        #expect(bad.code == 1 && bad.errors.contains("bad.graphql:1:20: error:"), "\(bad.errors)")
        #expect(try CommandRun(["check-schema", folder.path("none.graphql")]).code == 1)
        #expect(try CommandRun(["check-schema", folder.path]).code == 1)
    }

    @Test("migrate prints the plan; destructive steps need leave; --dry-run does nothing")
    func migrate() throws {
        let folder = try TemporaryFolder()
        try folder.write("1.graphql", "type A @model { id: ID! b: String c: Int }")
        try folder.write("2.graphql", "type A @model { id: ID! b: String }")
        func migrate(_ schema: String, _ flags: String...) throws -> CommandRun {
            try CommandRun(["migrate", "--schema", folder.path(schema), "--database", folder.path("a.db")] + flags)
        }
        #expect(try migrate("1.graphql", "--dry-run").output.contains("A"))
        #expect(try migrate("1.graphql").output.contains("A"))
        #expect(try migrate("1.graphql").output == "nothing to do\n")
        let refused = try migrate("2.graphql")
        #expect(refused.code == 1 && refused.errors.contains("--migrate=allow-destructive"))
        #expect(try migrate("2.graphql", "--dry-run").code == 0)
        #expect(try migrate("2.graphql", "--migrate", "allow-destructive").code == 0)
        #expect(try migrate("2.graphql").output == "nothing to do\n")
    }
}
