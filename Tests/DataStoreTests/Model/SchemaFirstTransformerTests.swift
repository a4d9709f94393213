import DataStore
import GraphQL
import Testing

/// `@key` and `@connection`: what they become, and the notices that show today's spelling.
@Suite struct SchemaFirstTransformerTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let old: String
        let today: String
        let notices: [String]
        var testDescription: String { name }
    }

    /// The old text and today's make the same schema.
    @Test(arguments: cases)
    func becomes(_ test: Case) {
        let (old, today) = (load(test.old), load(test.today))
        #expect(today.diagnostics.map(\.rendered) == [])
        #expect(old.schema.map(SchemaText.describe) == today.schema.map(SchemaText.describe))
        #expect(old.schema != nil)
        #expect(old.diagnostics.filter { $0.severity == .error }.map(\.rendered) == [])
        #expect(old.diagnostics.map { "\($0.line):\($0.column) \($0.message)" } == test.notices)
    }

    static let cases: [Case] = [
        Case(
            name: "a primary key and an index",
            old:
                "type A @model @key(fields: [\"x\", \"y\"]) @key(name: \"i\", fields: [\"y\", \"z\"], queryField: \"q\") { x: ID! y: Int! z: Int }",
            today:
                "type A @model { x: ID! @primaryKey(sortKeyFields: [\"y\"]) y: Int! @index(name: \"i\", sortKeyFields: [\"z\"], queryField: \"q\") z: Int }",
            notices: [
                "1:15 today @key is written on its first field: x: ID! @primaryKey(sortKeyFields: [\"y\"])",
                "1:40 today @key is written on its first field: y: Int! @index(name: \"i\", sortKeyFields: [\"z\"], queryField: \"q\")",
            ]),
        Case(
            name: "by a key, and back",
            old: """
                type P @model { cs: [C] @connection(keyName: "byP", fields: ["id"]) }
                type C @model @key(name: "byP", fields: ["pID", "t"]) { pID: ID! t: Int p: P @connection(fields: ["pID"]) }
                """,
            today: """
                type P @model { cs: [C] @hasMany(indexName: "byP", fields: ["id"]) }
                type C @model { pID: ID! @index(name: "byP", sortKeyFields: ["t"]) t: Int p: P @belongsTo(fields: ["pID"]) }
                """,
            notices: [
                "1:25 today this is written @hasMany(indexName: \"byP\", fields: [\"id\"])",
                "2:15 today @key is written on its first field: pID: ID! @index(name: \"byP\", sortKeyFields: [\"t\"])",
                "2:78 today this is written @belongsTo(fields: [\"pID\"])",
            ]),
        Case(
            name: "by a name",
            old:
                "type P @model { cs: [C] @connection(name: \"PC\") } type C @model { p: P! @connection(name: \"PC\") }",
            today: "type P @model { cs: [C] @hasMany } type C @model { p: P! @belongsTo }",
            notices: ["1:25 today this is written @hasMany", "1:73 today this is written @belongsTo"]),
        Case(
            name: "two names between the same models",
            old:
                "type U @model { s: [M] @connection(name: \"S\") r: [M] @connection(name: \"R\") } type M @model { to: U @connection(name: \"R\") from: U @connection(name: \"S\") }",
            today:
                "type U @model { s: [M] @hasMany(references: [\"uSId\"]) r: [M] @hasMany(references: [\"uRId\"]) } type M @model { to: U @belongsTo(fields: [\"uRId\"]) from: U @belongsTo(fields: [\"uSId\"]) uSId: ID uRId: ID }",
            notices: [
                "1:24 today this is written @hasMany", "1:54 today this is written @hasMany",
                "1:101 today this is written @belongsTo", "1:132 today this is written @belongsTo",
            ]),
        Case(
            name: "with the name of the key",
            old:
                "type P @model { cs: [C] @connection(name: \"PC\", keyField: \"pp\") } type C @model { p: P @connection(name: \"PC\", keyField: \"pp\") }",
            today: "type P @model { cs: [C] @hasMany } type C @model { pp: ID p: P @belongsTo(fields: [\"pp\"]) }",
            notices: ["1:25 today this is written @hasMany", "1:88 today this is written @belongsTo"]),
        Case(
            name: "with what requests say today",
            old:
                "type P @model { cs: [C] @connection(keyName: \"byP\", fields: [\"id\"], limit: 9, sortField: \"t\") } type C @model { pID: ID! @index(name: \"byP\") t: Int }",
            today:
                "type P @model { cs: [C] @hasMany(indexName: \"byP\", fields: [\"id\"]) } type C @model { pID: ID! @index(name: \"byP\") t: Int }",
            notices: [
                "1:25 today this is written @hasMany(indexName: \"byP\", fields: [\"id\"])",
                "1:69 \"limit\" is passed over: a page is as long as the request says",
                "1:79 \"sortField\" is passed over: a request says how to sort",
            ]),
        Case(
            name: "a single one belongs to its target",
            old: "type P @model { t: T @connection } type T @model { x: Int }",
            today: "type P @model { t: T @belongsTo } type T @model { x: Int }",
            notices: ["1:22 today this is written @belongsTo"]),
        Case(
            name: "two single ones of one name: the required one belongs",
            old: "type P @model { t: T! @connection(name: \"PT\") } type T @model { p: P @connection(name: \"PT\") }",
            today: "type P @model { t: T! @belongsTo } type T @model { p: P @hasOne }",
            notices: ["1:23 today this is written @belongsTo", "1:70 today this is written @hasOne"]),
        Case(
            name: "a single one by a key",
            old:
                "type P @model { t: T @connection(keyName: \"byP\", fields: [\"id\"]) } type T @model @key(name: \"byP\", fields: [\"pID\"]) { pID: ID }",
            today:
                "type P @model { t: T @hasOne(references: [\"pID\"]) } type T @model { pID: ID @index(name: \"byP\") }",
            notices: [
                "1:22 today this is written @hasOne(references: [\"pID\"])",
                "1:82 today @key is written on its first field: pID: ID @index(name: \"byP\")",
            ]),
    ]

    @Test(arguments: [
        (
            "type A @model @key(name: \"i\", fields: [\"y\"]) { x: Int }",
            "1:41 A has no field \"y\"; did you mean \"x\"?"
        ),
        ("type A @model @key(name: \"i\", fields: []) { x: Int }", "1:39 @key needs at least one field"),
        ("type A @model @key(fields: [\"x\"]) @key(fields: [\"x\"]) { x: ID! }", "1:35 A has a primary key already"),
        ("type A @model { x: Int @connection(name: \"n\") }", "1:20 @connection leads to a model, and \"Int\" is none"),
        (
            "type A @model { x: B @connection(keyName: \"k\", fields: [\"id\"]) } type B @model { q: Int }",
            "1:44 B has no @key named \"k\""
        ),
        (
            "type A @model { x: [B] @connection(keyName: \"k\", fields: [\"id\"]) } type B @model { q: Int }",
            "1:46 B has no index \"k\"; write @index(name: \"k\") on the field that holds the key"
        ),
        (
            "type A @model { x: Int } type B @key(fields: [\"x\"]) { x: Int }",
            "1:33 @key has no meaning here: \"B\" has no @model: it lives inside records"
        ),
    ])
    func refuses(_ sdl: String, _ fault: String) {
        let result = load(sdl)
        let errors = result.diagnostics.filter { $0.severity == .error }
        #expect(errors.map { "\($0.line):\($0.column) \($0.message)" } == [fault])
    }
}
