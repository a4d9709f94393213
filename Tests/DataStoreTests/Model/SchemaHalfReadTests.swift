import DataStore
import GraphQL
import Testing

/// A fault of form hides no fault of meaning, and makes none up.
@Suite struct SchemaHalfReadTests {
    typealias Case = SchemaFaultTests.Case

    @Test(arguments: cases)
    func tellsAllAtOnce(_ test: Case) {
        let result = load(test.sdl)
        #expect(result.schema == nil)
        let errors = result.diagnostics.filter { $0.severity == .error }
        #expect(errors.map { "\($0.line):\($0.column) \($0.message)" } == test.faults)
    }

    static let cases: [Case] = [
        // What other types lack is told, whatever could not be read.
        Case(
            "type A @model { n: Nope }\ntype B @model { id ID! }\ntype C @model { q: [Missing] @hasMany }",
            "1:20 there is no type \"Nope\"", "2:20 expected \":\" and a type after \"id\", found \"ID\"",
            "3:21 there is no type \"Missing\""),
        Case(
            "typ A @model { x: Int }\ntype B @model { x: Int @default(value: \"y\") e: E a: A @hasOne }\nenum E { V V }",
            "1:1 \"typ\" begins no definition; did you mean \"type\"?",
            "2:41 the default of \"x\" must be a whole number of 64 bits",
            "3:12 \"V\" is a value of E already, at schema.graphql:3:10"),
        // The fields that can be read of a type that cannot.
        Case(
            "type A @model {\n  id: ID!!\n  x: Nope\n  y: Int = 3\n  z: Stirng @index(name \"i\")\n}",
            "2:10 expected a field or \"}\", found \"!\"", "3:6 there is no type \"Nope\"",
            "4:10 expected a field or \"}\", found \"=\"", "5:6 there is no type \"Stirng\"; did you mean \"String\"?",
            "5:25 expected \":\" after \"name\", found a string"),
        Case(
            "type A @model(timestamps null) { x: Nope }", "1:26 expected \":\" after \"timestamps\", found \"null\"",
            "1:37 there is no type \"Nope\""),
        // Nothing follows from what could not be read: neither its type, nor its kind, nor its fields and keys.
        Case(
            "type A @model { id: ID! b: B @belongsTo bs: [B] @manyToMany(relationName: \"AB\") }\n"
                + "type B @model { id ID! as: [A] @manyToMany(relationName: \"AB\") }",
            "2:20 expected \":\" and a type after \"id\", found \"ID\""),
        Case(
            "type A @model { kind: E! @primaryKey(sortKeyFields: [\"x\"]) x: Int! bs: [B] @hasMany }\n"
                + "type B @model { as: [A] @hasMany s: E @index(name: \"byS\") c: ID a: A @belongsTo(fields: [\"c\", \"c\"]) }\n"
                + "enum E { 1 }",
            "3:10 expected a value or \"}\", found \"1\""),
        Case(
            "type A @model { bs: [B] @hasMany(indexName: \"byA\", fields: [\"id\"]) c: C @connection(name: \"AC\") }\n"
                + "type B @model { a ID! @index(name: \"byA\") }\ntype C @model @key(fields: [\"x\"]) { x ID! }",
            "2:19 expected \":\" and a type after \"a\", found \"ID\"",
            "3:39 expected \":\" and a type after \"x\", found \"ID\""),
        Case(
            "type A @model { x: B }\nextend type A { y: Int\ntype B { y: Int! @default(value: \"1\" }\nextend type A { z: Int x: Int }",
            "3:1 expected \"}\", found \"type\"", "3:38 expected an argument or \")\", found \"}\""),
        // A type without a name may have any; who refers to it is told, since its name is what is missing.
        Case(
            "type @model { x: Int }\ntype B @model { a: A @hasOne }", "1:6 expected a name after \"type\", found \"@\"",
            "2:20 there is no type \"A\"; did you mean \"B\"?"),
        // What a definition lost may stand behind it.
        Case(
            "type A @model\n  id: ID!\n  code: ID! @primaryKey(sortKeyFields: [\"x\"])\n}\ntype B @model { a: A @belongsTo }",
            "2:3 \"id\" begins no definition"),
        Case(
            "type A @model { id: ID! } code: Int! }\ntype B @model { a: Int @default(value: \"b\") }",
            "1:27 \"code\" begins no definition", "2:41 the default of \"a\" must be a whole number of 64 bits"),
        Case(
            "enum E {\n  V\ntype A @model { x: Int e: E }\ntype B { a: A! x: Nope }\ntype C @model { b: B }",
            "3:1 expected \"}\", found \"type\"",
            "4:13 \"A\" is a model and cannot live inside \"B\"; hold its key instead",
            "4:19 there is no type \"Nope\""),
    ]

