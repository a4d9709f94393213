import Glibc

/// A string as a database sees it: equal, ordered and hashed by its UTF-8 bytes.
///
/// Swift's `String` holds "é" and "e" + U+0301 for equal; SQLite, and therefore the protocol, does not.
package struct Text: Sendable {
    /// The characters themselves, well-formed by construction.
    package let string: String

    /// Wraps a string; makes it contiguous, so that its bytes are reachable without a copy.
    package init(_ string: String) {
        var native = string
        native.makeContiguousUTF8()
        self.string = native
    }

    /// Takes bytes that are known to be UTF-8, and does not look at them again.
    init(validated bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
        var span = UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII)
        if !isASCII { _ = span.checkForASCII() }
        string = String(copying: span)
    }

    /// How many bytes its UTF-8 form has.
    package var byteCount: Int { string.utf8.count }

    /// Whether `other` stands somewhere in it, byte for byte. The empty text stands everywhere.
    package func contains(_ other: Text) -> Bool {
        withBytes { mine in other.withBytes { theirs in mine.firstOffset(of: theirs) != nil } }
    }

    /// Whether it begins with `prefix`, byte for byte.
    package func hasPrefix(_ prefix: Text) -> Bool {
        withBytes { mine in
            prefix.withBytes { theirs in mine.count >= theirs.count && mine.prefix(theirs.count).elementsEqual(theirs) }
        }
    }

    /// Lends the UTF-8 bytes for the time of the call.
    package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        guard let result = string.utf8.withContiguousStorageIfAvailable(body) else {
            preconditionFailure("a text is contiguous since it was made")
        }
        return result
    }
}

extension Text: Hashable, Comparable {
    package static func == (left: Text, right: Text) -> Bool {
        // Most texts that differ differ in length, and that needs no look at the bytes.
        left.byteCount == right.byteCount && compare(left, right) == 0
    }

    package static func < (left: Text, right: Text) -> Bool { compare(left, right) < 0 }

    package func hash(into hasher: inout Hasher) {
        withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    /// Negative, zero or positive, as `memcmp` orders the bytes and then the lengths.
    package static func compare(_ left: Text, _ right: Text) -> Int {
        left.withBytes { a in
            right.withBytes { b in
                let common = min(a.count, b.count)
                if common > 0, let a = a.baseAddress, let b = b.baseAddress {
                    let order = memcmp(a, b, common)
                    if order != 0 { return Int(order) }
                }
                return a.count - b.count
            }
        }
    }
}

extension Text: ExpressibleByStringLiteral, CustomStringConvertible {
    package typealias StringLiteralType = String

    package init(stringLiteral value: StringLiteralType) { self.init(value) }

    package var description: String { string }
}

extension UnsafeBufferPointer<UInt8> {
    /// The first place where `needle` stands, or nil.
    func firstOffset(of needle: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let first = needle.first else { return 0 }
        guard count >= needle.count, let base = baseAddress, let wanted = needle.baseAddress else { return nil }
        var offset = 0
        let last = count - needle.count
        while offset <= last {
            guard let hit = memchr(base + offset, Int32(first), last - offset + 1) else { return nil }
            offset = base.distance(to: hit.assumingMemoryBound(to: UInt8.self))
            if memcmp(base + offset, wanted, needle.count) == 0 { return offset }
            offset += 1
        }
        return nil
    }
}
