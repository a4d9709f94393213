import Codegen
import GraphQL
import Testing

/// Names in Swift: cases of enums, members, types that cannot be.
@Suite struct SwiftNameTests {
    /// The values of an enum, and its cases in Swift.
    struct Cases: Sendable, CustomTestStringConvertible {
        let values: String
        let cases: String

        init(_ values: String, _ cases: String) {
            self.values = values
            self.cases = cases
        }

        var testDescription: String { values }
    }

    @Test(
        "Values become cases in camel case and keep their raw value",
        arguments: [
            Cases("DRAFT", "draft = \"DRAFT\""), Cases("draft", "draft"),
            Cases("IN_REVIEW", "inReview = \"IN_REVIEW\""), Cases("inReview", "inReview"),
            Cases("InReview", "inReview = \"InReview\""), Cases("HTTPServer", "httpServer = \"HTTPServer\""),
            Cases("VERSION_2", "version_2 = \"VERSION_2\""), Cases("V2_BETA", "v2Beta = \"V2_BETA\""),
            Cases("__A__B__", "aB = \"__A__B__\""), Cases("_1", "_1"), Cases("_", "`_`"),
            Cases("CLASS", "`class` = \"CLASS\""), Cases("default", "`default`"), Cases("Type", "type = \"Type\""),
            // Two that would have one name keep their own.
            Cases("DRAFT draft", "DRAFT, draft"), Cases("A_B aB X", "A_B, aB, x = \"X\""),
            // `self` cannot be said behind a dot.
            Cases("SELF", "SELF"), Cases("self", "self_ = \"self\""),
            Cases("self SELF self_", "self_ = \"self\", SELF, self__ = \"self_\""),
        ])
    func cases(_ example: Cases) throws {
        let files = try Fixture.swift(
            Fixture.schema(text: "enum E { \(example.values) } type A @model { e: E }"))
        let text = try #require(files.first { $0.name == "E.swift" }).text
        let cases = text.split(separator: "\n").compactMap { line in
            line.hasPrefix("  case ") ? String(line.dropFirst(7)) : nil
        }
        #expect(cases.joined(separator: ", ") == example.cases)
    }

    /// A schema that a language cannot have, and where and why.
    struct Refusal: Sendable, CustomTestStringConvertible {
        let text: String
        let says: String

        init(_ text: String, _ says: String) {
            self.text = text
            self.says = says
        }

        var testDescription: String { text }
    }

    @Test(
        "A type that Swift cannot have is refused at its place",
        arguments: [
            Refusal("type List @model { id: ID! }", "1:6: error: \"List\""),
            Refusal("type A @model { e: Temporal } enum Temporal { X }", "1:36: error: \"Temporal\""),
            Refusal("type A @model { e: self } type self { a: Int }", "1:32: error: \"self\""),
            Refusal("type A @model { e: a } enum a { X }", "1:29: error: \"a\" differs from \"A\""),
            Refusal(
                "type A @model { b: [B] @manyToMany(relationName: \"Path\") } type B @model { a: [A] @manyToMany(relationName: \"Path\") }",
                "1:51: error: \"Path\""),
        ])
    func refusals(_ example: Refusal) throws {
        let generation = SwiftGenerator(try Fixture.schema(text: example.text), module: "Amplify").generate()
        guard case .refused(let diagnostics) = generation else {
            Issue.record("made")
            return
        }
        #expect(diagnostics.count == 1 && diagnostics[0].rendered.contains("schema.graphql:\(example.says)"))
        #expect(diagnostics[0].rendered.hasSuffix("^"))
    }

    @Test("A type with the name of one of Swift's is made, and a notice says how the other is named then")
    func clashes() throws {
        let text = "type Task @model { id: ID! data: Data error: Error }\ntype Data { a: Int }\ntype Error { a: Int }"
        let generator = SwiftGenerator(try Fixture.schema(text: text), module: "Amplify")
        let notices = generator.notices.map { $0.rendered.prefix { $0 != "\n" } }
        #expect(
            notices.map { String($0.prefix(37)) } == [
                "schema.graphql:1:6: notice: \"Task\" is", "schema.graphql:2:6: notice: \"Data\" is",
                "schema.graphql:3:6: notice: \"Error\" i",
            ])
        for (notice, name) in zip(notices, ["_Concurrency.Task", "Foundation.Data", "Swift.Error"]) {
            #expect(notice.contains("write \(name) for the other"), "\(notice)")
        }
        guard case .files(let files) = generator.generate() else {
            Issue.record("not made")
            return
        }
        #expect(files.contains { $0.name == "Task.swift" && $0.text.contains("public struct Task: Model {") })
        #expect(SwiftGenerator(try Fixture.schema("blog"), module: "Amplify").notices.isEmpty)
    }

    @Test(
        "A type that TypeScript cannot have is refused at its place",
        arguments: [
            Refusal("type Page @model { id: ID! }", "1:6: error: \"Page\""),
            Refusal("type A @model { e: string } enum string { X }", "1:34: error: \"string\""),
            Refusal("type A @model { id: ID! } type NewA @model { id: ID! }", "1:32: error: \"NewA\""),
            Refusal("type A @model { p: APatch } enum APatch { X }", "1:34: error: \"APatch\""),
        ])
    func typeScriptRefusals(_ example: Refusal) throws {
        let generation = TypeScriptGenerator(try Fixture.schema(text: example.text)).generate()
        guard case .refused(let diagnostics) = generation else {
            Issue.record("made")
            return
        }
        #expect(diagnostics.count == 1 && diagnostics[0].rendered.contains("schema.graphql:\(example.says)"))
    }
}
