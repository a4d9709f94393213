import Glibc
import GraphQL
import Server

/// The command `rivulet`: finds the subcommand, and ends with its code: 0, 1 failed, 2 wrong usage.
@main
enum Rivulet {
    static func main() {
        // A client that is gone is told by the write, not by a signal.
        signal(SIGPIPE, SIG_IGN)
        // So is a file that may grow no further.
        signal(SIGXFSZ, SIG_IGN)
        let words = Array(CommandLine.arguments.dropFirst())
        do throws(UsageError) {
            exit(try run(words))
        } catch {
            Terminal.error("rivulet: \(error.message)\nTry: rivulet help\(error.command.map { " " + $0 } ?? "")")
            exit(2)
        }
    }

    private static func run(_ words: [String]) throws(UsageError) -> Int32 {
        guard let name = words.first else {
            Terminal.error(Help.overview)
            return 2
        }
        let rest = Array(words.dropFirst())
        if name == "help" || name == "--help" || name == "-h" { return try Help.run(rest) }
        if name == "--version" { return VersionCommand.run() }
        guard let command = Subcommand.all.first(where: { $0.name == name }) else {
            let names = Subcommand.all.map(\.name) + ["help"]
            throw UsageError("there is no command \(name)\(Suggestion.hint(for: name, among: names))")
        }
        if rest.contains("--help") || rest.contains("-h") { return try Help.run([name]) }
        return try command.run(rest)
    }
}

/// A mistake in how the command was called.
struct UsageError: Error {
    let message: String
    let command: String?

    init(_ message: String, command: String? = nil) {
        self.message = message
        self.command = command
    }
}
