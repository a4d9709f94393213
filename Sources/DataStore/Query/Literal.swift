/// A literal of the predicate language, before its field's type is known.
struct Literal {
    enum Content {
        case null
        case boolean(Bool)
        case number(NumberLiteral)
        case text(Text)
    }

    let content: Content
    /// Where it begins, in bytes.
    let offset: Int

    /// What it is, for sentences.
    var notation: String {
        switch content {
        case .null: "null"
        case .boolean: "a boolean"
        case .number: "a number"
        case .text: "a text"
        }
    }
}
