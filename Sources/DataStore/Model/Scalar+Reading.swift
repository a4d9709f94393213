/// How a scalar's values come in: as text (a schema's `@default`, a field of CSV) and as JSON, in each case checked and
/// turned into the stored form.
extension Scalar {
    /// Reads a value from text that stands alone: `7`, `true`, `2026-01-01`; of AWSJSON the JSON text.
    package func read(text: Text) throws(ScalarFault) -> Value {
        switch self {
        case .int, .float, .timestamp:
            guard NumberText.isNumber(text) else { throw ScalarFault("must be \(self.promise)") }
            return try read(number: text)
        case .boolean:
            if text == "true" { return .bool(true) }
            if text == "false" { return .bool(false) }
            throw ScalarFault("must be true or false")
        case .json:
            do throws(JSONFault) {
                return .json(try JSONReader.read(text).compact)
            } catch {
                throw ScalarFault("must be JSON: at character \(error.column) of line \(error.line), \(error.detail)")
            }
        default:
            return try read(string: text)
        }
    }

    /// Reads a value from text that stands alone.
    package func read(text: String) throws(ScalarFault) -> Value { try read(text: Text(text)) }

    /// Reads a value from JSON. `null` is a value of AWSJSON alone; a field's null is for the caller to see first.
    package func read(_ json: JSON) throws(ScalarFault) -> Value {
        switch (self, json) {
        case (.json, _): .json(json.compact)
        case (.int, .number(let text)), (.float, .number(let text)), (.timestamp, .number(let text)):
            try read(number: text)
        case (.int, _), (.float, _), (.timestamp, _): throw ScalarFault("must be \(promise), not \(json.kind)")
        case (.boolean, .bool(let flag)): .bool(flag)
        case (.boolean, _): throw ScalarFault("must be true or false, not \(json.kind)")
        case (_, .string(let text)): try read(string: text)
        default: throw ScalarFault("must be \(promise), not \(json.kind)")
        }
    }

    /// What its values are, for a sentence that begins with "must be".
    var promise: String {
        switch self {
        case .id, .string: "a string"
        case .int: "a whole number of 64 bits"
        case .float: "a number"
        case .boolean: "true or false"
        case .dateTime: "a date and time with an offset, such as 2026-11-30T15:04:05.000Z, in the years 0001 to 9999"
        case .date: "a date that exists, such as 2026-11-30"
        case .time: "a time of day, such as 15:04:05.000"
        case .timestamp: "a whole number of seconds since 1970"
        case .email: "an email address, such as someone@example.com"
        case .url: "a URL with its scheme, such as https://example.com/"
        case .phone: "a phone number, such as +44 7911 123456"
        case .ipAddress: "an IPv4 or IPv6 address, such as 192.0.2.1 or 2001:db8::/32"
        case .json: "JSON"
        }
    }

    private func read(number text: Text) throws(ScalarFault) -> Value {
        guard self != .float else {
            guard let value = NumberText.double(text) else { throw ScalarFault("is beyond the largest number") }
            return .double(value)
        }
        switch NumberText.whole(text) {
        case .value(let value): return .int(value)
        case .hasFraction: throw ScalarFault("must be a whole number")
        case .outOfRange: throw ScalarFault("is beyond 64 bits")
        }
    }

    private func read(string text: Text) throws(ScalarFault) -> Value {
        let value: Text? =
            switch self {
            case .dateTime: text.withBytes(TemporalScanner.storedDateTime)
            case .date: Scalar.date(text)
            case .time: Scalar.time(text)
            case .email: text.withBytes(TextFormat.isEmail) ? text : nil
            case .url: text.withBytes(URLFormat.isURL) ? text : nil
            case .phone: text.withBytes(TextFormat.isPhone) ? text : nil
            case .ipAddress: TextFormat.isIPAddress(text) ? text : nil
            default: text
            }
        guard let value else { throw ScalarFault("must be \(promise)") }
        guard !value.withBytes({ $0.contains(0) }) else { throw ScalarFault("must not contain U+0000") }
        return .text(value)
    }

    /// An `AWSDate` in stored form: its offset is dropped.
    private static func date(_ text: Text) -> Text? {
        text.withBytes { bytes in
            var scanner = TemporalScanner(bytes)
            guard let day = scanner.date(), day.year >= 1 else { return nil }
            guard scanner.isAtEnd || scanner.zone() != nil, scanner.isAtEnd else { return nil }
            return TemporalPrinter.date(day)
        }
    }

    /// An `AWSTime` in stored form: with an offset it becomes UTC.
    private static func time(_ text: Text) -> Text? {
        text.withBytes { bytes in
            var scanner = TemporalScanner(bytes)
            guard let clock = scanner.clock() else { return nil }
            if scanner.isAtEnd {
                return TemporalPrinter.time(
                    secondOfDay: clock.seconds, nanoseconds: clock.nanoseconds, isUTC: false)
            }
            guard let zone = scanner.zone(), scanner.isAtEnd else { return nil }
            let second = (clock.seconds - zone + 86_400) % 86_400
            return TemporalPrinter.time(secondOfDay: second, nanoseconds: clock.nanoseconds, isUTC: true)
        }
    }
}
