/// A request method (RFC 9110 §9). Any token is one; methods are case-sensitive.
package struct Method: RawRepresentable, Hashable, Sendable {
    /// The token as it stands in the request line.
    package let rawValue: String

    /// Takes a token; the parser checks that it is one.
    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package static let get = Method(rawValue: "GET")
    package static let head = Method(rawValue: "HEAD")
    package static let post = Method(rawValue: "POST")
    package static let put = Method(rawValue: "PUT")
    package static let patch = Method(rawValue: "PATCH")
    package static let delete = Method(rawValue: "DELETE")
    package static let options = Method(rawValue: "OPTIONS")
}
