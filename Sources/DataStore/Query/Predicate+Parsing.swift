extension Predicate {
    /// Reads a predicate on records of `model`, in either spelling: a text that begins, after white space, with `{` is
    /// the AppSync filter spelling, any other the Swift spelling.
    ///
    /// At most 64 KiB, 64 levels deep, 10 000 literals. Throws everything that was found wrong: all faults of meaning
    /// up to the first fault of form, which ends the reading.
    package static func parse(
        _ text: String, for model: ModelDefinition, in schema: Schema
    ) throws(PredicateFaults) -> Predicate {
        guard text.utf8.count <= PredicateBounds.text else {
            let detail = "A predicate is at most \(PredicateBounds.text) bytes long; this has \(text.utf8.count)."
            throw PredicateFaults(items: [.init(column: 1, detail: detail)])
        }
        let bytes = Array(text.utf8)
        let start = bytes.first { !PredicateLexer.isSpace($0) }
        if start == UInt8(ascii: "{") {
            var parser = FilterParser(bytes, PathBuilder(from: model, in: schema))
            return try parser.parse()
        }
        var parser = PredicateParser(bytes, PathBuilder(from: model, in: schema))
        return try parser.parse()
    }
}
