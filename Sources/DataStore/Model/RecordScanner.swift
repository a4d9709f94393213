import Glibc

/// Reads new records from the bytes of their JSON, left to right, without a tree in between.
///
/// It knows no faults: whatever is wrong, and a few forms that are rare, is ``Unusual``, and for `RecordReader` to read
/// again in the long way. What it does give is exactly what the long way gives.
struct RecordScanner {
    /// There is something that the long way must judge.
    struct Unusual: Error {}

    private let model: ModelDefinition
    private let fields: [RecordShape.Field]
    private let names: [UInt8]
    private let bytes: UnsafeBufferPointer<UInt8>
    private let isASCII: Bool
    private var index = 0
    /// How many arrays and objects are open around the values of a record.
    private var depth = 0
    /// The present time in stored form, once it is asked for.
    private var storedNow: Text?

    /// Begins at the first byte.
    init(_ model: ModelDefinition, _ bytes: UnsafeBufferPointer<UInt8>) throws(Unusual) {
        do throws(UTF8.ValidationError) {
            isASCII = try UTF8Span(validating: bytes.span).isKnownASCII
        } catch {
            throw Unusual()
        }
        self.model = model
        self.bytes = bytes
        fields = model.shape.fields
        names = model.shape.names
    }

    /// Nothing but white space is left.
    mutating func finish() throws(Unusual) {
        skipSpace()
        guard index == bytes.count else { throw Unusual() }
    }

    /// An array of records.
    mutating func records(
        now: Instant, newID: () -> Text
    ) throws(Unusual) -> [RecordReader.NewRecord] {
        skipSpace()
        try expect(UInt8(ascii: "["))
        depth += 1
        defer { depth -= 1 }
        var records: [RecordReader.NewRecord] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return records }
        let start = index
        repeat {
            records.append(try record(now: now, newID: newID))
            // Most are about as long as the first.
            if records.count == 1 { records.reserveCapacity(min(bytes.count / (index - start) + 1, 1024)) }
            skipSpace()
        } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "]"))
        return records
    }

    /// One record.
    mutating func record(now: Instant, newID: () -> Text) throws(Unusual) -> RecordReader.NewRecord {
        skipSpace()
        try expect(UInt8(ascii: "{"))
        depth += 1
        defer { depth -= 1 }
        var values: [Value] = []
        values.reserveCapacity(fields.count)
        for _ in fields { values.append(.null) }
        var seen = PlaceSet()
        skipSpace()
        if !take(UInt8(ascii: "}")) {
            var next = 0
            repeat {
                skipSpace()
                let place = try name(expecting: next)
                guard !seen.contains(place) else { throw Unusual() }
                seen.insert(place)
                skipSpace()
                values[place] = try value(place)
                next = place + 1
                skipSpace()
            } while take(UInt8(ascii: ","))
            try expect(UInt8(ascii: "}"))
        }
        try fillAbsent(&values, seen, now, newID)
        let isFresh = model.primaryKey.count == 1 && !seen.contains(model.primaryKey[0])
        return RecordReader.NewRecord(record: Record(model: model, values: values), isFresh: isFresh)
    }

    /// As `RecordPass` does it.
    private mutating func fillAbsent(
        _ values: inout [Value], _ seen: PlaceSet, _ now: Instant, _ newID: () -> Text
    ) throws(Unusual) {
        let generated = model.shape.generatedKey
        for place in fields.indices {
            let field = fields[place]
            switch field.role {
            case .version: values[place] = .int(0)
            case .createdAt, .updatedAt:
                guard values[place].isNull else { continue }
                let stored = storedNow ?? now.stored
                storedNow = stored
                values[place] = now.value(of: model.fields[place], stored: stored)
            case .plain, .key:
                guard !seen.contains(place) else { continue }
                if place == generated {
                    values[place] = .text(newID())
                } else if let value = model.fields[place].defaultValue {
                    values[place] = value
                } else if field.isRequired {
                    throw Unusual()
                }
            }
        }
    }
}

/// Names.
extension RecordScanner {
    /// Reads a member's name and its colon; the place of the field. Clients mostly keep the order of the fields, so the
    /// one that would be next is tried first.
    private mutating func name(expecting next: Int) throws(Unusual) -> Int {
        if next < fields.count, isName(of: fields[next]) {
            index += fields[next].nameCount
            return next
        }
        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { throw Unusual() }
        let end = JSONScan.endOfPlain(bytes, from: index + 1)
        guard end < bytes.count, bytes[end] == UInt8(ascii: "\""), let base = bytes.baseAddress else { throw Unusual() }
        let start = base + index
        let count = end + 1 - index
        let found = names.withUnsafeBufferPointer { names in
            fields.firstIndex { field in
                // A name of the table ends with a colon.
                guard field.nameCount == count + 1, let known = names.baseAddress else { return false }
                return memcmp(start, known + field.nameStart, count) == 0
            }
        }
        guard let found else { throw Unusual() }
        index = end + 1
        skipSpace()
        try expect(UInt8(ascii: ":"))
        return found
    }

