/// What an answer carries.
package enum Body: Sendable {
    case none
    case bytes([UInt8])
    /// A part of a file; it is never read into memory whole.
    case file(FileSlice)

    /// The length in bytes.
    package var count: Int {
        switch self {
        case .none: 0
        case .bytes(let bytes): bytes.count
        case .file(let slice): slice.count
        }
    }
}
