import AppModels
import DataStore
import Testing

/// What Swift types say of themselves gives the same tables as the schema that they were generated from.
@Suite struct TypedSchemaTests {
    private static let names = [
        "Todo", "Post", "Comment", "Tag", "PostTags", "Purchase", "PurchaseLine", "Employee", "Profile", "Account",
        "Memo",
        "Everything",
    ]

    @Test(arguments: names) func hasTheTableOfTheSchema(_ name: String) throws {
        let direct = try #require(try TestStore.schema(AppSchema.text).model(named: name))
        let typed = try #require(try TypedWorld.types().schema.model(named: name))
        #expect(TypedSchemaTests.lines(typed) == TypedSchemaTests.lines(direct))
    }

    @Test func hasTheEnumsAndEmbeddedTypesOfTheSchema() throws {
        let direct = SchemaImage(try TestStore.schema(AppSchema.text))
        let typed = SchemaImage(try TypedWorld.types().schema)
        #expect(typed.enums == direct.enums)
        #expect(typed.embedded == direct.embedded)
    }

    @Test func aRelationToAnUnknownModelIsRefused() {
        #expect(throws: DataStoreError.self) { try ModelSchema.sdl(of: [AppModels.Comment.schema]) }
    }

    @Test func timesMayHaveOtherNames() throws {
        let schema = ModelSchema(
            name: "Note",
            fields: [
                "id": ModelField(name: "id", type: .string, isRequired: true),
                "createdOn": ModelField(name: "createdOn", type: .dateTime, isReadOnly: true),
                "updatedOn": ModelField(name: "updatedOn", type: .dateTime, isReadOnly: true),
            ])
        let model = try #require(try ModelTypes([schema]).schema.model(named: "Note"))
        #expect(model.createdAt.map { model.fields[$0].name } == "createdOn")
        #expect(model.updatedAt.map { model.fields[$0].name } == "updatedOn")
    }

    @Test func dynamicSchemasComeFromTheirText() throws {
        let types = try ModelTypes(ModelSchema.schemas(sdl: AppSchema.text))
        #expect(SchemaImage(types.schema) == SchemaImage(try TestStore.schema(AppSchema.text)))
    }

    /// Columns, key, foreign keys and what indexes find by. ID and String are one kind of column, and Swift types do not
    /// say how an index without a relation is called.
    private static func lines(_ model: ModelDefinition) -> [String] {
        func names(_ places: [Int]) -> String { places.map { model.fields[$0].name }.joined(separator: ",") }
        var lines = model.fields.map { field in
            let notation = field.type.notation.split(separator: "!")
            let type = notation.joined(separator: "!").replacing("ID", with: "String")
            return "\(field.name) \(type) \(field.type.isRequired) \(field.role)"
        }
        lines.append("key \(names(model.primaryKey))")
        lines += model.foreignKeys.map { "\(names($0.fields)) > \($0.target) \($0.onDelete) \($0.ownsTarget)" }
        lines += model.relations.map { relation in
            "\(relation.name) \(relation.fields) = \(relation.through?.model ?? relation.target).\(relation.targetFields)"
        }
        return lines.sorted()
    }
}
