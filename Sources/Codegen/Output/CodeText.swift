/// Lines of code with their indentation, two spaces for each level.
struct CodeText {
    private(set) var text = ""
    private var level = 0

    /// One line; an empty one has no indentation.
    mutating func line(_ line: String = "") {
        if !line.isEmpty { text += String(repeating: "  ", count: level) + line }
        text += "\n"
    }

    mutating func lines(_ lines: [String]) {
        for line in lines { self.line(line) }
    }

    /// `open`, the lines of `body` one level deeper, `close`.
    mutating func block(_ open: String, _ close: String = "}", _ body: (inout CodeText) -> Void) {
        line(open)
        level += 1
        body(&self)
        level -= 1
        line(close)
    }

    /// `open`, each item on a line of its own with commas between, `close` behind the last: `call(\n  a,\n  b)`.
    mutating func list(_ open: String, _ items: [String], _ close: String) {
        guard let last = items.last else { return line(open + close) }
        line(open)
        level += 1
        for item in items.dropLast() { line(item + ",") }
        line(last + close)
        level -= 1
    }
}
