/// The names of an enum's cases in Swift: `IN_PROGRESS` becomes `inProgress`, as Amplify's generator writes it.
enum SwiftCaseNames {
    /// A name for each value, each once. Values that would have one name keep their own spelling.
    static func of(_ values: [String]) -> [String] {
        let wanted = values.map(camelCase)
        var counts: [String: Int] = [:]
        for name in wanted { counts[name, default: 0] += 1 }
        var taken: Set<String> = []
        return zip(values, wanted).map { value, name in
            var result = isUsable(name) && counts[name] == 1 ? name : value
            while !isUsable(result) || taken.contains(result) { result += "_" }
            taken.insert(result)
            return result
        }
    }

    /// `self` cannot be written behind a dot, in backticks or not.
    private static func isUsable(_ name: String) -> Bool {
        guard let first = name.utf8.first else { return false }
        return !(0x30...0x39).contains(first) && name != "self"
    }

    /// Words are parted by underscores and by humps. The first is in lower case, the others begin with a capital, and a
    /// digit at the start of a word keeps its underscore.
    static func camelCase(_ value: String) -> String {
        var result = ""
        for (index, word) in words(of: value).enumerated() {
            guard index > 0, let first = word.first else {
                result += word.lowercased()
                continue
            }
            result += (first.isNumber ? "_" : "") + first.uppercased() + word.dropFirst().lowercased()
        }
        return result
    }

    private static func words(of value: String) -> [String] {
        let bytes = Array(value.utf8)
        var words: [String] = []
        var word: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "_") {
                words.append(String(decoding: word, as: UTF8.self))
                word = []
                continue
            }
            if byte.isUpper, let last = word.last {
                let beginsWord = last.isUpper && index + 1 < bytes.count && bytes[index + 1].isLower
                if !last.isUpper || beginsWord {
                    words.append(String(decoding: word, as: UTF8.self))
                    word = []
                }
            }
            word.append(byte)
        }
        words.append(String(decoding: word, as: UTF8.self))
        return words.filter { !$0.isEmpty }
    }
}

extension UInt8 {
    fileprivate var isUpper: Bool { (0x41...0x5A).contains(self) }
    fileprivate var isLower: Bool { (0x61...0x7A).contains(self) }
}
