import CShims
import Glibc

/// An address to listen at: `HOST:PORT` with a numeric address, in brackets if it is IPv6, or `localhost`.
package struct SocketAddress: Sendable, Equatable, CustomStringConvertible {
    /// The address without brackets, as it was written.
    package let host: String
    /// 0 takes any free port.
    package let port: UInt16

    /// Reads `127.0.0.1:8080`, `[::1]:0`, `localhost:80`; nil for anything else.
    package init?(_ text: String) {
        guard let colon = text.utf8.lastIndex(of: ByteClass.colon) else { return nil }
        let digits = text[text.utf8.index(after: colon)...]
        guard (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = UInt16(digits)
        else { return nil }
        var host = String(text[..<colon])
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        if isBracketed { host = String(host.dropFirst().dropLast()) }
        guard isBracketed == host.utf8.contains(ByteClass.colon) else { return nil }
        self.host = host
        self.port = port
        guard raw != nil else { return nil }
    }

    /// The text that the initialiser reads.
    package var description: String {
        host.utf8.contains(ByteClass.colon) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// The system's form, and its length.
    var raw: (storage: sockaddr_storage, length: socklen_t)? {
        var storage = sockaddr_storage()
        let numeric = host == "localhost" ? "127.0.0.1" : host
        let length = shim_address_parse(numeric, port, &storage)
        return length == 0 ? nil : (storage, length)
    }

    /// The text of a peer's address, without its port.
    static func text(of storage: inout sockaddr_storage) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            guard let base = buffer.baseAddress, shim_address_text(&storage, base, buffer.count) == 0 else { return "" }
            return String(cString: base)
        }
    }
}
