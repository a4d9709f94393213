/// How stored values go out. Only times differ: they are stored with nine digits of fraction and answered with three, or
/// as many more as they need.
extension Scalar {
    /// Whether the answer is another text than the stored one.
    var hasAnswerForm: Bool { self == .dateTime || self == .time }

    /// The text in which a stored one is answered: `2026-11-30T15:04:05.000Z` for `2026-11-30T15:04:05.000000000Z`.
    package func answer(_ stored: Text) -> Text {
        guard hasAnswerForm else { return stored }
        return stored.withBytes { bytes in
            let form = TemporalAnswer(bytes)
            guard form.end < form.digitsEnd else { return stored }
            let head = bytes[..<form.end]
            return Text(String(decoding: head, as: UTF8.self) + (form.isUTC ? "Z" : ""))
        }
    }
}

/// Where the answer form of a stored time ends: everything before `end`, then `Z` when it is UTC.
struct TemporalAnswer {
    let isUTC: Bool
    /// Behind the last digit that is shown.
    let end: Int
    /// Behind the last digit that is stored.
    let digitsEnd: Int

    /// A text that has no nine digits behind a dot, as another program may have written it, is shown whole.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        isUTC = bytes.last == UInt8(ascii: "Z")
        digitsEnd = isUTC ? bytes.count - 1 : bytes.count
        var end = digitsEnd
        if digitsEnd >= 10, bytes[digitsEnd - 10] == UInt8(ascii: ".") {
            let least = digitsEnd - 6
            while end > least, bytes[end - 1] == UInt8(ascii: "0") { end -= 1 }
        }
        self.end = end
    }
}
