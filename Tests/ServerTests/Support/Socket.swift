import Glibc

/// A blocking connection to loopback. Every read and write is bounded in time, so that no test can hang.
final class Socket {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var start = 0
    private var hasEnded = false
    private let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 64)

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
        guard result == 0 else { throw Failure("connect: \(String(cString: strerror(errno)))") }
    }

    deinit {
        scratch.deallocate()
        close(descriptor)
    }

    func send(_ bytes: [UInt8]) throws {
        var offset = 0
        while offset < bytes.count {
            let count = bytes[offset...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure("send: \(String(cString: strerror(errno)))") }
            offset += count
        }
    }

    /// A line without its CRLF. A bare LF does not end it.
    func line() throws -> String {
        var searched = start
        while true {
            if let feed = buffer.firstLineFeed(from: searched) {
                searched = feed + 1
                guard feed > start, buffer[feed - 1] == 13 else { continue }
                defer { start = feed + 1 }
                return String(decoding: buffer[start..<feed - 1], as: UTF8.self)
            }
            let count = buffer.count - start
            guard try more() else { throw Failure("the connection ended in a line") }
            searched = start + count
        }
    }

    func bytes(_ count: Int) throws -> [UInt8] {
        while buffer.count - start < count {
            guard try more() else { throw Failure("the connection ended \(count) bytes too early") }
        }
        defer { start += count }
        return Array(buffer[start..<start + count])
    }

    /// Whether the server has ended the connection, with nothing left unread.
    func isAtEnd() throws -> Bool { try start == buffer.count && !more() }

    private func more() throws -> Bool {
        if hasEnded { return false }
        buffer.removeFirst(start)
        start = 0
        var count = -1
        repeat { count = recv(descriptor, scratch.baseAddress, scratch.count, 0) } while count < 0 && errno == EINTR
        guard count >= 0 else { throw Failure("recv: \(String(cString: strerror(errno)))") }
        buffer.append(contentsOf: UnsafeRawBufferPointer(rebasing: scratch[..<count]))
        hasEnded = count == 0
        return count > 0
    }
}

extension [UInt8] {
    /// The place of the first LF at or after `start`. Quick without optimization, too.
    func firstLineFeed(from start: Int) -> Int? {
        withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress, start < bytes.count,
                let found = memchr(base + start, 10, bytes.count - start)
            else { return nil }
            return base.distance(to: UnsafeRawPointer(found))
        }
    }
}
