/// Reads single values out of stored JSON text, without building a tree.
///
/// The same code serves memory and, as SQL functions, the database, so both agree. Text that is no JSON, which only
/// foreign writers could have put there, gives null and never a trap.
enum EmbeddedValue {
    /// The value at the end of `path` (`geo.lat`), as the field's type holds it; null when it is absent or of another
    /// type.
    static func read(
        _ json: UnsafeBufferPointer<UInt8>, path: UnsafeBufferPointer<UInt8>, as kind: ValueKind
    ) -> Value {
        var cursor = JSONCursor(json)
        guard cursor.descend(path), let range = cursor.skipValue() else { return .null }
        return decode(UnsafeBufferPointer(rebasing: json[range]), as: kind)
    }

    /// Whether `literal`, in stored form, is an item of the list that `json` is.
    static func list(_ json: UnsafeBufferPointer<UInt8>, contains literal: Value, as kind: ValueKind) -> Bool {
        var cursor = JSONCursor(json)
        guard cursor.take(UInt8(ascii: "[")), !cursor.take(UInt8(ascii: "]")) else { return false }
        repeat {
            guard let range = cursor.skipValue() else { return false }
            if item(UnsafeBufferPointer(rebasing: json[range]), equals: literal, as: kind) { return true }
        } while cursor.take(UInt8(ascii: ","))
        return false
    }

    private static func item(
        _ json: UnsafeBufferPointer<UInt8>, equals literal: Value, as kind: ValueKind
    ) -> Bool {
        // A text without escapes, which is most of them, needs no copy.
        if kind == .text, case .text(let text) = literal, let plain = JSONCursor.plainText(json) {
            return text.withBytes { $0.count == plain.count && $0.elementsEqual(plain) }
        }
        return decode(json, as: kind) == literal
    }

    /// One JSON value in stored form.
    private static func decode(_ json: UnsafeBufferPointer<UInt8>, as kind: ValueKind) -> Value {
        guard let first = json.first else { return .null }
        switch kind {
        case .boolean:
            if json.elementsEqual("true".utf8) { return .bool(true) }
            return json.elementsEqual("false".utf8) ? .bool(false) : .null
        case .integer, .real:
            guard first == UInt8(ascii: "-") || first.decimalDigit != nil,
                NumberText.end(in: json, from: 0) == json.count
            else { return .null }
            let text = Text(String(decoding: json, as: UTF8.self))
            if kind == .real { return NumberText.double(text).map { .double($0) } ?? .null }
            guard case .value(let value) = NumberText.whole(text) else { return .null }
            return .int(value)
        case .text, .instant, .time:
            guard first == UInt8(ascii: "\""), let text = JSONCursor.text(json) else { return .null }
            return stored(text, kind)
        case .document:
            return first == UInt8(ascii: "n") ? .null : .json(Text(String(decoding: json, as: UTF8.self)))
        }
    }

    private static func stored(_ text: Text, _ kind: ValueKind) -> Value {
        switch kind {
        case .instant: return Instant(text).map { .text($0.stored) } ?? .null
        case .time:
            do throws(ScalarFault) {
                guard case .text(let time) = try Scalar.time.read(text: text) else { return .null }
                return .text(time.withoutZone)
            } catch {
                return .null
            }
        default: return .text(text)
        }
    }
}
