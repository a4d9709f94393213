import DataStore
import HTTP
import Server

/// A flag of the command line, which a variable `RIVULET_<FLAG>` sets too.
struct Flag: Sendable {
    /// What a value may be.
    enum Value: Sendable {
        case text(String)
        case number(ClosedRange<Int>, @Sendable (inout Configuration, Int) -> Void)
        case parsed(String, @Sendable (inout Configuration, String) -> Bool)
        case word([String], @Sendable (inout Configuration, String) -> Void)
        /// Given or not.
        case toggle(@Sendable (inout Configuration) -> Void)
    }

    /// Without the dashes.
    let name: String
    let value: Value
    let help: String
    let initial: String

    /// `RIVULET_MAX_BODY` of `max-body`.
    var variable: String {
        "RIVULET_" + name.uppercased().split(separator: "-", omittingEmptySubsequences: false).joined(separator: "_")
    }

    /// What stands for the value in the help.
    var placeholder: String {
        switch value {
        case .text(let word), .parsed(let word, _): word
        case .number: "N"
        case .word(let words, _): words.joined(separator: "|")
        case .toggle: ""
        }
    }

    static let schema = Flag(
        name: "schema", value: .text("PATH"), help: "schema.graphql, or a folder of *.graphql",
        initial: "schema.graphql")

    static let database = Flag(
        name: "database", value: .parsed("PATH|:memory:") { set(&$0.database, $1) },
        help: "the SQLite database; :memory: ends with the process", initial: "rivulet.db")

    static let migration = Flag(
        name: "migrate",
        value: .word(["additive", "allow-destructive"]) {
            $0.migration = $1 == "additive" ? .additiveOnly : .allowDestructive
        }, help: "which changes of the schema may be applied to the database", initial: "additive")

    static let dryRun = Flag(
        name: "dry-run", value: .toggle { $0.migration = .dryRun }, help: "print the plan, change nothing", initial: "")

    static let migrate = [schema, database, migration, dryRun]

    static let serve: [Flag] =
        [
            schema, database,
            Flag(
                name: "listen", value: .parsed("HOST:PORT") { set(&$0.http.address, SocketAddress($1)) },
                help: "where to listen; port 0 takes a free one, PORT sets the port", initial: "127.0.0.1:8080"),
            Flag(
                name: "public", value: .parsed("DIR") { set(&$0.publicFolder, $1) },
                help: "serve the files of a folder instead of the built-in console", initial: "the console"),
            migration,
            Flag(
                name: "insecure-ignore-auth", value: .toggle { $0.ignoresAccessRules = true },
                help: "serve a schema with @auth although nobody is kept out", initial: ""),
            Flag(
                name: "cors-origin", value: .parsed("ORIGIN,…") { setOrigins(&$0, $1) },
                help: "origins whose pages may use the server; * for all", initial: "same origin only"),
            Flag(
                name: "log-format",
                value: .word(Configuration.LogFormat.allCases.map(\.rawValue)) {
                    $0.logFormat = Configuration.LogFormat(rawValue: $1) ?? .automatic
                }, help: "form of the log on stderr; auto is text on a terminal, JSON otherwise", initial: "auto"),
        ] + bounds

    /// The bounds of the protocol's table. Times are seconds, sizes bytes.
    private static let bounds: [Flag] = [
        number("max-request-line", 64...1 << 20, 64 << 10, "longest request line; past it 414") {
            $0.http.limits.requestLine = $1
        },
        number("max-header-bytes", 256...1 << 20, 32 << 10, "largest header block; past it 431") {
            $0.http.limits.headerBytes = $1
        },
        number("max-header-fields", 1...10_000, 100, "most header fields; past it 431") {
            $0.http.limits.headerFields = $1
        },
        number("max-body", 1...1 << 30, 1 << 20, "largest body; past it 413") { $0.http.limits.body = $1 },
        number("header-timeout", 1...3600, 10, "for a header block; past it 408") { $0.http.timeouts.header = $1 },
        number("body-timeout", 1...3600, 30, "for progress of a body; past it 408") { $0.http.timeouts.body = $1 },
        number("keep-alive-timeout", 1...86_400, 75, "an idle connection is kept") { $0.http.timeouts.keepAlive = $1 },
        number("max-connections", 1...1_000_000, 10_000, "open connections; past it 503") {
            $0.http.maximumConnections = $1
        },
        number("max-streams-per-address", 1...1_000_000, 1000, "open streams of one address; past it 429") {
            $0.http.maximumStreamsPerAddress = $1
        },
        number("stream-buffer", 4096...1 << 30, 256 << 10, "waits for a slow stream; past it it reads on from the log")
        {
            $0.streamBuffer = $1
        },
        number("stream-timeout", 1...86_400, 60, "without progress a stream is closed") {
            $0.http.streamTimeout = $1
            $0.http.timeouts.progress = $1
        },
        number("max-snapshot-items", 1...10_000_000, 10_000, "items of a live list without limit; past it 422") {
            $0.maximumSnapshotItems = $1
        },
        number("log-retention-changes", 1...1 << 40, 1_000_000, "changes that can be resumed") {
            $0.logRetentionChanges = $1
        },
        number("log-retention-days", 1...36_500, 7, "days that can be resumed") { $0.logRetentionDays = $1 },
        number("shutdown-grace", 0...3600, 10, "for requests in flight at the end") { $0.shutdownGrace = $1 },
        number("retry", 1...3600, 2, "after which clients of streams come back, ± half") { $0.retry = $1 },
    ]

    private static func number(
        _ name: String, _ range: ClosedRange<Int>, _ initial: Int, _ help: String,
        _ apply: @escaping @Sendable (inout Configuration, Int) -> Void
    ) -> Flag {
        Flag(name: name, value: .number(range, apply), help: help, initial: String(initial))
    }

    private static func set<Value>(_ place: inout Value, _ value: Value?) -> Bool {
        guard let value else { return false }
        place = value
        return true
    }

    /// `*`, or schemes with hosts and nothing behind.
    private static func setOrigins(_ configuration: inout Configuration, _ text: String) -> Bool {
        let origins = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let isOrigin = { (origin: String) in
            guard let scheme = ["http://", "https://"].first(where: { origin.hasPrefix($0) }) else { return false }
            let host = origin.dropFirst(scheme.count)
            return !host.isEmpty && !host.contains { "/ ?#,".contains($0) }
        }
        guard origins == ["*"] || origins.allSatisfy(isOrigin) else { return false }
        configuration.corsOrigins = origins
        return true
    }
}
