/// Percent-encoding, undone once (RFC 3986 §2.1).
enum PercentCoding {
    /// Why a text cannot be decoded.
    enum Fault: Error {
        case malformedPercent
        case invalidUTF8
    }

    /// The text that `bytes` encode. With `plusIsSpace`, as forms and URLSearchParams write queries.
    static func decode(_ bytes: UnsafeRawBufferPointer, plusIsSpace: Bool) throws(Fault) -> String {
        let plus = UInt8(ascii: "+")
        guard bytes.contains(where: { $0 == ByteClass.percent || plusIsSpace && $0 == plus }) else {
            guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalidUTF8 }
            return text
        }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == ByteClass.percent {
                guard index + 2 < bytes.count, let high = ByteClass.hexValue(bytes[index + 1]),
                    let low = ByteClass.hexValue(bytes[index + 2])
                else { throw .malformedPercent }
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(plusIsSpace && byte == plus ? ByteClass.space : byte)
                index += 1
            }
        }
        guard let text = String(validating: decoded, as: UTF8.self) else { throw .invalidUTF8 }
        return text
    }
}
