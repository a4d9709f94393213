/// A place in the order of a query's records: the values that the last record was sorted by.
///
/// As a token it is base64url of: a byte for the form, the query's fingerprint (8 bytes), the values, and a checksum of
/// all that (4 bytes). The checksum finds accidents. It is no secret: whoever makes up a token gains nothing but another
/// place in a list that they may read anyway.
package struct Cursor: Sendable, Hashable {
    /// One for each term of the sort.
    package let values: [Value]

    init(_ values: [Value]) { self.values = values }

    /// The token for the query of that identity.
    package func token(for identity: String) -> String {
        var bytes: [UInt8] = [Cursor.form]
        Cursor.append(Fingerprint.of(Array(identity.utf8)), count: 8, to: &bytes)
        for value in values { Cursor.append(value, to: &bytes) }
        Cursor.append(Fingerprint.of(bytes), count: 4, to: &bytes)
        return Base64URL.encode(bytes)
    }

    /// Reads a token of a query with that identity and as many terms. Throws a fault of `nextToken` for any other.
    package init(token: String, for identity: String, count: Int) throws(Fault) {
        // Past what the longest values could have made.
        guard token.utf8.count <= 64 * 1024, let bytes = Base64URL.decode(token) else { throw Cursor.altered }
        guard bytes.count >= 13, bytes[0] == Cursor.form else { throw Cursor.altered }
        let end = bytes.count - 4
        var reader = Reader(bytes: bytes, offset: end, end: bytes.count)
        guard reader.integer(count: 4) == Fingerprint.of(Array(bytes[..<end])) & 0xFFFF_FFFF else {
            throw Cursor.altered
        }
        reader = Reader(bytes: bytes, offset: 1, end: end)
        guard reader.integer(count: 8) == Fingerprint.of(Array(identity.utf8)) else {
            throw Cursor.fault("belongs to another model, \"where\" or \"sort\"")
        }
        var values: [Value] = []
        for _ in 0..<count {
            guard let value = reader.value() else { throw Cursor.altered }
            values.append(value)
        }
        guard reader.isAtEnd else { throw Cursor.altered }
        self.values = values
    }

    /// Changes with the layout, so that tokens of another release are refused.
    private static let form: UInt8 = 1

    private static let altered = fault("is not one that a page of this list gave")

    private static func fault(_ detail: String) -> Fault {
        Fault(.parameter("nextToken", column: nil), "This nextToken \(detail).")
    }
}

extension Sort.Term {
    /// The value as the order sees it.
    func cursorValue(_ value: Value) -> Value {
        guard kind == .time, case .text(let time) = value else { return value }
        return .text(time.withoutZone)
    }
}

/// The binary form of values: a byte for the type, then eight bytes, or the length and the bytes.
extension Cursor {
    private enum Tag: UInt8 {
        case null, no, yes, integer, real, text
    }

    private static func append(_ value: Value, to bytes: inout [UInt8]) {
        switch value {
        case .null: bytes.append(Tag.null.rawValue)
        case .bool(let flag): bytes.append((flag ? Tag.yes : Tag.no).rawValue)
        case .int(let number):
            bytes.append(Tag.integer.rawValue)
            append(UInt64(bitPattern: number), count: 8, to: &bytes)
        case .double(let number):
            bytes.append(Tag.real.rawValue)
            append(number.bitPattern, count: 8, to: &bytes)
        case .text(let text), .json(let text):
            bytes.append(Tag.text.rawValue)
            append(UInt64(text.byteCount), count: 4, to: &bytes)
            text.withBytes { bytes.append(contentsOf: $0) }
        }
    }

    /// The lowest `count` bytes, the highest first.
    private static func append(_ number: UInt64, count: Int, to bytes: inout [UInt8]) {
        for place in (0..<count).reversed() { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * place))) }
    }

    private struct Reader {
        let bytes: [UInt8]
        var offset: Int
        let end: Int

        var isAtEnd: Bool { offset == end }

        mutating func integer(count: Int) -> UInt64? {
            take(count)?.reduce(0) { $0 << 8 | UInt64($1) }
        }

        mutating func value() -> Value? {
            guard let tag = take(1)?.first.flatMap(Tag.init) else { return nil }
            switch tag {
            case .null: return .null
            case .no: return .bool(false)
            case .yes: return .bool(true)
            case .integer: return integer(count: 8).map { .int(Int64(bitPattern: $0)) }
            case .real: return integer(count: 8).map { .double(Double(bitPattern: $0)) }
            case .text:
                guard let length = integer(count: 4), let text = take(Int(length)) else { return nil }
                return String(validating: text, as: UTF8.self).map { .text(Text($0)) }
            }
        }

        private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
            guard count <= end - offset else { return nil }
            defer { offset += count }
            return bytes[offset..<(offset + count)]
        }
    }
}

/// FNV-1a of 64 bits: the same on every machine and in every release.
enum Fingerprint {
    static func of(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
