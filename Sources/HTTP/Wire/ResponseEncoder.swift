/// Writes answers as bytes (RFC 9112 §4, §6). Pure: the wall clock is shown to it.
///
/// It owns the fields that frame a message or belong to the connection: what a handler says of Content-Length,
/// Transfer-Encoding, Connection or Date is left out.
package struct ResponseEncoder {
    /// How the client will know where the body ends.
    package enum Framing: Equatable, Sendable {
        /// There is no body, and no length is said.
        case bodiless
        /// After so many bytes.
        case length(Int)
        /// At the last chunk.
        case chunked
        /// At the end of the connection.
        case untilClose
    }

    /// The interim answer that asks for the body (RFC 9110 §15.2.1).
    package static let continueBytes = [UInt8]("HTTP/1.1 100 Continue\r\n\r\n".utf8)

    private var second = Int64.min
    private var dateLine: [UInt8] = []

    /// Shows nothing of the clock yet: call `showClock` first.
    package init() {}

    /// Tells the time, in seconds since 1970. The line is written anew only when the second has changed.
    package mutating func showClock(unixSeconds: Int64) {
        guard unixSeconds != second else { return }
        second = unixSeconds
        dateLine.removeAll(keepingCapacity: true)
        dateLine.append(text: "Date: ")
        dateLine += HTTPDate.bytes(unixSeconds: unixSeconds)
        dateLine.append(text: "\r\n")
    }

    /// How an answer with a body of `count` bytes is framed.
    package static func framing(_ status: Status, count: Int) -> Framing {
        status.isBodiless ? .bodiless : .length(count)
    }

    /// Appends the status line and all fields, with the empty line after them.
    package func appendHead(
        _ status: Status, _ headers: Headers, framing: Framing, to version: Version, persists: Bool,
        into bytes: inout [UInt8]
    ) {
        bytes.append(text: "HTTP/1.1 ")
        bytes.append(decimal: status.code)
        bytes.append(ByteClass.space)
        bytes.append(contentsOf: status.reason.utf8)
        bytes.append(text: "\r\n")
        bytes.append(contentsOf: dateLine)
        headers.forEach { name, value in
            guard !Self.isOwned(name) else { return }
            bytes.append(contentsOf: name)
            bytes.append(text: ": ")
            bytes.append(contentsOf: value)
            bytes.append(text: "\r\n")
        }
        switch framing {
        case .bodiless, .untilClose: break
        case .length(let count):
            bytes.append(text: "Content-Length: ")
            bytes.append(decimal: count)
            bytes.append(text: "\r\n")
        case .chunked: bytes.append(text: "Transfer-Encoding: chunked\r\n")
        }
        if !persists {
            bytes.append(text: "Connection: close\r\n")
        } else if version == .http10 {
            bytes.append(text: "Connection: keep-alive\r\n")
        }
        bytes.append(text: "\r\n")
    }

    /// Whether a field is written here and nowhere else.
    private static func isOwned(_ name: UnsafeRawBufferPointer) -> Bool {
        switch name.count {
        case 4: ByteClass.equals(name, ignoringCase: "date")
        case 10: ByteClass.equals(name, ignoringCase: "connection")
        case 14: ByteClass.equals(name, ignoringCase: "content-length")
        case 17: ByteClass.equals(name, ignoringCase: "transfer-encoding")
        default: false
        }
    }
}
