import DataStore
import Testing

/// Models that are written by hand: what Amplify's builder language can say of them, and what a schema's text adds.
@Suite struct WrittenModelTests {
    private struct Person: Model {
        let id: String
        var email: String
        var level: Int?
        var rank: Int?
        var createdAt: Temporal.DateTime?

        enum CodingKeys: String, ModelKey { case id, email, level, rank, createdAt }

        static let keys = CodingKeys.self

        static let schema = defineSchema { model in
            model.attributes(.primaryKey(fields: [keys.id]), .index(fields: ["email"], name: "byEmail"))
            model.fields(
                .field(keys.id, is: .required, ofType: .string), .field(keys.email, is: .required, ofType: .string),
                .field(keys.level, is: .optional, ofType: .int),
                .field(keys.rank, is: .optional, isReadOnly: true, ofType: .int),
                .field(keys.createdAt, is: .optional, isReadOnly: true, ofType: .dateTime))
        }
    }

    private static let sdl = """
        type Person @model(timestamps: null) {
          id: ID!
          email: AWSEmail!
          level: Int @default(value: "3") @validate(type: lte, value: "9", errorMessage: "is beyond the last level")
          rank: Int
          createdAt: AWSDateTime
        }
        """

    @Test("the builder language says types, what is required, keys, indexes and the store's times")
    func builder() throws {
        let model = try #require(try ModelTypes([Person.schema]).schema.model(named: "Person"))
        #expect(
            model.fields.map { "\($0.name) \($0.type.notation) \($0.role)" } == [
                "id ID! key", "email String! plain", "level Int plain", "rank Int plain",
                "createdAt AWSDateTime! createdAt", "updatedAt AWSDateTime! updatedAt", "_version Int! version",
            ])
        #expect(model.indexes.contains { $0.name == "byEmail" })
    }

    @Test(
        "a read-only time is set by the store once, whatever the model holds; another read-only field is kept as it is")
    func readOnly() async throws {
        let store = DataStoreCategory(models: [Person.self], database: ":memory:")
        var person = try await store.save(Person(id: "p", email: "no address", rank: 1))
        let created = try #require(person.createdAt)
        person.createdAt = try Temporal.DateTime(iso8601String: "2000-01-01T00:00:00Z")
        person.level = 4
        person.rank = 2
        person = try await store.save(person)
        #expect(person.createdAt == created)
        #expect(person.level == 4 && person.rank == 2)
        person.createdAt = nil
        #expect(try await store.save(person).createdAt == created)
    }

    @Test("over the schema of a text, the same type keeps its rules, formats, defaults and times")
    func text() async throws {
        let store = DataStoreCategory(schemas: try ModelSchema.schemas(sdl: Self.sdl), database: ":memory:")
        let error = await #expect(throws: DataStoreError.self) {
            try await store.save(Person(id: "p", email: "no address", level: 10))
        }
        let text = error?.errorDescription ?? ""
        #expect(text.contains("Person.email (AWSEmail!) must be an email address"), "\(text)")
        #expect(text.contains("Person.level (Int) is beyond the last level."), "\(text)")
        let person = try await store.save(Person(id: "p", email: "p@example.com"))
        #expect(person.level == 3)
        #expect(person.createdAt == nil)
        #expect(try await store.query(Person.self, where: Person.keys.email == "p@example.com").count == 1)
        let model = try #require(try ModelTypes(try ModelSchema.schemas(sdl: Self.sdl)).schema.model(named: "Person"))
        #expect(model.createdAt == nil && model.updatedAt == nil)
    }
}
