/// RFC 6901: the path to a value inside JSON.
package enum JSONPointer {
    /// A member's name as one step of a pointer: `~` and `/` are written `~0` and `~1`.
    package static func escaped(_ name: Text) -> String {
        var bytes: [UInt8] = []
        for byte in name.string.utf8 {
            switch byte {
            case UInt8(ascii: "~"): bytes.append(contentsOf: "~0".utf8)
            case UInt8(ascii: "/"): bytes.append(contentsOf: "~1".utf8)
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
