import AppModels
import DataStore
import Testing

private typealias Comment = AppModels.Comment

/// What the library's errors say: the model, the field with its type, the value, and what to do, in the words of its calls.
@Suite struct ErrorTests {
    struct Row: Sendable, CustomStringConvertible {
        let name: String
        let sentence: String
        let suggestion: String
        let attempt: @Sendable (DataStoreCategory) async throws -> Void

        init(
            _ name: String, _ description: String, _ suggestion: String,
            _ attempt: @escaping @Sendable (DataStoreCategory) async throws -> Void
        ) {
            self.name = name
            self.sentence = description
            self.suggestion = suggestion
            self.attempt = attempt
        }

        var description: String { name }
    }

    /// Each with post p1, titled "one", in the store.
    static let writes: [Row] = [
        Row(
            "a save whose condition is on nothing",
            "Post p9 was not saved: the condition is on a record that does not exist.",
            "Query it again and decide anew, or save it without a condition."
        ) {
            try await $0.save(Post(id: "p9", title: "x"), where: Post.keys.title == "x")
        },
        Row(
            "a save whose condition does not hold",
            "Post p1 was not saved: the stored record does not match the condition.",
            "Query it again and decide anew, or save it without a condition."
        ) {
            try await $0.save(Post(id: "p1", title: "x"), where: Post.keys.title == "x")
        },
        Row(
            "a deletion whose condition does not hold",
            "Post p1 was not deleted: the stored record does not match the condition.",
            "Query it again and decide anew, or delete it without a condition."
        ) {
            try await $0.delete(Post.self, withIdentifier: "p1", where: Post.keys.title == "x")
        },
        Row(
            "a condition of the wrong type",
            #"The condition of Post is not possible. "rating" (Float) is compared with a number, not with a text."#,
            "Compare fields that Post has, by what their types allow, with values of these types."
        ) {
            try await $0.save(Post(id: "p1", title: "x"), where: Post.keys.rating == "x")
        },
        Row(
            "a deletion in a transaction of what is not there", "Post p9 was not deleted: there is no such record.",
            "Query it first, and leave the deletion out of the transaction when there is none."
        ) { store in
            try await store.transaction { try $0.delete(Post.self, withIdentifier: "p9") }
        },
        Row(
            "a save in a transaction without its parent",
            "Comment c was not saved: postCommentsId: there is no Post none.",
            "Save what it belongs to first, or before it in the same transaction, and give keys whole."
        ) { store in
            try await store.transaction {
                try $0.save(Comment(id: "c", content: "x", post: Post(id: "none", title: "none")))
            }
        },
        Row(
            "an identifier that no record can have", "No Post was deleted: none can have the identifier.",
            "Give the identifier of a record that is there."
        ) { store in
            try await store.transaction { try $0.delete(Post.self, withIdentifier: "") }
        },
        Row(
            "a save with an empty key", "Post.id (ID!) must have 1 to 1024 bytes in a key.",
            "Give id of the Post a value that fits the schema."
        ) { try await $0.save(Post(id: "", title: "x")) },
        Row(
            "a number that is none",
            "Post.rating (Float) cannot hold the Double nan: infinities and NaN are no values.",
            "Give rating of the Post a value that fits the schema."
        ) { try await $0.save(Post(id: "p1", title: "x", rating: .nan)) },
        Row(
            "a text that the store cannot hold", "Post.title (String!) must not contain U+0000.",
            "Give title of the Post a value that fits the schema."
        ) { try await $0.save(Post(id: "p1", title: "a\0b")) },
    ]

