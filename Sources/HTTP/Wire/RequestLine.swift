/// The first line of a request: method, target, version (RFC 9112 §3). Ranges are places in the line.
struct RequestLine {
    var method: Range<Int> = 0..<0
    /// The target in origin form; in a target of the absolute form, what follows the authority.
    var target: Range<Int> = 0..<0
    /// Where the query starts, after its `?`.
    var query: Int?
    /// Whether a `/` is to be put before the target: `http://host` and `http://host?query` have no path.
    var lacksPath = false
    var version = Version.http11

    /// Nothing yet.
    init() {}

    /// Judges a line without its CRLF.
    init(_ line: UnsafeRawBufferPointer) throws(Refusal) {
        var index = 0
        while index < line.count, ByteClass.token.contains(line[index]) { index += 1 }
        guard index > 0, index < line.count, line[index] == ByteClass.space else {
            throw .malformed("The request line does not start with a method and a space (RFC 9112 §3).")
        }
        method = 0..<index
        let start = index + 1
        index = start
        while index < line.count, ByteClass.isTarget(line[index]) {
            if query == nil, line[index] == UInt8(ascii: "?") { query = index + 1 }
            index += 1
        }
        guard index > start else { throw .malformed("The request line has no target (RFC 9112 §3.2).") }
        guard index < line.count, line[index] == ByteClass.space else {
            throw index == line.count
                ? .malformed("The request line has no version.")
                : .malformed("The request target has a character that must be percent-encoded (RFC 9112 §3.2).")
        }
        target = start..<index
        version = try Self.version(UnsafeRawBufferPointer(rebasing: line[(index + 1)...]))
        if line[start] != ByteClass.slash { try reduce(line) }
    }

    /// Accepts what is not in origin form: `*` for OPTIONS, and `http://authority/…` for any method (RFC 9112 §3.2).
    private mutating func reduce(_ line: UnsafeRawBufferPointer) throws(Refusal) {
        let bytes = UnsafeRawBufferPointer(rebasing: line[target])
        if bytes.count == 1, bytes[0] == UInt8(ascii: "*") {
            guard ByteClass.equals(UnsafeRawBufferPointer(rebasing: line[method]), exactly: "OPTIONS") else {
                throw .malformed("The target * belongs to OPTIONS alone (RFC 9112 §3.2.4).")
            }
            return
        }
        guard let authority = Self.schemeCount(bytes) else {
            throw .malformed("The request target is neither a path nor an http URL (RFC 9112 §3.2).")
        }
        var end = authority
        while end < bytes.count, bytes[end] != ByteClass.slash, bytes[end] != UInt8(ascii: "?") {
            guard ByteClass.host.contains(bytes[end]) else {
                throw .malformed("The authority in the request target is malformed.")
            }
            end += 1
        }
        guard end > authority else { throw .malformed("The request target has no authority.") }
        lacksPath = end == bytes.count || bytes[end] != ByteClass.slash
        target = target.lowerBound + end..<target.upperBound
    }

    private static func schemeCount(_ bytes: UnsafeRawBufferPointer) -> Int? {
        for scheme: StaticString in ["http://", "https://"] {
            let count = scheme.utf8CodeUnitCount
            if bytes.count >= count,
                ByteClass.equals(UnsafeRawBufferPointer(rebasing: bytes[..<count]), ignoringCase: scheme)
            {
                return count
            }
        }
        return nil
    }

    private static func version(_ bytes: UnsafeRawBufferPointer) throws(Refusal) -> Version {
        if ByteClass.equals(bytes, exactly: "HTTP/1.1") { return .http11 }
        if ByteClass.equals(bytes, exactly: "HTTP/1.0") { return .http10 }
        let isVersion =
            bytes.count == 8 && ByteClass.equals(UnsafeRawBufferPointer(rebasing: bytes[..<5]), exactly: "HTTP/")
            && (0x30...0x39).contains(bytes[5]) && bytes[6] == UInt8(ascii: ".") && (0x30...0x39).contains(bytes[7])
        throw isVersion
            ? Refusal(.versionNotSupported, "HTTP/1.1 and HTTP/1.0 are spoken here.")
            : .malformed("The request line does not end with a version (RFC 9112 §2.3).")
    }
}
