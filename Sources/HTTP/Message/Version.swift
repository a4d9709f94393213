/// The versions of HTTP that are spoken here (RFC 9112 §2.3).
package enum Version: Hashable, Sendable {
    case http10
    case http11
}
