/// One figure over all rounds.
struct Samples {
    private let sorted: [Double]

    /// At least one value.
    init(_ values: [Double]) {
        precondition(!values.isEmpty)
        sorted = values.sorted()
    }

    var minimum: Double { sorted[0] }
    var maximum: Double { sorted[sorted.count - 1] }

    var median: Double {
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    /// `median [minimum–maximum]`, each through `show`.
    func text(_ show: (Double) -> String) -> String {
        minimum == maximum ? show(median) : "\(show(median)) [\(show(minimum))–\(show(maximum))]"
    }
}

/// Numbers as a reader wants them.
enum Show {
    /// With that many digits after the point, rounded half away from zero.
    static func fixed(_ value: Double, _ digits: Int) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return "?" }
        var scale: Int64 = 1
        for _ in 0..<digits { scale *= 10 }
        let scaled = Int64((abs(value) * Double(scale)).rounded())
        let whole = (value < 0 && scaled != 0 ? "-" : "") + grouped(scaled / scale)
        guard digits > 0 else { return whole }
        let fraction = String(scaled % scale)
        return whole + "." + String(repeating: "0", count: digits - fraction.count) + fraction
    }

    /// Three significant digits or so: 123 456, 12.3, 1.23.
    static func plain(_ value: Double) -> String {
        fixed(value, abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : 2)
    }

    /// Microseconds, in milliseconds.
    static func milliseconds(_ microseconds: Double) -> String {
        plain(microseconds / 1000)
    }

    static func count(_ value: Double) -> String {
        fixed(value, 0)
    }

    static func ratio(_ value: Double) -> String {
        fixed(value, 2)
    }

    private static func grouped(_ value: Int64) -> String {
        let digits = Array(String(value))
        var text = ""
        for (place, digit) in digits.enumerated() {
            if place > 0 && (digits.count - place) % 3 == 0 { text += " " }
            text.append(digit)
        }
        return text
    }
}
