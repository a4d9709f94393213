import CShims
import Glibc

/// What waits to be sent on one socket, in order: bytes, and parts of files that are never read into memory whole.
struct OutputQueue {
    /// What became of an attempt to send.
    enum Outcome {
        case drained
        /// The socket takes no more now, or has had its share of this turn. `moved`: it took something.
        case waits(moved: Bool)
        /// The peer is gone, or a file is shorter than it was.
        case failed
    }

    private enum Segment {
        case bytes([UInt8])
        case file(FileSlice)
    }

    /// How much one attempt sends, so that a fast reader of a large answer does not hold up the others.
    private static let share = 1 << 20
    private static let gathered = 16

    private var segments: [Segment] = []
    private var first = 0
    /// How much of the first segment is sent.
    private var sent = 0

    var isEmpty: Bool { first == segments.count }

    mutating func append(_ bytes: [UInt8]) {
        if !bytes.isEmpty { segments.append(.bytes(bytes)) }
    }

    mutating func append(_ file: FileSlice) {
        if file.count > 0 { segments.append(.file(file)) }
    }

    /// Sends as much as the socket takes.
    mutating func send(to descriptor: Int32) -> Outcome {
        var total = 0
        while !isEmpty {
            guard total < Self.share else { return .waits(moved: true) }
            let result =
                switch segments[first] {
                case .bytes: sendBytes(descriptor)
                case .file(let file): sendFile(file, descriptor)
                }
            if result > 0 {
                total += result
                advance(by: result)
            } else if result == -Int(EAGAIN) {
                return .waits(moved: total > 0)
            } else if result != -Int(EINTR) {
                return .failed
            }
        }
        return .drained
    }

    private func sendFile(_ file: FileSlice, _ descriptor: Int32) -> Int {
        var offset = file.offset + Int64(sent)
        return shim_send_file(descriptor, file.descriptor, &offset, min(file.count - sent, Self.share))
    }

    /// Sends the byte segments at the front in one call.
    private func sendBytes(_ descriptor: Int32) -> Int {
        var last = first
        while last < segments.count, last - first < Self.gathered, case .bytes = segments[last] { last += 1 }
        guard last - first > 1 else {
            guard case .bytes(let bytes) = segments[first] else { return -Int(EINVAL) }
            return bytes.withUnsafeBytes { whole in
                let rest = UnsafeRawBufferPointer(rebasing: whole[sent...])
                return shim_send(descriptor, rest.baseAddress, rest.count)
            }
        }
        return withUnsafeTemporaryAllocation(of: iovec.self, capacity: last - first) { parts in
            gather(segments[first..<last], parts, 0, descriptor)
        }
    }

    /// Fills the parts one by one, each while its array lends its bytes, and sends when all are lent.
    private func gather(
        _ rest: ArraySlice<Segment>, _ parts: UnsafeMutableBufferPointer<iovec>, _ index: Int, _ descriptor: Int32
    ) -> Int {
        guard let segment = rest.first else { return shim_send_gather(descriptor, parts.baseAddress, index) }
        guard case .bytes(let bytes) = segment else { return -Int(EINVAL) }
        return bytes.withUnsafeBytes { whole in
            let lent = UnsafeRawBufferPointer(rebasing: whole[(index == 0 ? sent : 0)...])
            parts[index] = iovec(iov_base: UnsafeMutableRawPointer(mutating: lent.baseAddress), iov_len: lent.count)
            return gather(rest.dropFirst(), parts, index + 1, descriptor)
        }
    }

    private mutating func advance(by count: Int) {
        sent += count
        while first < segments.count {
            let length =
                switch segments[first] {
                case .bytes(let bytes): bytes.count
                case .file(let file): file.count
                }
            guard sent >= length else { return }
            sent -= length
            // What is sent is freed at once, a file closed.
            segments[first] = .bytes([])
            first += 1
        }
        segments = []
        first = 0
    }
}
