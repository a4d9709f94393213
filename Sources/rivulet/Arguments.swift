import Glibc
import GraphQL
import Server

/// The words of a command line, taken apart: flags, `--name value` or `--name=value`, and the words between.
struct Arguments {
    private let command: String
    private let flags: [Flag]
    private var given: [String: String] = [:]
    let words: [String]

    /// Throws for a flag that is unknown, given twice or without its value.
    init(_ arguments: [String], flags: [Flag], command: String) throws(UsageError) {
        self.command = command
        self.flags = flags
        var words: [String] = []
        var index = 0
        while index < arguments.count {
            let argument = arguments[index]
            index += 1
            guard argument.hasPrefix("--"), argument.utf8.count > 2 else {
                words.append(argument)
                continue
            }
            let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard let flag = flags.first(where: { $0.name == name }) else {
                let hint = Suggestion.hint(for: "--" + name, among: flags.map { "--" + $0.name })
                throw UsageError("\(command) has no flag --\(name)\(hint)", command: command)
            }
            if given[name] != nil { throw UsageError("--\(name) is given twice.", command: command) }
            if case .toggle = flag.value {
                if parts.count > 1 { throw UsageError("--\(name) takes no value.", command: command) }
                given[name] = "true"
            } else if parts.count > 1 {
                given[name] = String(parts[1])
            } else {
                // A value that looks like a flag is rather a value that was left out; --name=--value means it.
                guard index < arguments.count, !arguments[index].hasPrefix("--") else {
                    throw UsageError("--\(name) needs a value: \(flag.placeholder).", command: command)
                }
                given[name] = arguments[index]
                index += 1
            }
        }
        self.words = words
    }

    /// Throws when there is a word that is no flag.
    func requireNoWords() throws(UsageError) {
        if let word = words.first {
            throw UsageError("\(command) does not know what to do with \(word).", command: command)
        }
    }

    /// The text of a flag: given, from its variable, or the default.
    func text(_ flag: Flag) -> String { given[flag.name] ?? Self.variable(flag.variable) ?? flag.initial }

    /// Applies every flag and variable to a configuration. A flag goes before its variable.
    func apply(to configuration: inout Configuration) throws(UsageError) {
        for flag in flags {
            if let value = Self.variable(flag.variable), given[flag.name] == nil {
                try set(flag, value, named: flag.variable, &configuration)
            }
        }
        if let port = Self.variable("PORT"), given["listen"] == nil, flags.contains(where: { $0.name == "listen" }) {
            guard let number = UInt16(port), configuration.setPort(number) else {
                throw UsageError("PORT is \(port); it must be a port, 0 to 65535.", command: command)
            }
        }
        for flag in flags {
            if let value = given[flag.name] { try set(flag, value, named: "--\(flag.name)", &configuration) }
        }
    }

    private func set(
        _ flag: Flag, _ value: String, named name: String, _ configuration: inout Configuration
    ) throws(UsageError) {
        let wrong = { (wanted: String) in
            UsageError("\(name) is \(value.isEmpty ? "empty" : value); it must be \(wanted).", command: command)
        }
        switch flag.value {
        case .text:
            if value.isEmpty { throw wrong(flag.placeholder) }
        case .number(let range, let apply):
            guard value.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(value), range.contains(number)
            else {
                throw wrong("a whole number from \(range.lowerBound) to \(range.upperBound)")
            }
            apply(&configuration, number)
        case .parsed(let placeholder, let apply):
            guard !value.isEmpty, apply(&configuration, value) else { throw wrong(placeholder) }
        case .word(let words, let apply):
            guard words.contains(value) else {
                throw wrong(words.joined(separator: " or ") + Suggestion.hint(for: value, among: words))
            }
            apply(&configuration, value)
        case .toggle(let apply):
            guard ["true", "1", "false", "0"].contains(value) else { throw wrong("true or false") }
            if value == "true" || value == "1" { apply(&configuration) }
        }
    }

    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
        return value
    }
}
