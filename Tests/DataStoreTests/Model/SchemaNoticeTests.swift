import DataStore
import GraphQL
import Testing

/// What is passed over says so, once, at its place; and nothing else is said about a good schema.
@Suite struct SchemaNoticeTests {
    @Test(
        arguments: [
            ("type A @model { x: Int }", []),
            (
                "type A @model @versioned @searchable @mapsTo(name: \"B\") { x: Int @http(url: \"u\") y: String @predictions(actions: [a]) }",
                [
                    "1:15 @versioned is passed over: every record has a _version",
                    "1:26 @searchable is passed over: any field can be searched with `where`",
                    "1:38 @mapsTo is passed over: a table has the name of its model",
                    "1:66 @http is passed over: fields are stored, not fetched",
                    "1:92 @predictions is passed over: there are no predictions here",
                ]
            ),
            (
                "type A @model { x: Int } input I { y: Nope } type Mutation { z: Q @shiny } type Q @aws_iam { a: A @shiny }",
                [
                    "1:32 the input type \"I\" is passed over: records are written as they are read",
                    "1:51 the operations of \"Mutation\" are passed over: the API is made from the models",
                    "1:81 the type \"Q\" is passed over: only operations use it",
                ]
            ),
            (
                "type A @model(subscriptions: null) { id: ID createdAt: Int b: [B] @hasMany(limit: 5) } type B @model { q: Int }",
                [
                    "1:15 \"subscriptions\" of @model is passed over: every model is read, written and watched by the same routes",
                    "1:38 a key is never null: write id: ID!",
                    "1:45 \"createdAt\" is a field like any other: the server sets it when its type is AWSDateTime",
                    "1:76 \"limit\" is passed over: a page is as long as the request says",
                ]
            ),
            (
                "type A @model { createdAt: AWSDateTime! @primaryKey x: Int b: [B] @hasMany(indexName: \"i\", fields: [\"x\"]) } type B @model { y: Int @index(name: \"i\") }",
                [
                    "1:17 \"createdAt\" is in the key, so a create must give it",
                    "1:67 \"b\" compares with x, which is not the key of A: nothing guards that what it leads to exists",
                ]
            ),
        ] as [(String, [String])])
    func says(_ sdl: String, _ notices: [String]) {
        let result = load(sdl)
        #expect(result.schema != nil)
        #expect(result.diagnostics.map { "\($0.line):\($0.column) \($0.message)" } == notices)
        #expect(result.diagnostics.allSatisfy { $0.severity == .notice })
    }
}
