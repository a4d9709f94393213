/// One subcommand: its name, what it is for, its flags, and what it does.
struct Subcommand: Sendable {
    let name: String
    /// The words after the name, for the help.
    let usage: String
    let summary: String
    let flags: [Flag]
    let run: @Sendable ([String]) throws(UsageError) -> Int32

    /// All of them, in the order of the help.
    static let all: [Subcommand] = [
        Subcommand(
            name: "serve", usage: "[flags]", summary: "Serve a schema over HTTP.", flags: Flag.serve,
            run: ServeCommand.run),
        Subcommand(
            name: "check-schema", usage: "PATH", summary: "Check a schema.graphql, or a folder of them.", flags: [],
            run: CheckSchemaCommand.run),
        Subcommand(
            name: "migrate", usage: "[--dry-run] [flags]", summary: "Bring a database to its schema, or show the plan.",
            flags: Flag.migrate, run: MigrateCommand.run),
        Subcommand(
            name: "codegen", usage: "swift|typescript [flags]", summary: "Write a schema's code for its clients.",
            flags: CodegenCommand.flags, run: CodegenCommand.run),
        Subcommand(
            name: "version", usage: "", summary: "Print the version.", flags: [],
            run: { (words) throws(UsageError) in
                try Arguments(words, flags: [], command: "version").requireNoWords()
                return VersionCommand.run()
            }),
    ]
}
