/// The Swift spelling, which `Predicate.parse` reads back.
extension Predicate: CustomStringConvertible {
    package var description: String {
        var bytes: [UInt8] = []
        write(to: &bytes, in: .or)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What stands around a part; decides whether it needs parentheses.
    private enum Surroundings { case or, and, not }

    private func write(to bytes: inout [UInt8], in surroundings: Surroundings) {
        switch self {
        case .constant(let flag):
            bytes += (flag ? "true" : "false").utf8
        case .and(let operands):
            Predicate.write(operands, by: " && ", to: &bytes, as: .and, needsParentheses: surroundings != .or)
        case .or(let operands):
            Predicate.write(operands, by: " || ", to: &bytes, as: .or, needsParentheses: true)
        case .not(let operand):
            bytes.append(UInt8(ascii: "!"))
            bytes.append(UInt8(ascii: "("))
            operand.write(to: &bytes, in: .or)
            bytes.append(UInt8(ascii: ")"))
        case .comparison(let path, let comparison):
            path.write(to: &bytes)
            comparison.write(to: &bytes)
        }
    }

    private static func write(
        _ operands: [Predicate], by separator: String, to bytes: inout [UInt8], as inner: Surroundings,
        needsParentheses: Bool
    ) {
        guard !operands.isEmpty else {
            bytes += (inner == .and ? "true" : "false").utf8
            return
        }
        if needsParentheses { bytes.append(UInt8(ascii: "(")) }
        for (index, operand) in operands.enumerated() {
            if index > 0 { bytes += separator.utf8 }
            operand.write(to: &bytes, in: .and)
        }
        if needsParentheses { bytes.append(UInt8(ascii: ")")) }
    }
}

extension ValuePath {
    fileprivate func write(to bytes: inout [UInt8]) {
        for (index, name) in (hops.map(\.relation) + [column] + members).enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ".")) }
            let isWord = PredicateParser.words.contains(name)
            if isWord { bytes.append(UInt8(ascii: "`")) }
            bytes += name.utf8
            if isWord { bytes.append(UInt8(ascii: "`")) }
        }
    }
}

extension Comparison {
    fileprivate func write(to bytes: inout [UInt8]) {
        switch self {
        case .eq(let value): Comparison.write(" == ", value, to: &bytes)
        case .ne(let value): Comparison.write(" != ", value, to: &bytes)
        case .lt(let value): Comparison.write(" < ", value, to: &bytes)
        case .le(let value): Comparison.write(" <= ", value, to: &bytes)
        case .gt(let value): Comparison.write(" > ", value, to: &bytes)
        case .ge(let value): Comparison.write(" >= ", value, to: &bytes)
        case .between(let low, let high): Comparison.write(.between, [low, high], to: &bytes)
        case .in(let values): Comparison.write(.isIn, values, to: &bytes)
        case .notIn(let values): Comparison.write(.notIn, values, to: &bytes)
        case .contains(let value): Comparison.write(.contains, [value], to: &bytes)
        case .notContains(let value): Comparison.write(.notContains, [value], to: &bytes)
        case .beginsWith(let prefix): Comparison.write(.beginsWith, [.text(prefix)], to: &bytes)
        case .attributeExists(let exists): bytes += (exists ? " != null" : " == null").utf8
        }
    }

    private static func write(_ sign: String, _ value: Value, to bytes: inout [UInt8]) {
        bytes += sign.utf8
        value.writeLiteral(to: &bytes)
    }

    private static func write(_ method: Method, _ values: [Value], to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "."))
        bytes += method.rawValue.utf8
        bytes.append(UInt8(ascii: "("))
        for (index, value) in values.enumerated() {
            if index > 0 { bytes += ", ".utf8 }
            value.writeLiteral(to: &bytes)
        }
        bytes.append(UInt8(ascii: ")"))
    }
}

extension Value {
    /// As a literal of the predicate language.
    fileprivate func writeLiteral(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let flag): bytes += (flag ? "true" : "false").utf8
        case .int(let number): bytes += String(number).utf8
        case .double(let number): bytes += number.description.utf8
        case .text(let text), .json(let text):
            var writer = JSONWriter()
            writer.write(text)
            bytes += writer.bytes
        }
    }
}
