/// A goal and whether it was reached.
struct Mark {
    let goal: String
    let measured: String
    let reached: Bool

    /// Reached when the median is at least `goal`.
    static func atLeast(_ goal: Double, _ what: String, _ samples: Samples) -> Mark {
        Mark(
            goal: "\(what) ≥ \(Show.plain(goal)) ×", measured: samples.text(Show.ratio) + " ×",
            reached: samples.median >= goal)
    }

    /// Reached when the median is at least `goal`, in a unit.
    static func atLeast(_ goal: Double, _ what: String, _ samples: Samples, unit: String) -> Mark {
        Mark(
            goal: "\(what) ≥ \(Show.count(goal)) \(unit)", measured: samples.text(Show.count) + " \(unit)",
            reached: samples.median >= goal)
    }

    /// Reached when the median is at most `goal`, in a unit.
    static func atMost(_ goal: Double, _ what: String, _ samples: Samples, unit: String) -> Mark {
        Mark(
            goal: "\(what) ≤ \(Show.count(goal)) \(unit)", measured: samples.text(Show.plain) + " \(unit)",
            reached: samples.median <= goal)
    }
}

/// A table of text, the first row of which is its head.
struct Table {
    let head: [String]
    private(set) var rows: [[String]] = []

    init(_ head: [String]) {
        self.head = head
    }

    mutating func add(_ row: [String]) {
        precondition(row.count == head.count)
        rows.append(row)
    }

    /// As Markdown: the first column to the left, figures to the right.
    var markdown: String {
        var lines = [line(head), line(["---"] + head.dropFirst().map { _ in "---:" })]
        lines += rows.map(line)
        return lines.joined(separator: "\n")
    }

    private func line(_ cells: [String]) -> String {
        "| " + cells.joined(separator: " | ") + " |"
    }
}

/// What one benchmark found.
struct Section {
    let title: String
    /// What was done, in a sentence or two.
    let method: String
    let table: Table
    let marks: [Mark]

    var markdown: String {
        "### \(title)\n\n\(method)\n\n\(table.markdown)"
    }
}
