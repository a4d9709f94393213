import GraphQL
import Testing

@Suite struct DiagnosticTests {
    @Test(arguments: [
        ("type A {\n  b: Int @c\n}", 18, "s.graphql:2:10: error: m\n  b: Int @c\n         ^"),
        ("\tb:\tInt @c", 8, "s.graphql:1:9: error: m\n\tb:\tInt @c\n\t  \t    ^"),
        ("é😀 x", 7, "s.graphql:1:4: error: m\né😀 x\n   ^"),
        ("\u{FEFF}x\r\n", 3, "s.graphql:1:1: error: m\nx\n^"),
        ("x\n", 2, "s.graphql:2:1: error: m\n\n^"),
        ("a\u{1B}[31m", 0, "s.graphql:1:1: error: m\na\u{FFFD}[31m\n^"),
    ])
    func showsTheLineAndACaret(_ text: String, _ offset: Int, _ rendered: String) {
        let location = Location(SourceText(path: "s.graphql", text: text), offset)
        #expect(Diagnostic(.error, "m", at: location).rendered == rendered)
    }

    @Test func cutsLongLines() {
        let text = String(repeating: "x", count: 100_000)
        let rendered = Diagnostic(.notice, "m", at: Location(SourceText(path: "s", text: text), 50_000)).rendered
        let lines = rendered.split(separator: "\n")
        #expect(lines[0] == "s:1:50001: notice: m")
        #expect(lines[1].count == 202)
        #expect(lines[1].hasPrefix("…x") && lines[1].hasSuffix("x…"))
        #expect(lines[2].last == "^" && lines[2].count < lines[1].count)
    }

    @Test(arguments: [
        ("titel", ["title", "rating"], "title"), ("valeu", ["value"], "value"), ("HASMANY", ["hasMany"], "hasMany"),
        ("x", ["id"], nil), ("shiny", ["hasMany", "index"], nil), ("String", ["String"], nil),
        ("Strng", ["String"], "String"),
        ("", ["a"], "a"), ("created", ["createdAt", "updatedAt"], "createdAt"),
    ])
    func suggestsNearNames(_ name: String, _ candidates: [String], _ nearest: String?) {
        #expect(Suggestion.nearest(to: name, among: candidates) == nearest)
    }
}
