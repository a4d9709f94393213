/// Tells which definitions of a text were read whole: the text is cut into one part for each definition, and a part with a
/// fault in it is not trusted.
struct ReadableParts {
    private struct Part {
        let start: Int
        /// What may be defined in it.
        let names: Set<String>
        let isRead: Bool
        var isDoubtful = false
    }

    private var parts: [Part] = []

    /// A part begins at a byte offset; it ends where the next begins. `isRead` is false when no definition came of it.
    mutating func begin(at start: Int, names: Set<String>, isRead: Bool) {
        parts.append(Part(start: start, names: names, isRead: isRead))
    }

    /// What follows the last part may belong to it.
    mutating func doubtLast() {
        guard let last = parts.indices.last else { return }
        parts[last].isDoubtful = true
    }

    /// The names of the parts that were not read whole.
    func unreadable(faults: [Int]) -> Set<String> {
        var parts = parts
        for fault in faults {
            // Few parts hold faults, and faults are bounded.
            // A brace that is missing shows where the next definition begins, and that one can be whole.
            if let place = parts.lastIndex(where: { $0.start < fault || ($0.start == fault && !$0.isRead) }) {
                parts[place].isDoubtful = true
            }
        }
        return parts.filter(\.isDoubtful).reduce(into: []) { $0.formUnion($1.names) }
    }
}

extension Definition {
    /// The name that it gives to a type or adds to.
    var typeNames: Set<String> {
        if case .type(let node) = self { return [node.name.text] }
        return []
    }
}
