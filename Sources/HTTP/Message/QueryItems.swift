/// The `name=value` pairs of a query, in order, decoded once: `+` is a space, as URLSearchParams writes it.
///
/// Nothing is judged but the coding: doubled, unknown and empty names are kept for the one who knows their meaning.
/// Between two `&` with nothing in between stands an item with an empty name.
package struct QueryItems: Sendable {
    /// One pair. Without a `=` the value is empty.
    package struct Item: Sendable, Equatable {
        package let name: String
        package let value: String

        /// Takes both, decoded.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A pair that cannot be read.
    package struct Fault: Sendable, Equatable {
        /// The name of the pair, as it was sent when it cannot be decoded itself.
        package let parameter: String
        /// A sentence that says what is wrong.
        package let detail: String
    }

    /// What could be read.
    package private(set) var items: [Item] = []
    /// What could not.
    package private(set) var faults: [Fault] = []

    /// Reads a raw query; nil and the empty one have no items.
    package init(_ query: String?) {
        guard var query, !query.isEmpty else { return }
        query.withUTF8 { read(UnsafeRawBufferPointer($0)) }
    }

    /// The value of the only item of that name; nil when there is none or several.
    package subscript(_ name: String) -> String? {
        var found: String?
        for item in items where item.name.utf8.elementsEqual(name.utf8) {
            if found != nil { return nil }
            found = item.value
        }
        return found
    }

    private mutating func read(_ bytes: UnsafeRawBufferPointer) {
        var start = 0
        for index in 0...bytes.count where index == bytes.count || bytes[index] == UInt8(ascii: "&") {
            readPair(UnsafeRawBufferPointer(rebasing: bytes[start..<index]))
            start = index + 1
        }
    }

    private mutating func readPair(_ pair: UnsafeRawBufferPointer) {
        let mark = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.count
        let rawName = UnsafeRawBufferPointer(rebasing: pair[..<mark])
        let rawValue = UnsafeRawBufferPointer(rebasing: pair[min(mark + 1, pair.count)...])
        var name = String(decoding: rawName, as: UTF8.self)
        do throws(PercentCoding.Fault) {
            name = try PercentCoding.decode(rawName, plusIsSpace: true)
            let value = try PercentCoding.decode(rawValue, plusIsSpace: true)
            if name.utf8.contains(0) || value.utf8.contains(0) {
                faults.append(Fault(parameter: name, detail: "A NUL character cannot stand in a query."))
            } else {
                items.append(Item(name: name, value: value))
            }
        } catch {
            let detail =
                switch error {
                case .malformedPercent: "A % is not followed by two hexadecimal digits (write %25 for the sign itself)."
                case .invalidUTF8: "The decoded bytes are not UTF-8."
                }
            faults.append(Fault(parameter: name, detail: detail))
        }
    }
}
