/// Writes compact JSON into bytes. What it writes never contains a byte below 0x20, so it is one line.
package struct JSONWriter {
    /// What has been written.
    package var bytes: [UInt8]

    /// Begins with nothing written and room for `capacity` bytes.
    package init(capacity: Int = 0) {
        bytes = []
        if capacity > 0 { bytes.reserveCapacity(capacity) }
    }

    /// Appends bytes that are JSON already, or part of it.
    package mutating func write(raw: [UInt8]) { bytes.append(contentsOf: raw) }

    /// Appends text that is JSON already.
    package mutating func write(raw: Text) { raw.withBytes { bytes.append(contentsOf: $0) } }

    /// Appends `null`.
    package mutating func writeNull() { write(word: "null") }

    /// Appends `true` or `false`.
    package mutating func write(_ value: Bool) { write(word: value ? "true" : "false") }

    /// Appends a whole number in decimal digits.
    package mutating func write(_ value: Int64) {
        NumberText.write(value, to: &bytes)
    }

    /// Appends the shortest number that reads back as `value`, which is finite: `3`, `0.1`, `1e308`; `null` for what is
    /// not.
    package mutating func write(_ value: Double) {
        guard value.isFinite else { return writeNull() }
        NumberText.write(value, to: &bytes)
    }

    /// Appends a string in quotes, escaped where JSON demands it.
    package mutating func write(_ value: Text) {
        value.withBytes { text in
            if JSONScan.endOfPlain(text, from: 0) == text.count { return write(plain: text) }
            bytes.append(UInt8(ascii: "\""))
            write(escaped: text)
            bytes.append(UInt8(ascii: "\""))
        }
    }

    /// Appends a string that needs no escape, in one step: the common case.
    private mutating func write(plain text: UnsafeBufferPointer<UInt8>) {
        bytes.append(addingCapacity: text.count + 2) { (output: inout OutputSpan<UInt8>) in
            output.withUnsafeMutableBufferPointer { buffer, count in
                buffer[0] = UInt8(ascii: "\"")
                _ = buffer[1...].initialize(fromContentsOf: text)
                buffer[text.count + 1] = UInt8(ascii: "\"")
                count = text.count + 2
            }
        }
    }

    /// Appends what stands between a string's quotes.
    mutating func write(escaped text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        while true {
            let end = JSONScan.endOfPlain(text, from: start)
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<end]))
            guard end < text.count else { return }
            escape(text[end])
            start = end + 1
        }
    }

    /// Appends a tree.
    package mutating func write(_ value: JSON) {
        switch value {
        case .null: writeNull()
        case .bool(let flag): write(flag)
        case .number(let text): write(raw: text)
        case .string(let text): write(text)
        case .array(let items):
            bytes.append(UInt8(ascii: "["))
            for (index, item) in items.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write(item)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write(member.name)
                bytes.append(UInt8(ascii: ":"))
                write(member.value)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private mutating func write(word: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): write(word: "\\\"")
        case UInt8(ascii: "\\"): write(word: "\\\\")
        case 0x08: write(word: "\\b")
        case 0x09: write(word: "\\t")
        case 0x0A: write(word: "\\n")
        case 0x0C: write(word: "\\f")
        case 0x0D: write(word: "\\r")
        default:
            write(word: "\\u00")
            bytes.append(UInt8(ascii: "0") + byte >> 4)
            bytes.append(byte.lowHexDigit)
        }
    }
}

extension JSON {
    /// Compact JSON text, one line.
    package var compact: Text {
        var writer = JSONWriter()
        writer.write(self)
        return Text(String(decoding: writer.bytes, as: UTF8.self))
    }
}

extension UInt8 {
    /// The lower-case hexadecimal digit of its low four bits.
    var lowHexDigit: UInt8 {
        let value = self & 0x0F
        return value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}
