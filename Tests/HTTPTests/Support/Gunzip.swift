import CZlib

/// The content of one gzip member that is all of `bytes`; nil when it is none. zlib's own decoder, up to 16 MiB.
func gunzip(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var input = bytes
    let capacity = 16 << 20
    var isWhole = false
    let content = input.withUnsafeMutableBufferPointer { input in
        [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            stream.next_out = output.baseAddress
            stream.avail_out = UInt32(capacity)
            isWhole = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_in == 0
            count = capacity - Int(stream.avail_out)
        }
    }
    return isWhole ? content : nil
}
