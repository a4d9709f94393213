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

    /// Whether it begins with the bytes of `prefix`.
    @inline(__always)
    func begins(with prefix: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count >= prefix.count else { return false }
        guard let mine = UnsafeRawPointer(baseAddress), let theirs = UnsafeRawPointer(prefix.baseAddress) else {
            return true
        }
        return mine.holds(theirs, count: prefix.count)
    }
}

extension UnsafeRawPointer {
    /// Whether the `count` bytes here are those at `other`. Short texts, which most are, cost no call: words first, then
    /// what is left in halves, so that no load crosses the border of two stores of a text's own bytes.
    @inline(__always)
    func holds(_ other: UnsafeRawPointer, count: Int) -> Bool {
        if count > 32 { return memcmp(self, other, count) == 0 }
        var offset = 0
        while count - offset >= 8 {
            if loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                != other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            {
                return false
            }
            offset += 8
        }
        if count & 4 != 0 {
            if loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                != other.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            {
                return false
            }
            offset += 4
        }
        if count & 2 != 0 {
            if loadUnaligned(fromByteOffset: offset, as: UInt16.self)
                != other.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
            {
                return false
            }
            offset += 2
        }
        return count & 1 == 0
            || load(fromByteOffset: offset, as: UInt8.self) == other.load(fromByteOffset: offset, as: UInt8.self)
    }
}
