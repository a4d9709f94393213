import Glibc

/// A part of an open file that is sent as a body. It owns the descriptor, and closes it when nobody needs it any more:
/// after the last byte, after a failure, or when the answer is never sent.
package final class FileSlice: Sendable {
    /// A descriptor open for reading.
    let descriptor: Int32
    /// The first byte that is sent.
    let offset: Int64
    /// How many bytes are sent.
    let count: Int

    /// Takes over `descriptor`. The caller has checked that the file has `offset + count` bytes.
    package init(descriptor: Int32, offset: Int64, count: Int) {
        precondition(descriptor >= 0 && offset >= 0 && count >= 0, "a slice of a file lies inside it")
        self.descriptor = descriptor
        self.offset = offset
        self.count = count
    }

    deinit {
        Glibc.close(descriptor)
    }
}
