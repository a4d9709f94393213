/// What the command line asks for.
struct Options {
    /// Under a minute: fewer and shorter rounds, small sizes. Prints, and writes no document.
    var quick = false
    /// The benchmarks to run; nil is all of them.
    var only: [String]?
    /// The server to measure; nil is the release build beside this program.
    var rivulet: String?
    /// Whether what is measured is brought up to date before.
    var build = true
    /// Whether that includes the server.
    var buildsServer: Bool { build && rivulet == nil }
    /// Where the document is written after a complete run; nil is `docs/performance.md`.
    var output: String?
    /// Ends with status 1 when a mark is missed.
    var check = false

    static let usage = """
        usage: bench [--quick] [--only NAME[,NAME]] [--list] [--rivulet PATH] [--no-build] [--output FILE] [--check]

          --quick         under a minute: few short rounds, printed only
          --only NAMES    some of the benchmarks, printed only (with --output: written)
          --list          the names of the benchmarks
          --rivulet PATH  measure this server
          --no-build      measure the programs beside this one as they are
          --output FILE   write the document here instead of docs/performance.md
          --check         status 1 when a mark is missed
        """

    /// The options, or nil after a request for help or the list, which are printed.
    static func read(_ arguments: [String], benchmarks: [String]) throws(Failure) -> Options? {
        var options = Options()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--quick": options.quick = true
            case "--no-build": options.build = false
            case "--check": options.check = true
            case "--only":
                let names = try value(of: argument, &rest).split(separator: ",").map(String.init)
                for name in names where !benchmarks.contains(name) {
                    throw Failure("no benchmark \(name); there are: \(benchmarks.joined(separator: ", "))")
                }
                options.only = names
            case "--rivulet":
                options.rivulet = try value(of: argument, &rest)
            case "--output": options.output = try value(of: argument, &rest)
            case "--list":
                print(benchmarks.joined(separator: "\n"))
                return nil
            case "--help", "-h":
                print(usage)
                return nil
            default: throw Failure("unknown argument \(argument)\n\(usage)")
            }
        }
        return options
    }

    private static func value(of flag: String, _ rest: inout ArraySlice<String>) throws(Failure) -> String {
        guard let value = rest.popFirst() else { throw Failure("\(flag) needs a value\n\(usage)") }
        return value
    }
}
