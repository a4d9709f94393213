/// What the fields of a head say about the connection and about the body that follows (RFC 9112 §6, §9.3).
/// Every doubt is a refusal: two readers of one message must never see two ends of it.
struct Framing {
    /// How the body is delimited.
    enum Length: Equatable {
        case none
        case count(Int)
        case chunked
    }

    private var contentLength: Int?
    private var transferCodings = 0
    private var isChunked = false
    private var hosts = 0
    private var closes = false
    private var keepsAlive = false
    private(set) var expectsContinue = false

    /// Takes note of one field, if it concerns framing.
    mutating func note(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(Refusal) {
        switch name.count {
        case 4 where ByteClass.equals(name, ignoringCase: "host"): try noteHost(value)
        case 6 where ByteClass.equals(name, ignoringCase: "expect"): try noteExpectation(value)
        case 10 where ByteClass.equals(name, ignoringCase: "connection"):
            if ByteClass.list(value, names: "close") { closes = true }
            if ByteClass.list(value, names: "keep-alive") { keepsAlive = true }
        case 14 where ByteClass.equals(name, ignoringCase: "content-length"): try noteLength(value)
        case 17 where ByteClass.equals(name, ignoringCase: "transfer-encoding"): try noteCoding(value)
        default: break
        }
    }

    /// Judges all fields together, at the end of the head.
    func length(_ version: Version) throws(Refusal) -> Length {
        if version == .http11, hosts == 0 {
            throw .malformed("A request of HTTP/1.1 needs a Host field (RFC 9112 §3.2).")
        }
        if transferCodings > 0 {
            guard contentLength == nil else {
                throw .malformed("Content-Length and Transfer-Encoding stand together (RFC 9112 §6.3).")
            }
            guard version == .http11 else {
                throw .malformed("HTTP/1.0 has no Transfer-Encoding (RFC 9112 §6.1).")
            }
            guard isChunked else {
                throw Refusal(.notImplemented, "The only transfer coding that is read here is chunked.")
            }
            return .chunked
        }
        guard let contentLength, contentLength > 0 else { return .none }
        return .count(contentLength)
    }

    /// Whether the client wants the connection to go on (RFC 9112 §9.3).
    func persists(_ version: Version) -> Bool {
        !closes && (version == .http11 || keepsAlive)
    }

    static func tooLarge(_ limit: Int) -> Refusal {
        Refusal(.contentTooLarge, "The body is larger than \(limit) bytes.")
    }

    private mutating func noteHost(_ value: UnsafeRawBufferPointer) throws(Refusal) {
        hosts += 1
        guard hosts == 1 else { throw .malformed("A request has one Host field (RFC 9112 §3.2).") }
        guard value.allSatisfy(ByteClass.host.contains) else {
            throw .malformed("The Host field is malformed (RFC 9110 §7.2).")
        }
    }

    private mutating func noteExpectation(_ value: UnsafeRawBufferPointer) throws(Refusal) {
        guard ByteClass.equals(value, ignoringCase: "100-continue") else {
            throw Refusal(.expectationFailed, "The only expectation that is met here is 100-continue.")
        }
        expectsContinue = true
    }

    private mutating func noteLength(_ value: UnsafeRawBufferPointer) throws(Refusal) {
        guard contentLength == nil else {
            throw .malformed("Content-Length stands twice (RFC 9112 §6.3).")
        }
        guard !value.isEmpty else { throw .malformed("Content-Length is empty.") }
        var length = 0
        for byte in value {
            guard (0x30...0x39).contains(byte) else {
                throw .malformed("Content-Length is not a number in decimal digits (RFC 9110 §8.6).")
            }
            // Past any bound already: more digits cannot make it smaller.
            if length < 1 << 58 { length = length * 10 + Int(byte - 0x30) }
        }
        contentLength = length
    }

    private mutating func noteCoding(_ value: UnsafeRawBufferPointer) throws(Refusal) {
        transferCodings += 1
        guard transferCodings == 1 else {
            throw .malformed("Transfer-Encoding stands twice.")
        }
        if ByteClass.equals(value, ignoringCase: "chunked") {
            isChunked = true
            return
        }
        // Another coding under chunked is framed well but not read here; anything else has no certain end (§6.3).
        guard let comma = value.lastIndex(of: UInt8(ascii: ",")) else {
            throw .malformed("The last transfer coding is not chunked (RFC 9112 §6.3).")
        }
        let last = ByteClass.trimmed(UnsafeRawBufferPointer(rebasing: value[(comma + 1)...]))
        let others = UnsafeRawBufferPointer(rebasing: value[..<comma])
        guard ByteClass.equals(last, ignoringCase: "chunked"), !ByteClass.list(others, names: "chunked") else {
            throw .malformed("Transfer-Encoding does not end with one chunked (RFC 9112 §6.3).")
        }
    }
}
