import Glibc

/// The texts that AppSync's `AWSEmail`, `AWSPhone` and `AWSIPAddress` admit, judged by their bytes. `AWSURL` is in
/// ``URLFormat``.
enum TextFormat {
    /// `local@domain`: a dot-atom of at most 64 bytes (RFC 5322 §3.2.3, and RFC 6531's letters beyond ASCII), then a
    /// domain name. Quoted local parts and domain literals are refused; the whole is at most 254 bytes (RFC 5321).
    static func isEmail(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count <= 254, let at = bytes.lastIndex(of: UInt8(ascii: "@")), at <= 64 else { return false }
        return isDotAtom(bytes[..<at]) && isDomain(bytes[(at + 1)...])
    }

    /// Groups of digits with one space or hyphen between them, after `+` and a country code (E.164: 7 to 15 digits,
    /// the first not 0), or as North America writes them: ten digits, an area code and an exchange that begin with
    /// 2…9, perhaps a 1 before.
    static func isPhone(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let isInternational = bytes.first == UInt8(ascii: "+")
        var digits: [UInt8] = []
        var wasDigit = false
        for byte in bytes.dropFirst(isInternational ? 1 : 0) {
            if byte.isDigit {
                guard digits.count < 15 else { return false }
                digits.append(byte)
                wasDigit = true
            } else {
                guard wasDigit, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-") else { return false }
                wasDigit = false
            }
        }
        guard wasDigit else { return false }
        if isInternational { return digits.count >= 7 && digits[0] != UInt8(ascii: "0") }
        if digits.count == 11, digits[0] == UInt8(ascii: "1") { digits.removeFirst() }
        return digits.count == 10 && digits[0] >= UInt8(ascii: "2") && digits[3] >= UInt8(ascii: "2")
    }

    /// An IPv4 address in four decimal parts or an IPv6 address (RFC 4291 §2.2, without brackets and zone), with or
    /// without the length of a prefix: `10.0.0.0/8`, `2001:db8::/32`.
    static func isIPAddress(_ text: Text) -> Bool {
        let parts = text.string.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count <= 2, let address = parts.first, address.count < Int(INET6_ADDRSTRLEN),
            !address.contains(0)
        else { return false }
        let width: Int
        let name = String(decoding: address, as: UTF8.self)
        var storage = in6_addr()
        if inet_pton(AF_INET, name, &storage) == 1 {
            width = 32
        } else if inet_pton(AF_INET6, name, &storage) == 1 {
            width = 128
        } else {
            return false
        }
        guard parts.count == 2 else { return true }
        let prefix = parts[1]
        guard (1...3).contains(prefix.count), prefix.allSatisfy(\.isDigit) else { return false }
        guard prefix.first != UInt8(ascii: "0") || prefix.count == 1 else { return false }
        return prefix.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } <= width
    }

    /// Labels of 1 to 63 letters, digits, hyphens inside and letters beyond ASCII, with dots between them; at most
    /// 253 bytes. One label is enough.
    static func isDomain(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard name.count <= 253 else { return false }
        return name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
            (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                && label.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 >= 0x80 }
        }
    }

    private static func isDotAtom(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { atom in
            !atom.isEmpty && atom.allSatisfy { $0.isLetter || $0.isDigit || $0 >= 0x80 || marks.contains($0) }
        }
    }

    /// RFC 5322's `atext` apart from letters and digits.
    private static let marks: [UInt8] = Array("!#$%&'*+-/=?^_`{|}~".utf8)
}

extension UInt8 {
    /// `a`…`z`, `A`…`Z`.
    var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

    /// `0`…`9`.
    var isDigit: Bool { self &- UInt8(ascii: "0") <= 9 }

    /// `0`…`9`, `a`…`f`, `A`…`F`.
    var isHexDigit: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20) }
}
