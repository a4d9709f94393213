/// Which pages of other origins may use the server from a browser (the Fetch standard's CORS protocol).
///
/// With no origins, the default, answers say nothing of it, and browsers keep to the same origin.
package struct CORS: Sendable {
    private enum Origins: Sendable {
        case none
        case any
        case listed([String])
    }

    /// What scripts may read besides the fields that are always readable.
    private static let exposed = "ETag, Location, Link, Rivulet-Seq, Retry-After"
    /// How long a browser may remember a preflight, in seconds.
    private static let maximumAge = "600"

    private let origins: Origins

    /// Origins as browsers send them (`https://example.com`), or `*` for all.
    package init(origins: [String] = []) {
        if origins.isEmpty {
            self.origins = .none
        } else if origins.contains("*") {
            self.origins = .any
        } else {
            self.origins = .listed(origins)
        }
    }

    /// Adds what the answer to a request says of its origin.
    package func apply(to headers: inout Headers, for request: Request) {
        switch origins {
        case .none: return
        case .any:
            guard request.headers.has("Origin") else { return }
            headers.set("Access-Control-Allow-Origin", "*")
        case .listed(let allowed):
            // The answer differs by origin, also when it is refused or absent: caches must know.
            headers.addVary("Origin")
            guard let origin = allowedOrigin(of: request, among: allowed) else { return }
            headers.set("Access-Control-Allow-Origin", origin)
        }
        headers.set("Access-Control-Expose-Headers", Self.exposed)
    }

    /// The answer to a preflight (OPTIONS with Origin and Access-Control-Request-Method); nil for any other request,
    /// and when no origins are configured. `allow` lists the path's methods.
    package func preflight(_ request: Request, allow: String) -> Response? {
        if case .none = origins { return nil }
        guard request.method == .options, request.headers.has("Origin"),
            request.headers.has("Access-Control-Request-Method")
        else { return nil }
        var response = Response(.noContent)
        response.headers.add("Allow", allow)
        if case .listed(let allowed) = origins, allowedOrigin(of: request, among: allowed) == nil { return response }
        response.headers.add("Access-Control-Allow-Methods", allow)
        response.headers.add("Access-Control-Max-Age", Self.maximumAge)
        // What is asked for is allowed: access is decided by the request itself, not by its fields' names. The parser
        // has judged the value, so that it can stand in an answer.
        if let names = request.headers.first("Access-Control-Request-Headers") {
            do {
                try response.headers.add("Access-Control-Allow-Headers", untrusted: names)
            } catch {
                return response
            }
        }
        return response
    }

    /// Whether the request may change something and was made by a page of an origin that may not.
    ///
    /// Browsers send some such requests without asking first, as forms do: a POST without a body, or with one of no type.
    /// `Sec-Fetch-Site` (W3C Fetch Metadata) says where a request was made; browsers without it, and pages of plain
    /// HTTP, say their `Origin` (RFC 6454 §7), whose host must be ours. Other programs send neither.
    package func refuses(_ request: Request) -> Bool {
        if [.get, .head, .options].contains(request.method) { return false }
        switch origins {
        case .any: return false
        case .listed(let allowed): if allowedOrigin(of: request, among: allowed) != nil { return false }
        case .none: break
        }
        if let site = request.headers.first("Sec-Fetch-Site") { return site != "same-origin" && site != "none" }
        guard let origin = request.headers.first("Origin") else { return false }
        guard let host = request.headers.first("Host"), let scheme = Self.schemes.first(where: origin.hasPrefix) else {
            return true
        }
        return Self.bare(String(origin.dropFirst(scheme.count))) != Self.bare(host)
    }

    private static let schemes = ["http://", "https://"]

    /// The host in small letters, without a port that goes without saying: a proxy may speak another scheme than we.
    private static func bare(_ host: String) -> String {
        let host = host.lowercased()
        for port in [":80", ":443"] where host.hasSuffix(port) { return String(host.dropLast(port.count)) }
        return host
    }

    private func allowedOrigin(of request: Request, among allowed: [String]) -> String? {
        guard let origin = request.headers.first("Origin") else { return nil }
        return allowed.first { $0.utf8.elementsEqual(origin.utf8) }
    }
}
