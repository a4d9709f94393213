import GraphQL

/// Names in sentences for clients: what was probably meant, and what was written.
enum Spelling {
    /// A sentence to append: ` Did you mean "title"?`, or nothing.
    static func suggestion(for name: String, in candidates: some Sequence<String>) -> String {
        Suggestion.nearest(to: name, among: candidates).map { " Did you mean \"\($0)\"?" } ?? ""
    }

    /// What a client wrote, short enough for a sentence.
    static func excerpt(_ text: String) -> String {
        guard
            let end = text.unicodeScalars.index(
                text.unicodeScalars.startIndex, offsetBy: 64, limitedBy: text.unicodeScalars.endIndex),
            end != text.unicodeScalars.endIndex
        else { return text }
        return String(text.unicodeScalars[..<end]) + "…"
    }
}
