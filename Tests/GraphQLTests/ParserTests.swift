import GraphQL
import Testing

/// What is accepted, and what it means: the canonical print of each text.
@Suite struct ParserTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let text: String
        let printed: String
        var testDescription: String { name }
    }

    @Test(arguments: cases)
    func reads(_ test: Case) {
        let (document, errors) = Parser.parse(SourceText(path: "s.graphql", text: test.text))
        #expect(errors.map(\.rendered) == [])
        #expect(Printer.print(document) == test.printed)
    }

    static let cases: [Case] = [
        Case(name: "nothing", text: "", printed: ""),
        Case(name: "only ignored tokens", text: "\u{FEFF} \t,,\r\n# x\n", printed: ""),
        Case(
            name: "a type", text: "type A{b:Int c:[String!]!}",
            printed: "type A {\n  b: Int\n  c: [String!]!\n}\n"),
        Case(
            name: "commas anywhere", text: ",type,A,{,b,:,Int,,c:[,Int,],},",
            printed: "type A {\n  b: Int\n  c: [Int]\n}\n"),
        Case(
            name: "CR and CRLF end lines", text: "type A {\r  b: Int # one\r\n  c: Int\r}",
            printed: "type A {\n  # one\n  b: Int\n  c: Int\n}\n"),
        Case(
            name: "keywords are names", text: "type type { type: input, input: type, on: enum, extend: schema }",
            printed: "type type {\n  type: input\n  input: type\n  on: enum\n  extend: schema\n}\n"),
        Case(
            name: "keywords as fields at the start of a line",
            text: "type A {\n type: Int\n enum(a: Int): Int\n input: Int\n}",
            printed: "type A {\n  type: Int\n  enum(a: Int): Int\n  input: Int\n}\n"),
        Case(
            name: "directives over many lines, repeated",
            text: "type A\n  @a\n  @b(x: 1)\n  @b(\n    x: 2\n  )\n{ c: Int @d }",
            printed: "type A @a @b(x: 1) @b(x: 2) {\n  c: Int @d\n}\n"),
        Case(
            name: "values",
            text:
                #"type A { b: C @d(i: -0, f: 1.5e+3, s: "x", t: true, n: null, e: RED, l: [1, [2]], o: {a: {b: []}}) }"#,
            printed: """
                type A {
                  b: C @d(i: -0, f: 1.5e+3, s: "x", t: true, n: null, e: RED, l: [1, [2]], o: {a: {b: []}})
                }

                """),
        Case(
            name: "escapes", text: #"type A { b: C @d(s: "\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00\u{1F600}\u0001") }"#,
            printed: #"type A {"# + "\n" + #"  b: C @d(s: "\"\\/\b\f\n\r\té😀😀\u0001")"# + "\n}\n"),
        Case(
            name: "a block string loses its indentation",
            text: "\"\"\"\n\n    Hello,\n      World!\n\n    Yours,\n      GraphQL.\n  \n\"\"\"\nscalar A",
            printed: "\"\"\"\nHello,\n  World!\n\nYours,\n  GraphQL.\n\"\"\"\nscalar A\n"),
        Case(
            name: "a block string keeps escapes but its own",
            text: "type A { b: C @d(s: \"\"\"a \\n \\\"\"\" \" é\"\"\") }",
            printed: "type A {\n  b: C @d(s: \"a \\\\n \\\"\\\"\\\" \\\" é\")\n}\n"),
        Case(name: "an empty block string", text: "\"\"\"\"\"\" scalar A", printed: "\"\"\nscalar A\n"),
        Case(
            name: "comments above, not beyond an empty line",
            text: "# file\n\n# one\n#two\ntype A { # of A\n  # above\n  b: Int # behind\n  c: Int # c\n}",
            printed: "# one\n# two\ntype A {\n  # above\n  b: Int\n  # c\n  c: Int\n}\n"),
        Case(
            name: "a description and a comment", text: "# c\n\"d\"\nenum E { \"one\" A B @x }",
            printed: "# c\n\"d\"\nenum E {\n  \"one\"\n  A\n  B @x\n}\n"),
        Case(
            name: "schema", text: "\"s\" schema @a { query: Q mutation: M } extend schema @b",
            printed: "\"s\"\nschema @a {\n  query: Q\n  mutation: M\n}\n\nextend schema @b\n"),
        Case(
            name: "interfaces",
            text: "interface I implements & J & K { a(b: Int = 3 @x): Int } type A implements I J {a: Int}",
            printed:
                "interface I implements J & K {\n  a(b: Int = 3 @x): Int\n}\n\ntype A implements I & J {\n  a: Int\n}\n"
        ),
        Case(
            name: "unions", text: "union U @a = | A | B extend union U = C union V",
            printed: "union U @a = A | B\n\nextend union U = C\n\nunion V\n"),
        Case(
            name: "inputs", text: "input I { a: [Int!]! = [1, 2] b: J = {c: null} } extend input I @x",
            printed: "input I {\n  a: [Int!]! = [1, 2]\n  b: J = {c: null}\n}\n\nextend input I @x\n"),
        Case(
            name: "a directive definition",
            text:
                "\"d\" directive @a(b: Int, c: [D!]) repeatable on | OBJECT | FIELD_DEFINITION\ndirective @e on SCHEMA",
            printed: "\"d\"\ndirective @a(b: Int, c: [D!]) repeatable on OBJECT | FIELD_DEFINITION\n\n"
                + "directive @e on SCHEMA\n"),
        Case(
            name: "documented arguments", text: "type A { b(\"one\" c: Int, d: Int): Int }",
            printed: "type A {\n  b(\n    \"one\"\n    c: Int\n    d: Int\n  ): Int\n}\n"),
        Case(
            name: "extensions",
            text: "extend type A @x extend enum E { F } extend scalar S @y extend interface I { a: Int }",
            printed:
                "extend type A @x\n\nextend enum E {\n  F\n}\n\nextend scalar S @y\n\nextend interface I {\n  a: Int\n}\n"
        ),
        Case(name: "a type without fields", text: "type A @b", printed: "type A @b\n"),
        Case(
            name: "letters beyond the first plane in strings and comments", text: "\"😀\" scalar A # 😀",
            printed: "\"😀\"\nscalar A\n"),
    ]
}
