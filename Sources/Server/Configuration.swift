package import DataStore
package import HTTP

/// How a server is set up: all of `protocol.md` §6 and §7. Immutable once it runs.
package struct Configuration: Sendable {
    /// The database's path, or `:memory:`.
    package var database = "rivulet.db"
    /// `HOST:PORT`; port 0 takes a free one.
    package var listen = "127.0.0.1:8080"
    /// A folder of files that are served instead of the built-in console.
    package var publicFolder: String?
    package var migration = Migration.Policy.additiveOnly
    package var corsOrigins: [String] = []
    /// Serve a schema with `@auth` although nobody is kept out.
    package var ignoresAccessRules = false

    /// Bounds of the wire.
    package var http = HTTPConfiguration()

    /// Bytes that wait for one slow stream; past it the stream is resumed from the log.
    package var streamBuffer = 256 * 1024
    /// Items of a live list without a limit.
    package var maximumSnapshotItems = 10_000
    /// Changes that the log keeps, and for how many days.
    package var logRetentionChanges = 1_000_000
    package var logRetentionDays = 7
    /// Seconds for requests in flight at the end.
    package var shutdownGrace = 10
    /// Seconds after which a stream's client comes back; each is told this ± half.
    package var retry = 2
    /// Seconds of silence after which a stream sends a comment.
    package var heartbeat = 15
    package var logFormat = LogFormat.automatic

    package enum LogFormat: String, Sendable, CaseIterable {
        /// Text on a terminal, JSON otherwise.
        case automatic = "auto"
        case text
        case json
    }

    package init() {}
}