    static let queries: [Row] = [
        Row(
            "an unknown field", #"The query of Post is not possible. Post has no field "titel". Did you mean "title"?"#,
            "Compare fields that Post has, by what their types allow, with values of these types."
        ) { _ = try await $0.query(Post.self, where: field("titel") == "x") },
        Row(
            "a value of the wrong type",
            #"The query of Post is not possible. "rating" (Float) is compared with a number, not with a text."#,
            "Compare fields that Post has, by what their types allow, with values of these types."
        ) { _ = try await $0.query(Post.self, where: Post.keys.rating > "x") },
        Row(
            "a value that is none",
            #"The query of Post is not possible. "rating" (Float) cannot be compared with the Double inf."#,
            "Compare fields that Post has, by what their types allow, with values of these types."
        ) {
            _ = try await $0.query(Post.self, where: Post.keys.rating > Double.infinity)
        },
        Row(
            "a method that the field does not have",
            #"The query of Post is not possible. "rating" (Float) has no method "beginsWith"; it has eq, ne, lt, le, gt, ge, between, in, notIn, attributeExists."#,
            "Compare fields that Post has, by what their types allow, with values of these types."
        ) {
            _ = try await $0.query(Post.self, where: Post.keys.rating.beginsWith("x"))
        },
        Row(
            "a deletion of all that match",
            #"The query of Post is not possible. "status" (PostStatus) has no method "gt"; it has eq, ne, in, notIn, attributeExists."#,
            "Compare fields that Post has, by what their types allow, with values of these types."
        ) {
            try await $0.delete(Post.self, where: Post.keys.status > "DRAFT")
        },
        Row(
            "a sort by a relation",
            #"The sort of Post is not possible. "comments" is a @hasMany relation, not a field."#,
            "Sort by fields of Post with single values, each once."
        ) {
            _ = try await $0.query(Post.self, sort: .ascending(Post.keys.comments))
        },
        Row(
            "a page beyond all numbers",
            "The page of Post is not possible. Page 18446744073709551615 of 2 records lies beyond what can be counted.",
            "Ask for smaller pages, .page(_:limit:), or leave paginate: out."
        ) {
            _ = try await $0.query(Post.self, paginate: .page(.max, limit: 2))
        },
        Row(
            "the next page of a list",
            "The page of Comment is not possible. A list is read whole; it has no next page.",
            "Call fetch(), which reads all elements."
        ) { _ in _ = try await List<Comment>().getNextPage() },
        Row(
            "an observed query",
            #"The query of Post is not possible. "rating" (Float) is compared with a number, not with a text."#,
            "Compare fields that Post has, by what their types allow, with values of these types."
        ) {
            for try await _ in $0.observeQuery(for: Post.self, where: Post.keys.rating > "x") {}
        },
    ]

