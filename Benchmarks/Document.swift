/// `docs/performance.md`: hand-written text around one generated part, which stands between two markers.
struct Document {
    let machine: Machine
    let sections: [Section]

    private static let begin = "<!-- bench: begin; written by `swift run -c release bench` -->"
    private static let end = "<!-- bench: end -->"

    /// The generated part.
    var markdown: String {
        (machine.lines.joined(separator: "\n") + "\n\n### Marks\n\n" + marks.markdown + "\n\n"
            + sections.map(\.markdown).joined(separator: "\n\n"))
    }

    /// The goals and what became of them.
    var marks: Table {
        var table = Table(["mark", "measured", ""])
        for mark in sections.flatMap(\.marks) {
            table.add([mark.goal, mark.measured, mark.reached ? "reached" : "**missed**"])
        }
        return table
    }

    /// Puts the generated part between the markers of a file, and leaves the rest of it as it is.
    func write(to path: String) throws(Failure) {
        guard let text = Files.read(path) else { throw Failure("cannot read \(path)") }
        guard let from = text.firstRange(of: Document.begin), let to = text.firstRange(of: Document.end),
            from.upperBound <= to.lowerBound
        else { throw Failure("\(path) has no place for the tables: \(Document.begin) … \(Document.end)") }
        let before = text[..<from.upperBound]
        let after = text[to.lowerBound...]
        try Files.write(before + "\n\n" + markdown + "\n\n" + after, to: path)
    }
}
