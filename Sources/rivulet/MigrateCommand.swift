import DataStore
import Server

/// `rivulet migrate [--dry-run]`.
enum MigrateCommand {
    @Sendable static func run(_ words: [String]) throws(UsageError) -> Int32 {
        let arguments = try Arguments(words, flags: Flag.migrate, command: "migrate")
        try arguments.requireNoWords()
        var configuration = Configuration()
        try arguments.apply(to: &configuration)
        guard let schema = LoadedSchema.read(arguments.text(.schema), { Terminal.error($0) }) else { return 1 }
        let report = { @Sendable (progress: MigrationProgress) in Terminal.progress(progress.text) }
        do throws(Database.OpenFailure) {
            let plan =
                if configuration.migration == .dryRun {
                    try Database.plan(path: configuration.database, schema: schema, report: report)
                } else {
                    try Database(
                        path: configuration.database, schema: schema, policy: configuration.migration, report: report
                    ).plan
                }
            Terminal.progress("")
            Terminal.print(plan.steps.isEmpty ? "nothing to do" : plan.lines.joined(separator: "\n"))
            return 0
        } catch {
            Terminal.progress("")
            Terminal.error(error.explanation)
            return 1
        }
    }
}
