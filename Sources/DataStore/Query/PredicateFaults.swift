/// Everything that was found wrong with the text of a predicate: at least one fault.
package struct PredicateFaults: Error, Sendable, Hashable {
    /// One thing that is wrong.
    package struct Item: Sendable, Hashable {
        /// Where: characters (Unicode scalars), from 1; one past the last for an end that comes too early.
        package let column: Int
        /// A sentence for the client.
        package let detail: String
    }

    package let items: [Item]

    /// As faults of the query parameter of that name.
    package func faults(parameter: String) -> [Fault] {
        items.map { Fault(.parameter(parameter, column: $0.column), $0.detail) }
    }
}

/// Collects faults by byte offset while a text is read.
struct PredicateFaultList {
    private var found: [(offset: Int, detail: String)] = []

    /// An answer names no more than these.
    private static let bound = 100

    /// How many were found, those past the bound included.
    private(set) var count = 0

    mutating func add(_ offset: Int, _ detail: String) {
        count += 1
        if found.count < PredicateFaultList.bound { found.append((offset, detail)) }
    }

    mutating func add(_ fault: SyntaxFault) { add(fault.offset, fault.detail) }

    /// In the order of the text.
    func faults(in text: [UInt8]) -> PredicateFaults {
        let ordered = found.sorted { $0.offset < $1.offset }
        return PredicateFaults(
            items: ordered.map { fault in
                .init(column: PredicateFaultList.column(of: fault.offset, in: text), detail: fault.detail)
            })
    }

    private static func column(of offset: Int, in text: [UInt8]) -> Int {
        // A byte that continues a character is 10xxxxxx.
        1 + text[..<min(offset, text.count)].count { $0 & 0xC0 != 0x80 }
    }
}

/// A text that cannot be read on.
struct SyntaxFault: Error {
    let offset: Int
    let detail: String
}
