import Glibc

/// The texts that `AWSURL` admits: an absolute URI of RFC 3986, in ASCII, with something behind the scheme.
///
/// What stands behind `//` must name a host (only `file` may leave it out) and a port up to 65535.
enum URLFormat {
    /// Whether it is one: `https://example.com/x?y=1#z`, `mailto:someone@example.com`.
    static func isURL(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let scheme = bytes[..<colon]
        guard let first = scheme.first, first.isLetter,
            scheme.allSatisfy({ $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) })
        else { return false }
        let rest = bytes[(colon + 1)...]
        guard !rest.isEmpty, hasURICharacters(rest) else { return false }
        guard rest.starts(with: "//".utf8) else { return true }
        let authority = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
        guard !authority.isEmpty else {
            return scheme.count == 4 && scheme.map { $0 | 0x20 } == Array("file".utf8) && rest.count > 2
        }
        return isAuthority(authority)
    }

    /// Only RFC 3986's characters: `%` before two hexadecimal digits, `#` once, brackets only around a host.
    private static func hasURICharacters(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var hashes = 0
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            if byte == UInt8(ascii: "%") {
                guard text.endIndex - index > 2, text[index + 1].isHexDigit, text[index + 2].isHexDigit else {
                    return false
                }
            } else if byte == UInt8(ascii: "#") {
                hashes += 1
                guard hashes == 1 else { return false }
            } else if !(byte.isLetter || byte.isDigit || "-._~:/?[]@!$&'()*+,;=".utf8.contains(byte)) {
                return false
            }
            index += 1
        }
        return true
    }

    /// `[userinfo@]host[:port]`.
    private static func isAuthority(_ authority: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var host = authority
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
            let user = authority[..<at]
            guard !user.contains(where: { "@[]".utf8.contains($0) }) else { return false }
            host = authority[(at + 1)...]
        }
        if host.first == UInt8(ascii: "[") {
            guard let close = host.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let address = String(decoding: host[(host.startIndex + 1)..<close], as: UTF8.self)
            var storage = in6_addr()
            guard inet_pton(AF_INET6, address, &storage) == 1 else { return false }
            let port = host[(close + 1)...]
            return port.isEmpty || port.first == UInt8(ascii: ":") && isPort(port.dropFirst())
        }
        if let colon = host.firstIndex(of: UInt8(ascii: ":")) {
            guard isPort(host[(colon + 1)...]) else { return false }
            host = host[..<colon]
        }
        return !host.isEmpty && !host.contains { "[]".utf8.contains($0) }
    }

    /// At most five digits, at most 65535; none at all is RFC 3986's empty port.
    private static func isPort(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        text.count <= 5 && text.allSatisfy(\.isDigit)
            && text.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } <= 65535
    }
}
