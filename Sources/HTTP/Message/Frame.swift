/// Bytes of a stream, made once and shared by every subscriber.
///
/// One allocation holds them as a chunk of the chunked coding (RFC 9112 §7.1: size in hex, CRLF, payload, CRLF);
/// the payload inside is what clients of HTTP/1.0 get, to whom the end of the connection is the end of the stream.
package final class Frame: @unchecked Sendable {
    // Sendable: `bytes` is written by `init` alone, before anyone else can see it.
    private let bytes: UnsafeRawBufferPointer
    private let payloadStart: Int
    /// The length of the payload in bytes.
    package let payloadCount: Int

    /// Makes a frame. The payload is not empty: an empty chunk would end the stream.
    package init(payload: [UInt8]) {
        precondition(!payload.isEmpty, "an empty chunk ends a stream")
        payloadCount = payload.count
        var digits = 0
        var rest = payload.count
        while rest > 0 {
            digits += 1
            rest >>= 4
        }
        payloadStart = digits + 2
        let storage = UnsafeMutableRawBufferPointer.allocate(byteCount: digits + payload.count + 4, alignment: 1)
        rest = payload.count
        for place in stride(from: digits - 1, through: 0, by: -1) {
            let digit = UInt8(rest & 15)
            storage[place] = digit < 10 ? 0x30 + digit : 0x61 + digit - 10
            rest >>= 4
        }
        storage[digits] = ByteClass.cr
        storage[digits + 1] = ByteClass.lf
        payload.withUnsafeBytes {
            UnsafeMutableRawBufferPointer(rebasing: storage[(digits + 2)...]).copyMemory(from: $0)
        }
        storage[storage.count - 2] = ByteClass.cr
        storage[storage.count - 1] = ByteClass.lf
        bytes = UnsafeRawBufferPointer(storage)
    }

    /// Bytes that are sent to every client as they are: the end of a chunked stream.
    private init(verbatim text: StaticString) {
        let storage = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8CodeUnitCount, alignment: 1)
        text.withUTF8Buffer { storage.copyMemory(from: UnsafeRawBufferPointer($0)) }
        bytes = UnsafeRawBufferPointer(storage)
        payloadStart = 0
        payloadCount = text.utf8CodeUnitCount
    }

    deinit {
        bytes.deallocate()
    }

    /// The last chunk, and no trailers (RFC 9112 §7.1).
    static let lastChunk = Frame(verbatim: "0\r\n\r\n")

    /// The length of what goes on the wire.
    func wireCount(chunked: Bool) -> Int {
        chunked ? bytes.count : payloadCount
    }

    /// Lends what goes on the wire. The bytes are there as long as the frame is, and no longer.
    @inline(__always) func withWire<Result>(chunked: Bool, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withExtendedLifetime(self) {
            body(chunked ? bytes : UnsafeRawBufferPointer(rebasing: bytes[payloadStart..<payloadStart + payloadCount]))
        }
    }
}
