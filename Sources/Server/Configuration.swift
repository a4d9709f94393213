package import DataStore
package import HTTP

/// How a server is set up: the values of the flags. Immutable once it runs.
package struct Configuration: Sendable {
    /// The database's path, or `:memory:`.
    package var database = "rivulet.db"
    /// A folder of files that are served instead of the built-in console.
    package var publicFolder: String?
    package var migration = Migration.Policy.additiveOnly
    package var corsOrigins: [String] = []
    /// Serve a schema with `@auth` although nobody is kept out.
    package var ignoresAccessRules = false

    /// Bounds of the wire.
    package var http: HTTPConfiguration

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

    package init() {
        guard let address = SocketAddress("127.0.0.1:8080") else { preconditionFailure("the default address is one") }
        http = HTTPConfiguration(address: address)
    }

    /// The host that is listened at, as a URL writes it.
    package var host: String {
        let text = http.address.description
        return String(text[..<(text.lastIndex(of: ":") ?? text.endIndex)])
    }

    /// Listens at another port of the same host.
    package mutating func setPort(_ port: UInt16) -> Bool {
        guard let address = SocketAddress("\(host):\(port)") else { return false }
        http.address = address
        return true
    }
}