    /// Whether the field's `"name":` comes next.
    @inline(__always)
    private func isName(of field: RecordShape.Field) -> Bool {
        guard bytes.count - index >= max(field.nameCount, 8), let base = bytes.baseAddress else { return false }
        let word = UInt64(littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
        guard word & field.headMask == field.head else { return false }
        if field.nameCount <= 8 { return true }
        return names.withUnsafeBytes { names in
            guard let known = names.baseAddress else { return false }
            let rest = UnsafeRawPointer(base + index + 8)
            return rest.holds(known + field.nameStart + 8, count: field.nameCount - 8)
        }
    }
}

/// Values.
extension RecordScanner {
    private mutating func value(_ place: Int) throws(Unusual) -> Value {
        let field = fields[place]
        guard index < bytes.count else { throw Unusual() }
        if field.role == .version {
            // Passed over, whatever it is.
            if let end = NumberText.end(in: bytes, from: index) { index = end } else { _ = try tree() }
            return .null
        }
        if bytes[index] == UInt8(ascii: "n") {
            try word("null")
            // An explicit null of a time is as if left out.
            let isTime = field.role == .createdAt || field.role == .updatedAt
            guard !field.isKey, isTime || !field.isRequired else { throw Unusual() }
            return .null
        }
        let value = try present(field, place)
        if field.isChecked { try check(value, place) }
        if field.isKey, value.keyTextFault != nil { throw Unusual() }
        return value
    }

    private mutating func present(_ field: RecordShape.Field, _ place: Int) throws(Unusual) -> Value {
        switch field.reading {
        case .text: return .text(try text())
        case .dateTime:
            guard let stored = TemporalScanner.storedDateTime(try plainText()) else { throw Unusual() }
            return .text(stored)
        case .whole: return .int(try whole())
        case .real:
            guard let value = NumberText.double(try number()) else { throw Unusual() }
            return .double(value)
        case .boolean:
            let isTrue = bytes[index] == UInt8(ascii: "t")
            try word(isTrue ? "true" : "false")
            return .bool(isTrue)
        case .enumeration:
            let name = try text()
            guard case .enumeration(let definition) = model.fields[place].type.item, definition.contains(name) else {
                throw Unusual()
            }
            return .text(name)
        case .tree:
            var reader = ValueReader()
            let value = reader.value(try tree(), of: model.fields[place])
            guard reader.faults.faults.isEmpty else { throw Unusual() }
            return value
        }
    }

    private func check(_ value: Value, _ place: Int) throws(Unusual) {
        for validation in model.fields[place].validations where !validation.rule.admits(value) { throw Unusual() }
    }

    private mutating func tree() throws(Unusual) -> JSON {
        guard let json = JSONReader.value(in: bytes, isASCII: isASCII, at: &index, depth: depth) else {
            throw Unusual()
        }
        return json
    }

    private mutating func text() throws(Unusual) -> Text {
        guard bytes[index] == UInt8(ascii: "\"") else { throw Unusual() }
        let start = index + 1
        let end = JSONScan.endOfPlain(bytes, from: start)
        if end < bytes.count, bytes[end] == UInt8(ascii: "\"") {
            index = end + 1
            return Text(validated: UnsafeBufferPointer(rebasing: bytes[start..<end]), isASCII: isASCII)
        }
        // Only an escape can stand for U+0000, which no text may hold.
        guard case .string(let text) = try tree(), !text.withBytes({ $0.contains(0) }) else { throw Unusual() }
        return text
    }

    /// The bytes of a string without escapes.
    private mutating func plainText() throws(Unusual) -> UnsafeBufferPointer<UInt8> {
        guard bytes[index] == UInt8(ascii: "\"") else { throw Unusual() }
        let start = index + 1
        let end = JSONScan.endOfPlain(bytes, from: start)
        guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { throw Unusual() }
        index = end + 1
        return UnsafeBufferPointer(rebasing: bytes[start..<end])
    }

    private mutating func number() throws(Unusual) -> UnsafeBufferPointer<UInt8> {
        guard let end = NumberText.end(in: bytes, from: index) else { throw Unusual() }
        defer { index = end }
        return UnsafeBufferPointer(rebasing: bytes[index..<end])
    }

    /// Digits alone are taken as they come; any other form of a whole number has its own way.
    private mutating func whole() throws(Unusual) -> Int64 {
        let isNegative = bytes[index] == UInt8(ascii: "-")
        let start = isNegative ? index + 1 : index
        var end = start
        var magnitude: Int64 = 0
        while end < bytes.count, end - start < 18, let digit = bytes[end].decimalDigit {
            magnitude = magnitude * 10 + Int64(digit)
            end += 1
        }
        let isPlain = end > start && (bytes[start] != UInt8(ascii: "0") || end == start + 1)
        if isPlain, end < bytes.count, bytes[end] == UInt8(ascii: ",") || bytes[end] == UInt8(ascii: "}") {
            index = end
            return isNegative ? -magnitude : magnitude
        }
        guard case .value(let value) = NumberText.whole(try number()) else { throw Unusual() }
        return value
    }
}

/// Steps.
extension RecordScanner {
    private mutating func skipSpace() {
        while index < bytes.count, bytes[index] <= 0x20 {
            switch bytes[index] {
            case 0x20, 0x0A, 0x0D, 0x09: index += 1
            default: return
            }
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func expect(_ byte: UInt8) throws(Unusual) {
        guard take(byte) else { throw Unusual() }
    }

    private mutating func word(_ word: StaticString) throws(Unusual) {
        let count = word.utf8CodeUnitCount
        guard bytes.count - index >= count, let base = bytes.baseAddress,
            memcmp(base + index, word.utf8Start, count) == 0
        else { throw Unusual() }
        index += count
    }
}
