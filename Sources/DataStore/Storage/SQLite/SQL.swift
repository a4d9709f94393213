/// Text of SQL with its bindings, as one value: what users send can only enter as a binding.
package struct SQL: Sendable {
    package private(set) var text: String
    package private(set) var bindings: [Value]

    /// `text` is our own; it holds one `?` for each of `bindings`.
    package init(_ text: String, _ bindings: [Value] = []) {
        self.text = text
        self.bindings = bindings
    }

    /// A name as SQL writes it, `"Post"`.
    package static func name(_ name: String) -> SQL { SQL(quoted(name)) }

    /// A `?` with its value.
    package static func value(_ value: Value) -> SQL { SQL("?", [value]) }

    /// The parts with `separator` between them.
    package static func joined(_ parts: [SQL], by separator: String) -> SQL {
        var result = SQL("")
        for (index, part) in parts.enumerated() {
            if index > 0 { result.text += separator }
            result += part
        }
        return result
    }

    package static func + (left: SQL, right: SQL) -> SQL {
        var result = left
        result += right
        return result
    }

    package static func += (left: inout SQL, right: SQL) {
        left.text += right.text
        left.bindings += right.bindings
    }

    /// A name in double quotes.
    package static func quoted(_ name: String) -> String { enclosed(name, in: UInt8(ascii: "\"")) }

    /// A text literal in single quotes, for statements that cannot take bindings (triggers).
    package static func literal(_ text: String) -> String { enclosed(text, in: UInt8(ascii: "'")) }

    /// By bytes: of a quote with a combining mark Swift makes one character that is no quote.
    private static func enclosed(_ text: String, in mark: UInt8) -> String {
        var bytes = [mark]
        for byte in text.utf8 {
            bytes.append(byte)
            if byte == mark { bytes.append(mark) }
        }
        bytes.append(mark)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension SQL: ExpressibleByStringLiteral {
    package typealias StringLiteralType = String

    package init(stringLiteral value: StringLiteralType) { self.init(value) }
}
