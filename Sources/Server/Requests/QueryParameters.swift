import DataStore
import HTTP

/// The query string of a request, checked: every fault is collected, and told at once.
struct QueryParameters {
    private let items: [QueryItems.Item]
    private(set) var faults: [Fault] = []

    /// A predicate's `&&`, written as it is, ends a parameter: what stands behind it looks like others.
    private static func unknown(_ name: String) -> String {
        if !name.isEmpty, !name.utf8.contains(UInt8(ascii: " ")) { return "There is no parameter \(name) here." }
        let what = name.isEmpty ? "without a name" : "\"\(name)\""
        return "There is no parameter \(what) here. In a URL && is written %26%26, or and."
    }

    /// Reads a raw query. Unknown, empty and doubled parameters are faults; those of `repeated` may stand many times.
    init(_ raw: String?, allowed: Set<String>, repeated: Set<String> = []) {
        let read = QueryItems(raw)
        items = read.items
        for fault in read.faults { add(fault.parameter, fault.detail) }
        var seen: Set<String> = []
        for item in items {
            if !allowed.contains(item.name) {
                add(item.name, Self.unknown(item.name))
            } else if !seen.insert(item.name).inserted, !repeated.contains(item.name) {
                add(item.name, "\(item.name) is given more than once.")
            } else if item.value.isEmpty, item.name != "lastEventId" {
                add(item.name, "\(item.name) is empty; leave it out or give it a value.")
            }
        }
    }

    /// Whether the parameter is given, with a value or without.
    func has(_ name: String) -> Bool {
        items.contains { $0.name == name } || faults.contains { $0.place == .parameter(name, column: nil) }
    }

    /// The value of a parameter; nil when it is absent or empty.
    func text(_ name: String) -> String? { items.first { $0.name == name && !$0.value.isEmpty }?.value }

    /// All values of a parameter that may be repeated.
    func texts(_ name: String) -> [String] { items.filter { $0.name == name && !$0.value.isEmpty }.map(\.value) }

    mutating func add(_ name: String, _ detail: String, column: Int? = nil) {
        faults.append(Fault(.parameter(name, column: column), detail))
    }

    mutating func add(_ more: [Fault]) { faults += more }

    /// Throws everything that was found.
    func finish() throws(Problem) { if !faults.isEmpty { throw .badQuery(faults) } }

    /// A whole number in decimal digits, without sign.
    mutating func integer(_ name: String, in range: ClosedRange<Int>) -> Int? {
        guard let text = text(name) else { return nil }
        if text.utf8.count <= 18, text.utf8.allSatisfy({ (48...57).contains($0) }), let value = Int(text),
            range.contains(value)
        {
            return value
        }
        add(name, "\(name) is a whole number from \(range.lowerBound) to \(range.upperBound).")
        return nil
    }

    /// A predicate on records of `model`.
    mutating func predicate(_ name: String, of model: ModelDefinition, in schema: Schema) -> Predicate? {
        guard let text = text(name) else { return nil }
        do {
            return try Predicate.parse(text, for: model, in: schema)
        } catch {
            add(error.faults(parameter: name))
            return nil
        }
    }

    /// One of several words.
    mutating func word(_ name: String, _ words: [String]) -> String? {
        guard let text = text(name) else { return nil }
        if words.contains(text) { return text }
        add(name, "\(name) is \(words.joined(separator: " or ")).")
        return nil
    }
}
