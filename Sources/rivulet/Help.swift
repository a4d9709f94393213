import GraphQL

/// `rivulet help [command]`.
enum Help {
    static let overview = """
        rivulet: a realtime model store. Models in schema.graphql, records in SQLite, changes by Server-Sent Events.

        Usage: rivulet COMMAND

        \(Subcommand.all.map { "  \(padded($0.name, to: 14)) \($0.summary)" }.joined(separator: "\n"))
          \(padded("help", to: 14)) Show this, or the flags of a command.

        Every flag has a variable: RIVULET_MAX_BODY sets --max-body. A flag goes before its variable.
        """

    static func run(_ words: [String]) throws(UsageError) -> Int32 {
        guard let name = words.first else {
            Terminal.print(overview)
            return 0
        }
        guard let command = Subcommand.all.first(where: { $0.name == name }) else {
            throw UsageError(
                "there is no command \(name)\(Suggestion.hint(for: name, among: Subcommand.all.map(\.name)))")
        }
        Terminal.print(text(of: command))
        return 0
    }

    private static func text(of command: Subcommand) -> String {
        var lines = ["Usage: rivulet \(command.name) \(command.usage)", "", command.summary]
        if !command.flags.isEmpty { lines += ["", "Flags:"] }
        for flag in command.flags {
            let initial = flag.initial.isEmpty ? "" : " (\(flag.initial))"
            lines.append("  \(padded("--\(flag.name) \(flag.placeholder)", to: 38)) \(flag.help)\(initial)")
        }
        return lines.joined(separator: "\n")
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
