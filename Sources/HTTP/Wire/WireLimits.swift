/// How much a client may send before it is refused, in bytes unless said.
package struct WireLimits: Sendable, Equatable {
    /// The request line, without its CRLF; past it 414.
    package var requestLine = 64 << 10
    /// The header block after the request line, its last CRLF included; past it 431. Trailers have the same bound.
    package var headerBytes = 32 << 10
    /// The number of fields; past it 431.
    package var headerFields = 100
    /// The body without its framing; past it 413.
    package var body = 1 << 20

    /// The defaults of the protocol.
    package init() {}

    /// A chunk's line: size, extensions and CRLF.
    static let chunkLine = 4 << 10
    /// All extensions of one body together.
    static let chunkExtensions = 16 << 10
    /// Empty lines before a request line (RFC 9112 §2.2: at least one is ignored).
    static let leadingEmptyLines = 4
}
