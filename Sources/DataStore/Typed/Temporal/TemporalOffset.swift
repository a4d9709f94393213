/// An offset from UTC as dates and times write it: `Z`, `+05:30`.
enum TemporalOffset {
    /// The text of an offset in seconds east; nothing where there is none.
    static func text(_ seconds: Int?) -> String {
        guard let seconds else { return "" }
        if seconds == 0 { return "Z" }
        let magnitude = abs(seconds)
        var text = (seconds < 0 ? "-" : "+") + twoDigits(magnitude / 3600) + ":" + twoDigits(magnitude / 60 % 60)
        if magnitude % 60 != 0 { text += ":" + twoDigits(magnitude % 60) }
        return text
    }

    private static func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : String(value) }
}
