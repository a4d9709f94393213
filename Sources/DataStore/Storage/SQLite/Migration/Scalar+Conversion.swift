/// What a value of another type is as a value of a scalar.
extension Scalar {
    /// The value in a form that `read` takes and that means the same, or nil. `old` is nil for what was no scalar.
    func fit(_ json: JSON, from old: Scalar?) -> JSON? {
        guard let candidate = candidate(json, from: old) else { return nil }
        do throws(ScalarFault) {
            let value = try read(candidate)
            guard case .double(let number) = value, case .number(let text) = candidate else { return candidate }
            // A whole number must be the double itself; of fractions the nearest double is what is meant.
            switch NumberText.whole(text) {
            case .value(let whole): return Int64(exactly: number) == whole ? candidate : nil
            case .hasFraction: return candidate
            case .outOfRange: return candidate
            }
        } catch {
            return nil
        }
    }

    private func candidate(_ json: JSON, from old: Scalar?) -> JSON? {
        switch (self, json) {
        case (.json, _): return json
        case (.int, .string(let text)), (.float, .string(let text)), (.timestamp, .string(let text)):
            if old == .dateTime { return self == .timestamp ? Self.seconds(text) : nil }
            return NumberText.isNumber(text) ? .number(text) : nil
        case (.boolean, .string(let text)): return text == "true" ? .bool(true) : text == "false" ? .bool(false) : nil
        case (.int, _), (.float, _), (.timestamp, _), (.boolean, _): return json
        case (.dateTime, .number(let text)) where old == .timestamp:
            guard case .value(let seconds) = NumberText.whole(text), let instant = Instant(seconds: seconds) else {
                return nil
            }
            return .string(Scalar.dateTime.answer(instant.stored))
        case (.dateTime, .string(let text)) where old == .date: return .string(Text(text.string + "T00:00:00.000Z"))
        case (.date, .string(let text)) where old == .dateTime:
            let midnight = Text("T00:00:00.000Z")
            guard text.string.utf8.count == 10 + midnight.byteCount,
                text.string.utf8.suffix(midnight.byteCount)
                    .elementsEqual(midnight.string.utf8)
            else { return nil }
            return .string(Text(String(decoding: text.string.utf8.prefix(10), as: UTF8.self)))
        case (_, .string): return json
        case (.string, _), (.id, _): return .string(json.compact)
        default: return nil
        }
    }

    /// An instant as whole seconds since 1970.
    private static func seconds(_ text: Text) -> JSON? {
        guard let instant = Instant(text), instant.nanoseconds == 0 else { return nil }
        return .number(Text(String(instant.seconds)))
    }
}
