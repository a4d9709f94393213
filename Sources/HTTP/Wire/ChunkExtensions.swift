/// The grammar of chunk extensions: `*( BWS ";" BWS name [ BWS "=" BWS ( token / quoted-string ) ] )`
/// (RFC 9112 §7.1.1). None is known here, so that they are judged and dropped.
enum ChunkExtensions {
    /// Whether what stands between a chunk's size and its CRLF is a list of extensions, or nothing.
    static func areWellFormed(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        while index < bytes.count {
            skipBlanks(bytes, &index)
            guard skip(UInt8(ascii: ";"), bytes, &index) else { return false }
            skipBlanks(bytes, &index)
            guard skipToken(bytes, &index) else { return false }
            var next = index
            skipBlanks(bytes, &next)
            guard skip(UInt8(ascii: "="), bytes, &next) else { continue }
            skipBlanks(bytes, &next)
            guard skipToken(bytes, &next) || skipQuoted(bytes, &next) else { return false }
            index = next
        }
        return true
    }

    private static func skipBlanks(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) {
        while index < bytes.count, ByteClass.isBlank(bytes[index]) { index += 1 }
    }

    private static func skip(_ byte: UInt8, _ bytes: UnsafeRawBufferPointer, _ index: inout Int) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    private static func skipToken(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) -> Bool {
        let start = index
        while index < bytes.count, ByteClass.token.contains(bytes[index]) { index += 1 }
        return index > start
    }

    private static func skipQuoted(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) -> Bool {
        let quote = UInt8(ascii: "\"")
        guard skip(quote, bytes, &index) else { return false }
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == quote { return true }
            if byte == UInt8(ascii: "\\") {
                guard index < bytes.count else { return false }
                index += 1
            }
            guard ByteClass.isFieldValue(bytes[index - 1]) else { return false }
        }
        return false
    }
}
