import Glibc
import Testing

/// A blocking client on loopback that speaks bytes; every read is bounded in time, so that no test can hang.
final class Client {
    struct Failure: Error, CustomStringConvertible {
        let description: String
        var code: Int32 = 0

        /// The other side has closed without reading all that was sent to it.
        var isReset: Bool { code == ECONNRESET || code == EPIPE }
    }

    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private(set) var hasEnded = false

    init(port: UInt16, receiveBuffer: Int32? = nil, seconds: Int = 180) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4) }
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure(description: "connect: \(errno)", code: errno) }
    }

    deinit {
        Glibc.close(descriptor)
    }

    func send(_ text: String) throws { try send([UInt8](text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure(description: "send: \(errno)", code: errno) }
            start += count
        }
    }

    /// Ends the sending side.
    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Closes with a reset.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    }

    /// Reads until `text` has come, and answers everything up to its end.
    func read(through text: String) throws -> String {
        let wanted = [UInt8](text.utf8)
        while true {
            if let end = find(wanted) { return take(end) }
            guard try more() else {
                throw Failure(description: "ended before \(text): \(String(decoding: buffer, as: UTF8.self))")
            }
        }
    }

    func read(count: Int) throws -> String {
        while buffer.count < count {
            guard try more() else { throw Failure(description: "ended after \(buffer.count) of \(count)") }
        }
        return take(count)
    }

    /// Reads to the end of the connection.
    func readAll() throws -> String { String(decoding: try readAllBytes(), as: UTF8.self) }

    /// Reads to the end of the connection, what may be no text.
    func readAllBytes() throws -> [UInt8] {
        while try more() {}
        defer { buffer = [] }
        return buffer
    }

    /// Reads one answer with a length: its head and its body.
    func readAnswer(isHead: Bool = false) throws -> (head: String, body: String) {
        let head = try read(through: "\r\n\r\n")
        guard !isHead, let line = head.split(separator: "\r\n").first(where: { $0.hasPrefix("Content-Length: ") }),
            let count = Int(line.dropFirst(16))
        else { return (head, "") }
        return (head, try read(count: count))
    }

    private func more() throws -> Bool {
        guard !hasEnded else { return false }
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        guard count >= 0 else {
            throw Failure(description: "recv: \(errno), so far \(buffer.count) bytes", code: errno)
        }
        buffer += chunk[..<count]
        hasEnded = count == 0
        return count > 0
    }

    private func find(_ wanted: [UInt8]) -> Int? {
        guard buffer.count >= wanted.count else { return nil }
        return (0...(buffer.count - wanted.count)).first { buffer[$0..<$0 + wanted.count].elementsEqual(wanted) }
            .map { $0 + wanted.count }
    }

    private func take(_ count: Int) -> String {
        defer { buffer.removeFirst(count) }
        return String(decoding: buffer[..<count], as: UTF8.self)
    }
}
