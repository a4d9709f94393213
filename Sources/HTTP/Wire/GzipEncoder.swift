import CZlib

/// Codes bodies as gzip (RFC 1952), one after the other, in the same quarter of a megabyte of working memory.
///
/// Equal bodies give equal bytes. It belongs to one queue at a time.
package final class GzipEncoder {
    /// zlib keeps the address of what it works with.
    private let stream: UnsafeMutablePointer<z_stream>

    /// A body is coded whole, in one call: past so many bytes it is not.
    package static let largestBody = 64 << 20
    /// Above it the next per cent costs twice the time.
    private static let level: Int32 = 3

    /// Nil when the system has no memory for it.
    package init?() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard rivulet_gzip_open(stream, Self.level) == Z_OK else {
            stream.deallocate()
            return nil
        }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// The coded body; nil when that would not be shorter, or the body is too large.
    package func encode(_ body: [UInt8]) -> [UInt8]? {
        guard body.count > 1, body.count <= Self.largestBody, deflateReset(stream) == Z_OK else { return nil }
        // The room that there is decides what is worth it.
        let coded = body.withUnsafeBufferPointer { input in
            [UInt8](unsafeUninitializedCapacity: body.count - 1) { output, count in
                // zlib only reads its input, but its header does not say so.
                stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.pointee.avail_in = UInt32(input.count)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(output.count)
                count = deflate(stream, Z_FINISH) == Z_STREAM_END ? output.count - Int(stream.pointee.avail_out) : 0
            }
        }
        guard !coded.isEmpty else { return nil }
        // The copy has the room that it needs, and no more.
        return coded.withUnsafeBufferPointer { Array($0) }
    }
}
