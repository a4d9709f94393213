/// One request, whole: its body has been read.
package struct Request: Sendable {
    package var method: Method
    /// The request target in origin form, as it was sent: path, and query if there is one (RFC 9112 §3.2.1).
    package var target: String
    /// What stands before the first `?`, still percent-encoded; `*` for `OPTIONS *`.
    package var path: String
    /// What stands after the first `?`, still percent-encoded; nil without one.
    package var query: String?
    package var version: Version
    package var headers: Headers
    /// The body without its framing; empty when there is none.
    package var body: [UInt8]
    /// The address of the peer, without its port.
    package var peer: String

    /// Takes all parts; the query is split from the target.
    package init(
        method: Method, target: String, version: Version = .http11, headers: Headers = Headers(), body: [UInt8] = [],
        peer: String = ""
    ) {
        self.method = method
        self.target = target
        self.version = version
        self.headers = headers
        self.body = body
        self.peer = peer
        if let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) {
            path = String(target[..<mark])
            query = String(target[target.utf8.index(after: mark)...])
        } else {
            path = target
            query = nil
        }
    }
    /// Takes a target that is already split.
    init(
        method: Method, target: String, path: String, query: String?, version: Version, headers: Headers, peer: String
    ) {
        self.method = method
        self.target = target
        self.path = path
        self.query = query
        self.version = version
        self.headers = headers
        self.body = []
        self.peer = peer
    }
}
