/// Reads row images: SQL literals with commas between, as triggers write them (`RecordTable+Triggers`).
enum RowImage {
    /// The values of an image whose columns are `types`; nil when it is no image of them.
    static func decode(_ bytes: UnsafeBufferPointer<UInt8>, types: [FieldType]) -> [Value]? {
        var scanner = Scanner(bytes: bytes)
        var values: [Value] = []
        values.reserveCapacity(types.count)
        for (index, type) in types.enumerated() {
            if index > 0, !scanner.skip(UInt8(ascii: ",")) { return nil }
            guard let value = scanner.value(of: type) else { return nil }
            values.append(value)
        }
        return scanner.isAtEnd ? values : nil
    }

    private struct Scanner {
        let bytes: UnsafeBufferPointer<UInt8>
        var position = 0

        var isAtEnd: Bool { position == bytes.count }

        mutating func skip(_ byte: UInt8) -> Bool {
            guard position < bytes.count, bytes[position] == byte else { return false }
            position += 1
            return true
        }

        mutating func value(of type: FieldType) -> Value? {
            guard position < bytes.count else { return nil }
            if bytes[position] == UInt8(ascii: "'") { return text().map { type.value(ofText: $0) } }
            let start = position
            while position < bytes.count, bytes[position] != UInt8(ascii: ",") { position += 1 }
            let word = String(decoding: bytes[start..<position], as: UTF8.self)
            if word == "NULL" { return .null }
            switch type.scalar {
            case .boolean: return word == "1" ? .bool(true) : word == "0" ? .bool(false) : nil
            case .float: return Double(word).map { .double($0 == 0 ? 0 : $0) }
            default: return Int64(word).map { .int($0) }
            }
        }

        /// A text in single quotes, in which a quote is written twice.
        private mutating func text() -> Text? {
            position += 1
            let start = position
            var doubled = false
            while position < bytes.count {
                if bytes[position] == UInt8(ascii: "'") {
                    guard position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "'") else {
                        let raw = bytes[start..<position]
                        position += 1
                        return Text(doubled ? Self.undouble(raw) : String(decoding: raw, as: UTF8.self))
                    }
                    doubled = true
                    position += 1
                }
                position += 1
            }
            return nil
        }

        private static func undouble(_ raw: Slice<UnsafeBufferPointer<UInt8>>) -> String {
            var plain: [UInt8] = []
            plain.reserveCapacity(raw.count)
            var skipNext = false
            for byte in raw {
                if skipNext {
                    skipNext = false
                    continue
                }
                plain.append(byte)
                skipNext = byte == UInt8(ascii: "'")
            }
            return String(decoding: plain, as: UTF8.self)
        }
    }
}

extension FieldType {
    /// How a stored text is held: as JSON for lists, embedded types and AWSJSON.
    func value(ofText text: Text) -> Value {
        switch (isList, item) {
        case (false, .scalar(.json)), (false, .embedded), (true, _): .json(text)
        default: .text(text)
        }
    }
}
