import Dispatch
import Glibc

/// Codes answers on a queue of its own, so that neither a loop nor whoever made the answer waits for it.
///
/// A connection has one answer at a time, so there is never more to do than there are connections.
final class Compressor: @unchecked Sendable {
    // Sendable: `encoder` is touched on `queue` alone.
    private let queue: DispatchQueue
    private var encoder: GzipEncoder?

    init(label: String) {
        queue = DispatchQueue(label: label, qos: .userInitiated)
    }

    /// Calls `completion` with the coded answer, or with the answer as it is when coding makes it no shorter.
    func code(_ response: Response, completion: @escaping @Sendable (Response) -> Void) {
        queue.async { [self] in
            var response = response
            if let bytes = coded(response.body) { response.setCoded(bytes) }
            completion(response)
        }
    }

    /// Returns when it does nothing any more. Not to be called on the queue.
    func end() { queue.sync {} }

    private func coded(_ body: Body) -> [UInt8]? {
        dispatchPrecondition(condition: .onQueue(queue))
        if encoder == nil { encoder = GzipEncoder() }
        guard let encoder else { return nil }
        switch body {
        case .none: return nil
        case .bytes(let bytes): return encoder.encode(bytes)
        case .file(let file): return file.bytes().flatMap(encoder.encode)
        }
    }
}

extension FileSlice {
    /// The bytes of the slice; nil when the file is shorter than it was.
    fileprivate func bytes() -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let result = pread(
                    descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(offset) + off_t(filled))
                if result < 0, errno == EINTR { continue }
                guard result > 0 else { return }
                filled += result
            }
        }
        return bytes.count == count ? bytes : nil
    }
}
