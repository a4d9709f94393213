/// Lines of code with their indentation, two spaces for each level.
struct CodeText {
    private(set) var text = ""
    private var level = 0

    /// One line; an empty one has no indentation.
    mutating func line(_ line: String = "") {
        if !line.isEmpty { text += String(repeating: "  ", count: level) + line }
        text += "\n"
    }

    mutating func lines(_ lines: some Sequence<String>) {
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

    /// `open`, each item on a line of its own with commas between, `close` on its own line. Without items on one line.
    mutating func list(_ open: String, _ items: [String], _ close: String) {
        if items.isEmpty { return line(open + close) }
        block(open, close) { code in
            for item in items.dropLast() { code.line(item + ",") }
            code.lines(items.suffix(1))
        }
    }

    /// `name(`, each parameter on a line of its own, `) {`, the lines of `body`, `}`.
    mutating func function(_ name: String, _ parameters: [String], _ body: (inout CodeText) -> Void) {
        list("\(name)(", parameters, ") {")
        level += 1
        body(&self)
        level -= 1
        line("}")
    }
}
