import Codegen
import Testing

/// What each part of a schema becomes in Swift: a text of the schema, and lines that a file has or has not.
@Suite struct SwiftLineTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let schema: String
        let file: String
        let has: [String]
        let hasNot: [String]

        init(_ schema: String, _ file: String, has: [String], hasNot: [String] = []) {
            self.schema = schema
            self.file = file
            self.has = has
            self.hasNot = hasNot
        }

        var testDescription: String { "\(file) of \(schema)" }
    }

    private static let owner =
        "ownerField: \"owner\", identityClaim: \"cognito:username\", provider: .userPools, operations: "

    private static let examples = [
        // Keys.
        Example(
            "type A @model { code: Int! @primaryKey }", "A", has: ["public let code: Int", "code: Int,"],
            hasNot: ["UUID()"]),
        Example(
            "type A @model { id: Int! @primaryKey }", "A+Schema",
            has: [
                ".index(fields: [\"id\"], name: nil),", ".primaryKey(fields: [a.id])", "ModelIdentifierFormat.Custom",
                "public static func identifier(id: Int) -> Self {",
            ]),
        Example(
            "type A @model { b: ID! @primaryKey(sortKeyFields: [\"id\"]) id: ID! }", "A",
            has: ["public let b: String", "id: String = UUID().uuidString,"]),
        Example(
            "type A @model { day: AWSDate! @primaryKey(sortKeyFields: [\"in\"]) in: String! }", "A+Schema",
            has: [
                "public static func identifier(day: Temporal.Date, `in`: String) -> Self {",
                ".make(fields: [(name: \"day\", value: day), (name: \"in\", value: `in`)])",
            ]),
        // Times.
        Example(
            "type A @model { createdAt: AWSDateTime! }", "A+Schema",
            has: [
                ".field(a.createdAt, is: .required, ofType: .dateTime),",
                ".field(a.updatedAt, is: .optional, isReadOnly: true, ofType: .dateTime)",
            ]),
        Example(
            "type A @model(timestamps: { createdAt: \"made\" }) { id: ID! }", "A",
            has: ["public var made: Temporal.DateTime?", "made: nil,"], hasNot: ["createdAt"]),
        Example(
            "type A @model(timestamps: null) { id: ID! }", "A", has: ["public init("],
            hasNot: ["internal init", "createdAt"]),
        // Lists.
        Example(
            "type A @model { a: [Int] b: [Int!] c: [Int]! d: [Int!]! }", "A",
            has: ["a: [Int?]? = nil,", "b: [Int]? = nil,", "c: [Int?] = [],", "d: [Int] = []"]),
        // Relations.
        Example(
            "type A @model { bs: [B] @hasMany } type B @model { id: ID! }", "B",
            has: ["public var aBsId: String?", "aBsId: String? = nil"]),
        Example(
            "type A @model { bs: [B] @hasMany } type B @model { id: ID! }", "A+Schema",
            has: [".hasMany(a.bs, is: .optional, ofType: B.self, associatedWith: B.keys.aBsId),"]),
        Example(
            "type A @model { bs: [B] @hasMany } type B @model { a: A @belongsTo }", "B+Schema",
            has: [".belongsTo(b.a, is: .optional, ofType: A.self, targetNames: [\"aBsId\"]),"], hasNot: ["case aBsId"]),
        Example(
            "type A @model { b: B @hasOne(references: [\"aKey\"]) } type B @model { aKey: ID }", "A+Schema",
            has: [".hasOne(a.b, is: .optional, ofType: B.self, associatedWith: B.keys.aKey),"]),
        Example(
            "type A @model { b: B! @hasOne(fields: [\"bKey\"]) bKey: ID! } type B @model { id: ID! }", "A+Schema",
            has: [
                ".hasOne(a.b, is: .required, ofType: B.self, associatedWith: B.keys.id, targetNames: [\"bKey\"]),",
                "case bKey",
            ]),
        // A key that another relation names stays a member beside the reference.
        Example(
            "type A @model { kind: String! bs: [B] @hasMany(indexName: \"i\", fields: [\"kind\"]) } type B @model { a: A @belongsTo(fields: [\"aKey\"]) aKey: ID @index(name: \"i\") }",
            "B", has: ["public var aKey: String?", "internal var _a: LazyReference<A>"]),
        Example(
            "type A @model { id: ID! } type B @model { aKey: ID! @primaryKey a: A @belongsTo(fields: [\"aKey\"]) }",
            "B",
            has: ["public let aKey: String", "public mutating func setA(_ a: A? = nil) {"]),
        Example(
            "type A @model { b: B! @belongsTo _b: Int } type B @model { id: ID! }", "A",
            has: ["internal var __b: LazyReference<B>", "try await __b.require()", "public var _b: Int?"]),
        // Defaults.
        Example(
            "enum E { X_Y } type A @model { e: E! @default(value: \"X_Y\") s: String @default(value: \"\\\"\\\\(x)\") t: AWSTime @default(value: \"09:00\") }",
            "A", has: ["e: E = .xY,", "s: String? = \"\\\"\\\\(x)\",", "t: Temporal.Time? = nil"]),
        // Rules.
        Example(
            "type A @model @auth(rules: [{ allow: owner }]) { id: ID! }", "A+Schema",
            has: ["rule(allow: .owner, \(owner)[.create, .update, .delete, .read])"]),
        Example(
            "type A @model @auth(rules: { allow: owner, operations: [list, get, create] }) { id: ID! }", "A+Schema",
            has: ["rule(allow: .owner, \(owner)[.create, .read])"]),
        Example(
            "type A @model @auth(rules: [{ allow: groups, groupsField: \"g\" }]) { g: String }", "A+Schema",
            has: ["groupClaim: \"cognito:groups\", groupsField: \"g\", provider: .userPools"]),
        Example(
            "type A @model @auth(rules: [{ allow: public }]) { b: [B] @manyToMany(relationName: \"J\") } type B @model @auth(rules: [{ allow: public }, { allow: private }]) { a: [A] @manyToMany(relationName: \"J\") }",
            "J+Schema",
            has: [
                "rule(allow: .public, provider: .apiKey, operations: [.create, .update, .delete, .read]),",
                "rule(allow: .private, provider: .userPools, operations: [.create, .update, .delete, .read])",
            ]),
        // Names that the file needs itself.
        Example(
            "type A @model { a: String self: Int }", "A+Schema",
            has: ["case self_ = \"self\"", "public var self_: FieldPath<Int> {", "int(\"self\")"],
            hasNot: ["typealias AType"]),
        Example(
            "type model @model { id: ID! }", "model+Schema",
            has: ["private typealias modelType = model", "let modelKeys = modelType.keys"]),
        // Comments.
        Example(
            "\"a */ \\u202Eb\\r\\nc\" type A @model { \"d\" id: ID! }", "A",
            has: ["/// a */ \u{FFFD}b", "/// c", "  /// d"]),
    ]

    @Test("Lines", arguments: examples)
    func lines(_ example: Example) throws {
        let files = try Fixture.swift(Fixture.schema(text: example.schema))
        let text = try #require(files.first { $0.name == "\(example.file).swift" }).text
        for line in example.has { #expect(text.contains(line), "\(text)") }
        for line in example.hasNot { #expect(!text.contains(line), "\(text)") }
    }

    @Test("The version names what is stored, not how it is written")
    func version() throws {
        func version(_ text: String) throws -> String {
            let files = try Fixture.swift(Fixture.schema(text: text))
            let text = try #require(files.first { $0.name == "AmplifyModels.swift" }).text
            let line = try #require(text.split(separator: "\n").first { $0.contains("version") })
            return String(line)
        }
        let one = try version("type A @model { a: Int } type B @model { b: E } enum E { X }")
        #expect(try one == version("enum E { X } # c\ntype B @model { \"d\" b: E } \"e\" type A @model { a: Int }"))
        for other in [
            "type A @model { a: Int! } type B @model { b: E } enum E { X }",
            "type A @model { a: Int } type B @model { b: E } enum E { X Y }",
            "type A @model { a: Int @index } type B @model { b: E } enum E { X }",
            "type A @model { a: Int } type B @model { b: [E] } enum E { X }",
        ] {
            #expect(try one != version(other))
        }
    }
}
