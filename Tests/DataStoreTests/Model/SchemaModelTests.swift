import DataStore
import GraphQL
import Testing

/// Models, fields, keys, indexes and rules: what SDL becomes.
@Suite struct SchemaModelTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let sdl: String
        let model: String
        var testDescription: String { name }

        init(_ name: String, _ sdl: String, _ model: String) {
            self.name = name
            self.sdl = sdl
            self.model = model
        }
    }

    @Test(arguments: cases)
    func becomes(_ test: Case) {
        let result = load(test.sdl)
        #expect(result.diagnostics.filter { $0.severity == .error }.map(\.rendered) == [])
        #expect(result.schema.map(SchemaText.describe) == test.model)
    }

    static let cases: [Case] = [
        Case(
            "id and the times are added", "type Post @model { title: String! }",
            """
            Post (id)
              id ID! key
              title String!
              created createdAt
              updated updatedAt
            """),
        Case(
            "every kind of field",
            """
            enum Color { RED GREEN }
            type Geo { lat: Float! lon: Float }
            type Thing @model {
              id: ID!
              s: String i: Int f: Float b: Boolean d: AWSDate t: AWSTime dt: AWSDateTime ts: AWSTimestamp
              e: AWSEmail u: AWSURL p: AWSPhone ip: AWSIPAddress j: AWSJSON
              color: Color! geo: Geo tags: [String!]! nums: [Int] colors: [Color] places: [Geo!]
            }
            """,
            """
            Thing (id)
              id ID! key
              s String
              i Int
              f Float
              b Boolean
              d AWSDate
              t AWSTime
              dt AWSDateTime
              ts AWSTimestamp
              e AWSEmail
              u AWSURL
              p AWSPhone
              ip AWSIPAddress
              j AWSJSON
              color Color!
              geo Geo
              tags [String!]!
              nums [Int]
              colors [Color]
              places [Geo!]
              created createdAt
              updated updatedAt
            enum Color: RED GREEN
            embedded Geo: lat Float!, lon Float
            """),
        Case(
            "a composite key",
            "type Order @model { customer: ID! @primaryKey(sortKeyFields: [\"date\", \"n\"]) date: AWSDate! n: Int! total: Float }",
            """
            Order (customer date n)
              customer ID! key
              date AWSDate! key
              n Int! key
              total Float
              created createdAt
              updated updatedAt
            """),
        Case(
            "a key of one field, given alone",
            "enum E { A } type T @model { e: E! @primaryKey(sortKeyFields: \"n\") n: Int! id: ID }",
            """
            T (e n)
              e E! key
              n Int! key
              id ID
              created createdAt
              updated updatedAt
            enum E: A
            """),
        Case(
            "indexes, named and not",
            """
            type Story @model {
              a: Int @index(name: "byA", sortKeyFields: ["b", "createdAt"]) @index(queryField: "x", projection: {type: INCLUDE, nonKeyAttributes: ["b"]})
              b: String @index(sortKeyFields: ["a"])
            }
            """,
            """
            Story (id)
              id ID! key
              a Int
              b String
              created createdAt
              updated updatedAt
              index byA (a b createdAt)
              index storiesByA (a)
              index storiesByBAndA (b a)
            """),
        Case(
            "times: others' names, none, declared",
            """
            type A @model(timestamps: {createdAt: "born", updatedAt: null}) { x: Int }
            type B @model(timestamps: null) { x: Int }
            type C @model { updatedAt: String createdAt: AWSDateTime! x: Int }
            type D @model(timestamps: {updatedAt: "seen"}) { createdAt: Int seen: AWSDateTime }
            """,
            """
            A (id)
              id ID! key
              x Int
              created born
            B (id)
              id ID! key
              x Int
            C (id)
              id ID! key
              x Int
              created createdAt
              updated updatedAt
            D (id)
              id ID! key
              createdAt Int
              updated seen
            """),
        Case(
            "defaults, in the stored form",
            """
            enum Color { RED GREEN }
            type P @model {
              w: String @default(value: "hello") n: Int! @default(value: "7.0") f: Float @default(value: "-0") b: Boolean @default(value: "true")
              c: Color @default(value: "GREEN") d: AWSDateTime @default(value: "2026-01-01T01:00:00+01:00") t: AWSTime @default(value: "09:00")
              j: AWSJSON @default(value: "{\\"a\\": [1.0]}") ts: AWSTimestamp @default(value: "-1")
            }
            """,
            """
            P (id)
              id ID! key
              w String = "hello"
              n Int! = 7
              f Float = double 0.0
              b Boolean = true
              c Color = "GREEN"
              d AWSDateTime = "2026-01-01T00:00:00.000000000Z"
              t AWSTime = "09:00:00.000000000"
              j AWSJSON = json {"a":[1.0]}
              ts AWSTimestamp = -1
              created createdAt
              updated updatedAt
            enum Color: RED GREEN
            """),
        Case(
            "validations, in their order",
            """
            type V @model {
              n: Int @validate(type: gt, value: "0", errorMessage: "more") @validate(type: lte, value: "1e3")
              s: String @validate(type: minLength, value: "1") @validate(type: maxLength, value: "9") @validate(type: startsWith, value: "a") @validate(type: endsWith, value: "z")
            }
            """,
            """
            V (id)
              id ID! key
              n Int greaterThan(0.0) or more lessOrEqual(1000.0)
              s String minLength(1) maxLength(9) startsWith(a) endsWith(z)
              created createdAt
              updated updatedAt
            """),
        Case(
            "access rules, as written",
            """
            type A @model @auth(rules: [{allow: owner, ownerField: "me"}, {allow: groups, groups: ["x", "y"], operations: [read, create]}]) {
              x: Int @auth(rules: [{allow: private}])
            }
            """,
            """
            A (id)
              id ID! key
              x Int
              created createdAt
              updated updatedAt
              auth {allow: owner, ownerField: "me"}
              auth {allow: groups, groups: ["x", "y"], operations: [read, create]}
              auth x: {allow: private}
            """),
        Case(
            "extensions are parts of their types",
            "type A @model { x: E } extend type A { y: Int } extend enum E { B } enum E { A }",
            """
            A (id)
              id ID! key
              x E
              y Int
              created createdAt
              updated updatedAt
            enum E: A B
            """),
        Case(
            "embedded types may contain each other",
            "type A @model { n: Node } type Node { next: Node list: [Node!]! other: Other! } type Other { node: Node }",
            """
            A (id)
              id ID! key
              n Node
              created createdAt
              updated updatedAt
            embedded Node: next Node, list [Node!]!, other Other!
            embedded Other: node Node
            """),
        Case(
            "operations, inputs, interfaces and what only they use are passed over",
            """
            schema { query: Root }
            directive @model on OBJECT
            scalar AWSDateTime
            scalar Other
            input AMPLIFY { globalAuthRule: AuthRule = { allow: public } }
            interface Node { id: ID! }
            union U = A | B
            type Root { page(n: Int): Page @function(name: "f") @aws_iam }
            type Page { items: [A] next: String }
            type Mutation { x: String @shiny }
            extend type Subscription { y: A @aws_subscribe(mutations: ["x"]) }
            type A implements Node @model(subscriptions: null, queries: {get: "one"}) @searchable @versioned(versionField: "v") { id: ID! x: String @function(name: "f") @http(url: "u") y: A @function(name: "g") }
            """,
            """
            A (id)
              id ID! key
              x String
              created createdAt
              updated updatedAt
            """),
    ]

    @Test func keepsDescriptionsAndComments() throws {
        let schema = try #require(
            load(
                """
                # not of A

                # A comment
                # of two lines
                type A @model {
                  "described" # and more
                  x: Int # behind
                  y: E # behind y
                  \"\"\"
                    several
                      lines
                  \"\"\"
                  z: C
                  c: [B] @hasMany # of c
                }
                "an enum"
                enum E { V }
                # embedded
                type C { q: Int }
                type B @model { x: Int }
                """
            ).schema)
        let model = try #require(schema.model(named: "A"))
        #expect(model.description == "A comment\nof two lines")
        #expect(model.fields.map(\.description) == [nil, "described", "behind y", "several\n  lines", nil, nil, nil])
        #expect(model.relation(named: "c")?.description == "of c")
        #expect(schema.enums.map(\.description) == ["an enum"])
        #expect(schema.embedded.map(\.description) == ["embedded"])
    }

    @Test func severalFilesAreOneSchema() {
        let sources = [
            SchemaSource(path: "a.graphql", text: "type A @model { bs: [B] @hasMany e: E }"),
            SchemaSource(path: "b.graphql", text: "type B @model { x: Int, y: Nope }\nenum E { V }"),
            SchemaSource(path: "c.graphql", text: "type A @model { x: Int }"),
        ]
        #expect(Schema.load(Array(sources.prefix(1))).schema == nil)
        let result = Schema.load(sources)
        #expect(
            result.diagnostics.map { "\($0.file):\($0.line):\($0.column) \($0.message)" } == [
                "b.graphql:1:28 there is no type \"Nope\"",
                "c.graphql:1:6 the type \"A\" is defined already, at a.graphql:1:6",
            ])
    }

    @Test func lastFieldIsTheVersion() throws {
        let model = try #require(load("type A @model { x: Int }").schema?.model(named: "A"))
        #expect(model.fields.map(\.name) == ["id", "x", "createdAt", "updatedAt", "_version"])
        #expect(model.fields.map(\.role) == [.key, .plain, .createdAt, .updatedAt, .version])
        #expect(model.fields.last?.type.notation == "Int!")
    }
}