    static let models: [Row] = [
        Row(
            "an event of another model", "The event is of Post, not of Comment.",
            "Ask for the model that modelName names."
        ) { _ in
            let event = MutationEvent(
                id: "e", modelId: "p1", modelName: "Post", json: "{}", mutationType: .create)
            _ = try event.decodeModel(as: Comment.self)
        },
        Row(
            "what is no JSON",
            "The JSON of a Post cannot be read: at character 2 of line 1, a member's name in quotes should stand here.",
            "Give an object with the fields of one Post."
        ) { _ in
            App.registerModels()
            _ = try ModelRegistry.decode(modelName: "Post", from: "{x}")
        },
        Row(
            "JSON that does not fit",
            "Everything.whole (Int!) must be a whole number. Everything.address.street (String) must be a string, not a number. Everything.address.city (String!) is required. Everything.text (String!) is required. Everything.real (Float!) is required. Everything.flag (Boolean!) is required. Everything.words ([String]!) is required.",
            "Give whole, address.street, address.city, text, real, flag, words of the Everything values that fit the schema."
        ) { _ in
            App.registerModels()
            _ = try ModelRegistry.decode(modelName: "Everything", from: #"{"whole":1.5,"address":{"street":7}}"#)
        },
        Row(
            "a Swift type that does not fit the record",
            "Odd.number (String!) is not what its Swift type expects (a whole number of 64 bits is expected, not a string).",
            "See that the Swift type of Odd and its schema agree; generate its files anew."
        ) { _ in
            let store = DataStoreCategory(models: [Odd.self], database: ":memory:")
            let schema = try ModelSchema.schemas(sdl: "type Odd @model { id: ID! number: String! }")[0]
            try await store.save(DynamicModel(schema, ["id": "o", "number": "seven"]))
            _ = try await store.query(Odd.self)
        },
        Row(
            "a reference with part of a key",
            "Line.purchase (Purchase) has no number, which is in the key of Purchase.",
            "Give purchase of the Line a value that fits the schema."
        ) { _ in
            let store = DataStoreCategory(models: [Line.self], database: ":memory:")
            let reference = LazyReference<Purchase>(identifiers: [.init(name: "customer", value: "ann")])
            try await store.save(Line(id: "l", purchase: reference))
        },
        Row(
            "a reference whose key has a value of another type",
            #"Purchase.number (Int) must be a whole number, not "seven"."#,
            "Give number of the Purchase a value that fits the schema."
        ) { _ in
            let store = DataStoreCategory(models: [Line.self], database: ":memory:")
            let reference = LazyReference<Purchase>(identifiers: [
                .init(name: "customer", value: "ann"), .init(name: "number", value: "seven"),
            ])
            try await store.save(Line(id: "l", purchase: reference))
        },
        Row(
            "a schema that is not valid",
            """
            The schema is not valid:
            a.graphql:1:20: error: there is no type "B"; did you mean "A"?
            type A @model { b: B }
                               ^
            """,
            "Correct these places."
        ) { _ in
            _ = try ModelSchema.schemas(sdl: "type A @model { b: B }", path: "a.graphql")
        },
        Row("a text that is no date", #""yesterday" is no date."#, "Write it like 2026-11-30.") { _ in
            _ = try Temporal.Date(iso8601String: "yesterday")
        },
        Row(
            "a database that cannot be",
            "The database at /nowhere/a.db cannot be used: the folder /nowhere does not exist.",
            "See that the path exists, can be written and is no other program's."
        ) { _ in
            try await DataStoreCategory(models: [Todo.self], database: "/nowhere/a.db").start()
        },
    ]

    /// A record by name, with all that can be wrong with it.
    static let records: [Row] = [
        Row(
            "values of the wrong types",
            "Thing.name (String!) must not be null. Thing.size (Int) must be a whole number of 64 bits, not a string. Thing.color (Color) must be a name of Color: RED, GREEN. Thing.point.x (Float!) must be a number, not a string. Thing.numbers.1 (Int!) must not be null.",
            "Give name, size, color, point.x, numbers.1 of the Thing values that fit the schema."
        ) { _ in
            try await save([
                "id": "t", "name": nil, "size": "big", "color": "BLUE", "point": ["x": "left"], "numbers": [1, nil],
            ])
        },
        Row(
            "a field that is not there", "Thing.sizes is no field of the schema.",
            "Set only fields that Thing has, and not sizes."
        ) { _ in try await save(["id": "t", "name": "x", "sizes": 1]) },
        Row(
            "a text that is no JSON",
            #"Thing.data (AWSJSON) cannot hold the String "{x}": a text in AWSJSON must be JSON; a member's name in quotes should stand here."#,
            "Give data of the Thing a value that fits the schema."
        ) { _ in try await save(["id": "t", "name": "x", "data": "{x}"]) },
        Row(
            "a rule of the schema", "Thing.name (String!) must have at most 4 characters.",
            "Give name of the Thing a value that fits the schema."
        ) { _ in try await save(["id": "t", "name": "this is long"]) },
    ]

    private static func save(_ values: [String: DynamicValue]) async throws {
        let sdl = """
            enum Color { RED GREEN }
            type Point { x: Float! }
            type Thing @model {
              id: ID!
              name: String! @validate(type: maxLength, value: "4")
              size: Int
              color: Color
              point: Point
              numbers: [Int!]
              data: AWSJSON
            }
            """
        let schemas = try ModelSchema.schemas(sdl: sdl)
        let store = DataStoreCategory(schemas: schemas, database: ":memory:")
        try await store.save(DynamicModel(try #require(schemas.first), values))
    }

    @Test("Errors name model, field and type, and say what to do", arguments: [writes, queries, models, records])
    func table(_ rows: [Row]) async throws {
        let store = DataStoreCategory(models: [Post.self], database: ":memory:")
        try await store.save(Post(id: "p1", title: "one"))
        for row in rows {
            do {
                try await row.attempt(store)
                Issue.record("\(row.name): nothing was thrown")
            } catch let error as DataStoreError {
                #expect(error.errorDescription == row.sentence, "\(row.name)")
                #expect(error.recoverySuggestion == row.suggestion, "\(row.name)")
            }
        }
    }

    private struct Line: Model {
        let id: String
        let purchase: LazyReference<Purchase>

        enum CodingKeys: String, ModelKey { case id, purchase }

        static let schema = defineSchema { model in
            model.fields(
                .field(CodingKeys.id, is: .required, ofType: .string),
                .belongsTo(
                    CodingKeys.purchase, is: .optional, ofType: Purchase.self,
                    targetNames: ["purchaseCustomer", "purchaseNumber"]))
        }
    }

    @Test("No sentence speaks of requests")
    func words() {
        for row in [Self.writes, Self.queries, Self.models, Self.records].joined() {
            for word in ["request", "HTTP", "body", "parameter"] {
                #expect(!row.sentence.contains(word) && !row.suggestion.contains(word), "\(row.name)")
            }
            #expect(row.suggestion.hasSuffix("."), "\(row.name)")
        }
    }

    @Test("A live list may have more items than one of the server")
    func longLists() async throws {
        let store = DataStoreCategory(models: [Todo.self], database: ":memory:")
        try await store.transaction { transaction in
            for number in 0...10_000 { try transaction.save(Todo(id: "\(number)", name: "t")) }
        }
        var lists = store.observeQuery(for: Todo.self).makeAsyncIterator()
        #expect(try await lists.next()?.items.count == 10_001)
    }

    /// Its Swift type reads a number where the schema has a text.
    private struct Odd: Model {
        let id: String
        let number: Int

        enum CodingKeys: String, ModelKey { case id, number }

        static let schema = defineSchema { model in
            model.fields(
                .field(CodingKeys.id, is: .required, ofType: .string),
                .field(CodingKeys.number, is: .required, ofType: .string))
        }
    }
}
