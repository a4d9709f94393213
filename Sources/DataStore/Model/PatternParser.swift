/// Reads a regular expression, of the syntax that ``Pattern`` names.
struct PatternParser {
    static let digit = Pattern.CharacterClass(ranges: [0x30...0x39])
    static let word = Pattern.CharacterClass(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    static let space = Pattern.CharacterClass(ranges: [0x09...0x0D, 0x20...0x20])
    /// Anything but an end of line.
    static let any = Pattern.CharacterClass(
        ranges: [0x0A...0x0A, 0x0D...0x0D, 0x85...0x85, 0x2028...0x2029], isNegated: true)

    private static let maximumDepth = 64
    private static let maximumCount = 1000

    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var depth = 0

    init(_ source: Text) { scalars = Array(source.string.unicodeScalars) }

    /// The whole expression.
    mutating func parse() throws(ScalarFault) -> Pattern.Node {
        let node = try choice()
        guard index == scalars.count else { throw fault("a ) has no (") }
        return node
    }

    private mutating func choice() throws(ScalarFault) -> Pattern.Node {
        depth += 1
        defer { depth -= 1 }
        guard depth <= PatternParser.maximumDepth else { throw fault("groups nest too deep") }
        var nodes = [try sequence()]
        while take("|") { nodes.append(try sequence()) }
        return nodes.count == 1 ? nodes[0] : .choice(nodes)
    }

    private mutating func sequence() throws(ScalarFault) -> Pattern.Node {
        var nodes: [Pattern.Node] = []
        while let next = peek, next != "|", next != ")" { nodes.append(try repeated(try atom())) }
        return nodes.count == 1 ? nodes[0] : .sequence(nodes)
    }

    private mutating func atom() throws(ScalarFault) -> Pattern.Node {
        let scalar = scalars[index]
        index += 1
        switch scalar {
        case ".": return .take(PatternParser.any)
        case "^": return .check(.start)
        case "$": return .check(.end)
        case "[": return .take(try characterClass())
        case "(":
            if take("?"), !take(":") { throw fault("this kind of group is not supported") }
            let node = try choice()
            guard take(")") else { throw fault("a ( has no )") }
            return node
        case "\\":
            if take("b") { return .check(.wordBorder) }
            if take("B") { return .check(.noWordBorder) }
            return .take(try escape())
        case "*", "+", "?", "{": throw fault("there is nothing to repeat")
        default: return .take(PatternParser.only(scalar.value))
        }
    }

    private mutating func repeated(_ node: Pattern.Node) throws(ScalarFault) -> Pattern.Node {
        let result: Pattern.Node
        if take("*") {
            result = .repetition(node, least: 0, most: nil)
        } else if take("+") {
            result = .repetition(node, least: 1, most: nil)
        } else if take("?") {
            result = .repetition(node, least: 0, most: 1)
        } else if take("{") {
            let least = try count()
            var most: Int? = least
            if take(",") { most = peek == "}" ? nil : try count() }
            guard take("}"), most.map({ $0 >= least }) ?? true else { throw fault("a count is wrong") }
            result = .repetition(node, least: least, most: most)
        } else {
            return node
        }
        // Lazy or not is the same where only a match is asked for.
        _ = take("?")
        if let next = peek, next == "*" || next == "+" || next == "?" || next == "{" {
            throw fault("a repetition cannot be repeated")
        }
        return result
    }

    private mutating func count() throws(ScalarFault) -> Int {
        var value: Int?
        while let next = peek, (0x30...0x39).contains(next.value) {
            let sum = (value ?? 0) * 10 + Int(next.value - 0x30)
            guard sum <= PatternParser.maximumCount else { throw fault("a count is too large") }
            value = sum
            index += 1
        }
        guard let value else { throw fault("a count is wrong") }
        return value
    }

    /// Behind `[`.
    private mutating func characterClass() throws(ScalarFault) -> Pattern.CharacterClass {
        var result = Pattern.CharacterClass()
        result.isNegated = take("^")
        repeat {
            let first = try classItem()
            guard peek == "-", index + 1 < scalars.count, scalars[index + 1] != "]" else {
                result.ranges.append(contentsOf: first)
                continue
            }
            index += 1
            let last = try classItem()
            guard let low = PatternParser.single(first), let high = PatternParser.single(last), low <= high else {
                throw fault("a range of characters is wrong")
            }
            result.ranges.append(low...high)
        } while !take("]")
        return result
    }

    private mutating func classItem() throws(ScalarFault) -> [ClosedRange<UInt32>] {
        guard let scalar = peek else { throw fault("a [ has no ]") }
        index += 1
        switch scalar {
        case "\\": return PatternParser.ranges(of: try escape())
        case "[": throw fault("a [ inside of a class must be written \\[")
        case "]": throw fault("a class is empty")
        case "&" where peek == "&": throw fault("&& in a class is not supported")
        default: return [scalar.value...scalar.value]
        }
    }

    /// Behind `\`.
    private mutating func escape() throws(ScalarFault) -> Pattern.CharacterClass {
        guard let scalar = peek else { throw fault("a \\ stands at the end") }
        index += 1
        switch scalar {
        case "d": return PatternParser.digit
        case "w": return PatternParser.word
        case "s": return PatternParser.space
        case "D": return PatternParser.negated(PatternParser.digit)
        case "W": return PatternParser.negated(PatternParser.word)
        case "S": return PatternParser.negated(PatternParser.space)
        case "t": return PatternParser.only(0x09)
        case "n": return PatternParser.only(0x0A)
        case "r": return PatternParser.only(0x0D)
        case "f": return PatternParser.only(0x0C)
        case "x": return PatternParser.only(try hex(2))
        case "u": return PatternParser.only(try hex(4))
        default:
            let isPlain = scalar.value > 0x7F || PatternParser.word.contains(scalar)
            guard !isPlain || scalar == "_" else { throw fault("\\\(scalar) is not supported") }
            return PatternParser.only(scalar.value)
        }
    }

    private mutating func hex(_ digits: Int) throws(ScalarFault) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let next = peek, let digit = UInt8(exactly: next.value)?.hexValue else {
                throw fault("\(digits) hexadecimal digits should stand here")
            }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }

    private var peek: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        index += 1
        return true
    }

    private func fault(_ detail: String) -> ScalarFault {
        ScalarFault("the regular expression is wrong near character \(index): \(detail)")
    }

    // MARK: - Classes

    private static func only(_ value: UInt32) -> Pattern.CharacterClass {
        Pattern.CharacterClass(ranges: [value...value])
    }

    private static func negated(_ characters: Pattern.CharacterClass) -> Pattern.CharacterClass {
        Pattern.CharacterClass(ranges: characters.ranges, isNegated: true)
    }

    /// The one character that the ranges hold, if it is one.
    private static func single(_ ranges: [ClosedRange<UInt32>]) -> UInt32? {
        guard ranges.count == 1, ranges[0].lowerBound == ranges[0].upperBound else { return nil }
        return ranges[0].lowerBound
    }

    /// The class without its negation: what lies between its ranges, which are in order.
    private static func ranges(of characters: Pattern.CharacterClass) -> [ClosedRange<UInt32>] {
        guard characters.isNegated else { return characters.ranges }
        var result: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in characters.ranges {
            if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
            next = range.upperBound + 1
        }
        result.append(next...0x10FFFF)
        return result
    }
}
