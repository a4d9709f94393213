import DataStore

/// A value as the tests' own evaluator sees it: nothing of the product's comparisons is used.
indirect enum Cell: Hashable, Sendable {
    case null
    /// A place in an order: numbers, instants and times of day that are equal have the same.
    case rank(Int)
    case bytes([UInt8])
    case flag(Bool)
    case list([Cell])
    case object([String: Cell])

    /// The cell at the end of a path inside an object.
    func at(_ path: ArraySlice<String>) -> Cell {
        guard let first = path.first else { return self }
        guard case .object(let members) = self else { return .null }
        return (members[first] ?? .null).at(path.dropFirst())
    }

    /// Whether `left` comes first; both are values of one kind, null is least.
    static func precedes(_ left: Cell, _ right: Cell) -> Bool {
        switch (left, right) {
        case (.null, .null): false
        case (.null, _): true
        case (.rank(let a), .rank(let b)): a < b
        case (.flag(let a), .flag(let b)): !a && b
        case (.bytes(let a), .bytes(let b)): a.lexicographicallyPrecedes(b)
        default: false
        }
    }
}

/// A value of some type in all its forms.
struct Sample: Sendable {
    /// As literals of the predicate language, in JSON's spelling.
    let literals: [String]
    let cell: Cell
    /// As a record holds it; nil when the type cannot.
    let value: Value?
    /// As it stands in embedded objects and lists.
    let json: String?
}

/// Values that are hard to tell apart, for each type.
enum Samples {
    static let colors = ["RED", "GREEN", "BLUE", "green"]

    static func of(_ item: ValuePath.Item) -> [Sample] { all[item] ?? [] }

    private static let all: [ValuePath.Item: [Sample]] = {
        let items = Scalar.allCases.map { ValuePath.Item.scalar($0) } + [.enumeration]
        return Dictionary(uniqueKeysWithValues: items.map { ($0, make($0)) })
    }()

    private static func make(_ item: ValuePath.Item) -> [Sample] {
        switch item {
        case .embedded: []
        case .enumeration: texts(colors)
        case .scalar(let scalar):
            switch scalar {
            case .int, .timestamp: numbers(areIntegers: true)
            case .float: numbers(areIntegers: false)
            case .boolean:
                [true, false].map {
                    Sample(literals: ["\($0)"], cell: .flag($0), value: .bool($0), json: "\($0)")
                }
            case .dateTime: temporal(.dateTime, instants)
            case .date: temporal(.date, dates)
            case .time: temporal(.time, times)
            case .json: []
            default: texts(words)
            }
        }
    }

    /// A JSON string.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\u{7F}": result += "\\u007f"
            case "😀": result += "\\uD83D\\uDE00"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private static let words = [
        "", "a", "A", "é", "e\u{301}", "e", "post", "post one", "post two", "POST ONE", "%", "_", "a_b", "axb", "100%",
        "O'Brien", "a\"b", "back\\slash", "x,y", "\u{FFFD}", "😀", "😀 smile", "\u{D7FF}", "\u{E000}", "\u{10FFFF}",
        "\u{10FFFF}\u{10FFFF}", "line\nbreak", "`", "(paren) && or", "true", "null", "5", "Z", "zZ", "\u{7F}", "[x]",
        "a*b?[c]",
    ]

    private static func texts(_ texts: [String]) -> [Sample] {
        texts.map {
            Sample(literals: [quoted($0)], cell: .bytes(Array($0.utf8)), value: .text(Text($0)), json: quoted($0))
        }
    }

    /// In ascending order; the forms of a line are equal.
    private static let numberForms: [[String]] = [
        ["-1.7976931348623157e308"], ["-1e300"], ["-9223372036854775808", "-9.223372036854775808e18"],
        ["-9223372036854775807"], ["-9007199254740993"], ["-9007199254740992"], ["-5.5"], ["-5", "-5.0", "-50e-1"],
        ["-0.5", "-5e-1"], ["0", "-0", "0.0", "0e9", "-0E-7"], ["0.1"], ["0.5", "5E-1"], ["1", "1.000"], ["2"],
        ["5", "5.0"],
        ["5.5"], ["10", "1e1", "100e-1"], ["10.5"], ["9007199254740992", "9007199254740992.0"], ["9007199254740993"],
        ["9007199254740994"], ["9223372036854775807"], ["9223372036854775808"], ["1e300"], ["1.7976931348623157e+308"],
    ]

    private static func numbers(areIntegers: Bool) -> [Sample] {
        numberForms.enumerated().map { rank, forms in
            let integer = Int64(forms[0])
            let value: Value?
            if areIntegers {
                value = integer.map { .int($0) }
            } else {
                // Only what a double is exactly.
                let double = Double(forms[0]) ?? 0
                let isExact = integer.map { Int64(exactly: double) == $0 } ?? true
                value = isExact ? .double(double == 0 ? 0 : double) : nil
            }
            let json: String? =
                switch value {
                case .int(let number): "\(number)"
                case .double(let number): "\(number)"
                default: nil
                }
            return Sample(literals: forms, cell: .rank(rank), value: value, json: json)
        }
    }

    private static let instants: [[String]] = [
        ["0001-01-01T00:00Z"], ["1969-12-31T23:59:59.999999999Z"],
        ["2025-12-31T23:59:59.999Z", "2026-01-01T00:59:59.999+01:00"],
        ["2026-01-01T00:00:00Z", "2026-01-01T01:00:00+01:00", "2025-12-31T20:30:00.000-03:30", "2026-01-01T00:00Z"],
        ["2026-01-01T00:00:00.000000001Z"], ["2026-01-01T00:00:00.5Z", "2026-01-01T00:00:00.500000Z"],
        ["2026-01-01T00:00:01Z"], ["9999-12-31T23:59:59.999999999Z"],
    ]

    private static let dates: [[String]] = [
        ["0001-01-01"], ["2025-12-31"], ["2026-01-01", "2026-01-01Z", "2026-01-01+01:00"], ["2026-01-02"],
        ["9999-12-31"],
    ]

    private static let times: [[String]] = [
        ["00:00", "00:00:00.000Z"], ["00:00:00.000000001"],
        ["07:00:00.000", "07:00:00.000Z", "08:00:00+01:00", "07:00"], ["07:00:00.5Z", "07:00:00.500"],
        ["23:59:59.999999999", "23:59:59.999999999Z"],
    ]

    private static func temporal(_ scalar: Scalar, _ forms: [[String]]) -> [Sample] {
        forms.enumerated().flatMap { rank, forms in
            forms.map { form in
                let value = stored(scalar, form)
                let literals = forms.map(quoted)
                return Sample(literals: literals, cell: .rank(rank), value: value, json: answer(scalar, value))
            }
        }
    }

    private static func stored(_ scalar: Scalar, _ text: String) -> Value {
        do throws(ScalarFault) {
            return try scalar.read(text: text)
        } catch {
            preconditionFailure("\(text): \(error.detail)")
        }
    }

    /// Three digits of fraction, more when they are not zeros.
    private static func answer(_ scalar: Scalar, _ value: Value) -> String? {
        guard case .text(let text) = value else { return nil }
        guard scalar != .date else { return quoted(text.string) }
        var characters = Array(text.string)
        let zone = characters.last == "Z" ? "Z" : ""
        if characters.last == "Z" { characters.removeLast() }
        var dropped = 0
        while dropped < 6, characters.last == "0" {
            characters.removeLast()
            dropped += 1
        }
        return quoted(String(characters) + zone)
    }
}