    @Test func filesAreToldTogether() {
        let result = Schema.load([
            SchemaSource(path: "one.graphql", text: "type A @model { b: B @hasOne, c: Nope }"),
            SchemaSource(path: "two.graphql", text: "type B @model { x: }"),
        ])
        #expect(
            result.diagnostics.map { "\($0.file):\($0.line):\($0.column) \($0.message)" } == [
                "one.graphql:1:34 there is no type \"Nope\"", "two.graphql:1:20 expected a type, found \"}\"",
            ])
    }

    // MARK: Every token left out

    private static let whole = """
        enum Status { DRAFT LIVE }
        enum Colour {
          RED
        }
        type Place { city: String! colour: Colour }
        type Blog @model {
          id: ID!
          name: String! @default(value: "x") @validate(type: maxLength, value: "40")
          state: Status! @default(value: "LIVE")
          posts: [Post] @hasMany
        }
        type Post @model @auth(rules: [{allow: owner}, {allow: public, operations: [read]}]) {
          title: String! @primaryKey(sortKeyFields: ["rating"]) @index(name: "byTitle")
          rating: Int!
          blog: Blog @belongsTo
          tags: [Tag] @manyToMany(relationName: "PostTags")
        }
        type Comment @model {
          id: ID!
          blogID: ID! @index(name: "byBlog")
          where: Place
        }
        extend type Blog { comments: [Comment] @hasMany(indexName: "byBlog", fields: ["id"]) }
        type Tag @model {
          label: String! @primaryKey
          posts: [Post] @manyToMany(relationName: "PostTags")
        }
        """

    /// Leaves out each token in turn. Where that is a fault of form, all faults lie in the definition that lost it, or
    /// where the next begins, which is where a missing bracket shows.
    @Test func whatIsMissingMakesUpNothingElsewhere() throws {
        let text = SchemaHalfReadTests.whole
        #expect(load(text).diagnostics.isEmpty)
        var checked = 0
        for token in text.matches(of: /"[^"]*"|\w+|[^\s\w]/) {
            // Without its name a type is missed by all who refer to it.
            let isName = text[..<token.startIndex].hasSuffix("type ") || text[..<token.startIndex].hasSuffix("enum ")
            let damaged = text.replacingCharacters(token.range)
            let faults = Parser.parse(SourceText(path: "", text: damaged)).errors
            guard !faults.isEmpty, !isName else { continue }
            let line = text[..<token.startIndex].count { $0 == "\n" } + 1
            let own = definition(of: line, in: text)
            for diagnostic in load(damaged).diagnostics where diagnostic.severity == .error {
                #expect(
                    own.contains(diagnostic.line) || faults.contains { $0.line == diagnostic.line },
                    "without \(token.output) of line \(line): \(diagnostic.rendered)")
            }
            checked += 1
        }
        #expect(checked > 150)
    }

    /// The lines of the definition that one of them belongs to.
    private func definition(of line: Int, in text: String) -> ClosedRange<Int> {
        let starts = text.split(separator: "\n").enumerated()
            .filter { $1.hasPrefix("type") || $1.hasPrefix("enum") || $1.hasPrefix("extend") }.map { $0.offset + 1 }
        return (starts.last { $0 <= line } ?? 1)...((starts.first { $0 > line } ?? Int.max) - 1)
    }
}

extension String {
    /// With spaces in place of a range, so that all else stays where it is.
    fileprivate func replacingCharacters(_ range: Range<String.Index>) -> String {
        self[..<range.lowerBound] + String(repeating: " ", count: self[range].count) + self[range.upperBound...]
    }
}
