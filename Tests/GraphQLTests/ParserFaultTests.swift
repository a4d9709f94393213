import GraphQL
import Testing

/// What is refused: the places of all faults, at once, and a word of what is said.
@Suite struct ParserFaultTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let text: String
        let faults: [String]
        var testDescription: String { text }

        init(_ text: String, _ faults: String...) {
            self.text = text
            self.faults = faults
        }
    }

    @Test(arguments: cases)
    func refuses(_ test: Case) {
        let errors = Parser.parse(SourceText(path: "s.graphql", text: test.text)).errors
        #expect(errors.map { "\($0.line):\($0.column) \($0.message)" } == test.faults)
        #expect(errors.allSatisfy { $0.severity == .error && $0.file == "s.graphql" })
    }

    static let cases: [Case] = [
        Case("type", "1:5 expected a name after \"type\", found the end of the text"),
        Case("type A {}", "1:9 expected a field; braces that hold nothing are left out, found \"}\""),
        Case("type A { b }", "1:12 expected \":\" and a type after \"b\", found \"}\""),
        Case("type A { b: }", "1:13 expected a type, found \"}\""),
        Case("type A { b: [Int }", "1:18 expected \"]\" after the type of a list, found \"}\""),
        Case("type A {\n  b: Int\n", "3:1 expected \"}\", found the end of the text"),
        Case("type A {\n  b: Int\n\ntype B { c: Int }", "4:1 expected \"}\", found \"type\""),
        Case("typ A { b: Int }", "1:1 \"typ\" begins no definition; did you mean \"type\"?"),
        Case("query { a }", "1:1 \"query\" begins an operation; a schema holds types only"),
        Case("{ a }", "1:1 expected a definition, found \"{\""),
        Case("enum E { A true B }", "1:12 \"true\" cannot be a value of an enum"),
        Case("schema { querry: Q }", "1:10 \"querry\" is none of query, mutation, subscription"),
        Case("\"d\" extend type A @x", "1:5 an extension has no description"),
        Case(
            "type A { b: Int @c() }",
            "1:20 expected an argument; a directive without any has no parentheses, found \")\""),
        Case("type A { b: Int @c(d) }", "1:21 expected \":\" after \"d\", found \")\""),
        Case("type A { b: Int @c(d: $e) }", "1:23 a schema has no variables"),
        Case("directive @a(b: Int) OBJECT", "1:22 expected \"on\" and the places of the directive, found \"OBJECT\""),

        // Several at once: a fault hides neither the next field nor the next definition.
        Case(
            "type A {\n  b Int\n  c: Int!!\n  d: Int\n}\ntipe B { c: Int }\nenum E { true }\n",
            "2:5 expected \":\" and a type after \"b\", found \"Int\"",
            "3:10 expected a field or \"}\", found \"!\"",
            "6:1 \"tipe\" begins no definition; did you mean \"type\"?",
            "7:10 \"true\" cannot be a value of an enum"),
        Case(
            "type A {\n  b: Int @c(d: [1, 2)\n  e Int\n}\ntype F { g: }",
            "2:21 expected a value, found \")\"", "3:5 expected \":\" and a type after \"e\", found \"Int\"",
            "5:13 expected a type, found \"}\""),

        // Numbers, to the letter (§2.9.1, §2.9.2).
        Case("scalar A @b(c: 01)", "1:16 a number does not begin with 0"),
        Case("scalar A @b(c: -)", "1:16 a digit must follow the minus sign"),
        Case("scalar A @b(c: 1.)", "1:16 a digit must follow the decimal point"),
        Case("scalar A @b(c: 1.5e)", "1:16 a digit must follow the exponent sign"),
        Case("scalar A @b(c: 1x)", "1:16 \"1x\" is neither a number nor a name"),
        Case("scalar A @b(c: 1.2.3)", "1:16 \"1.2.3\" is neither a number nor a name"),
        Case("scalar A @b(c: +1)", "1:16 \"+\" has no meaning here"),
        Case("scalar A @b(c: .5)", "1:16 \".\" has no meaning here"),

        // Strings (§2.9.4) and characters (§2.1.1).
        Case(
            "scalar A @b(c: \"x)\nscalar D", "1:16 the string is not closed before the end of its line",
            "2:8 expected \":\" after \"scalar\", found \"D\""),
        Case(
            "\"\"\"never closed", "1:1 the block string is not closed by \"\"\"",
            "1:16 expected a definition, found the end of the text"),
        Case(
            #"scalar A @b(c: "\q\u12\uD800")"#, "1:17 after \\ comes one of \" \\ / b f n r t u",
            "1:19 after \\u come four hexadecimal digits, or up to six in braces",
            "1:23 this escape is no Unicode character"),
        Case("scalar A @b(c: 'x')", "1:16 a string stands in double quotes, not in single ones"),
        Case(
            "scalar A\u{7} # \u{1}", "1:9 the control character U+0007 is not allowed",
            "1:13 the control character U+0001 is not allowed"),
        Case("type Ä { b: Int }", "1:6 \"Ä\" has no meaning here", "1:8 expected a name after \"type\", found \"{\""),

        // Columns count characters, and tabs and byte order marks as one and none.
        Case("\u{FEFF}typ A", "1:1 \"typ\" begins no definition; did you mean \"type\"?"),
        Case("\"é😀\"\ttyp A", "1:6 \"typ\" begins no definition; did you mean \"type\"?"),
        Case("\r\n\rtyp A", "3:1 \"typ\" begins no definition; did you mean \"type\"?"),
    ]

    @Test func boundsTheText() {
        let text = String(repeating: " ", count: Parser.maxBytes)
        #expect(Parser.parse(SourceText(path: "s", text: text)).errors.isEmpty)
        #expect(Parser.parse(SourceText(path: "s", text: text + " ")).errors.map(\.line) == [1])
    }

    @Test(arguments: [("[", "]"), ("{a: ", "}")])
    func boundsTheDepth(_ open: String, _ close: String) {
        func errors(_ depth: Int) -> [Diagnostic] {
            let value = String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
            return Parser.parse(SourceText(path: "s", text: "scalar A @b(c: \(value))")).errors
        }
        #expect(errors(Parser.maxDepth - 1).isEmpty)
        #expect(!errors(Parser.maxDepth).isEmpty)
        #expect(!errors(100_000).isEmpty)
    }

    @Test func boundsTheDepthOfTypes() {
        let type = String(repeating: "[", count: 100_000)
        #expect(!Parser.parse(SourceText(path: "s", text: "type A { b: \(type)")).errors.isEmpty)
    }

    @Test func boundsTheErrors() {
        let errors = Parser.parse(SourceText(path: "s", text: String(repeating: "type A { b }\n", count: 1000))).errors
        #expect(errors.count == Parser.maxErrors)
        #expect(
            Parser.parse(SourceText(path: "s", text: String(repeating: "%", count: 5000))).errors.count
                == Parser.maxErrors)
    }
}
