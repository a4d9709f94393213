import Glibc

/// Comparisons of UTF-8 bytes, as SQLite's BINARY collation makes them.
extension UnsafeBufferPointer<UInt8> {
    /// Negative, zero or positive: by `memcmp`, then by length.
    func order(_ other: UnsafeBufferPointer<UInt8>) -> Int {
        let common = Swift.min(count, other.count)
        if common > 0, let mine = baseAddress, let theirs = other.baseAddress {
            let order = memcmp(mine, theirs, common)
            if order != 0 { return Int(order) }
        }
        return count - other.count
    }

    func begins(with prefix: UnsafeBufferPointer<UInt8>) -> Bool {
        count >= prefix.count && UnsafeBufferPointer(start: baseAddress, count: prefix.count).order(prefix) == 0
    }
}
