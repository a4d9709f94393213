import DataStore
import GraphQL
import Testing

/// Whatever the text, loading ends with a schema or with an error.
@Suite struct SchemaRobustnessTests {
    private static let pieces = [
        "type A @model {", "type B @model {", "type C {", "enum E {", "}", "id: ID!", "x: Int", "y: [String!]!",
        "b: B @belongsTo",
        "bs: [B] @hasMany", "as: [A] @hasMany(indexName: \"i\", fields: [\"id\"])", "a: A @hasOne",
        "a: A @belongsTo(fields: [\"k\"])",
        "k: ID @index(name: \"i\")", "c: C!", "c: C", "V", "m: [A] @manyToMany(relationName: \"J\")",
        "n: [B] @manyToMany(relationName: \"J\")", "p: ID! @primaryKey(sortKeyFields: [\"q\"])", "q: Int!",
        "@key(fields: [\"x\", \"k\"])", "@connection(name: \"n\")",
        "s: [B] @connection(keyName: \"i\", fields: [\"id\"])",
        "createdAt: Int", "@default(value: \"1\")", "@auth(rules: [{allow: owner}])",
        "@validate(type: gt, value: \"1\")",
        "extend type A {", "type Query {", "bAsId: ID", "aBsId: [ID]", "\n", "# c\n", "_version: Int",
        "e: E @default(value: \"V\")",
        "r: [A] @hasMany(references: [\"k\", \"x\"])", "t: B! @belongsTo", "\"\"\"d\"\"\"", "(", "{",
    ]

    @Test func anyTextIsSurvived() {
        let seed = UInt64.random(in: .min ... .max)
        var random = SplitMix64(seed: seed)
        var good = 0
        for _ in 0..<3000 {
            var text = Bool.random(using: &random) ? "type A @model {\n" : ""
            for _ in 0..<Int.random(in: 0..<25, using: &random) {
                text += (SchemaRobustnessTests.pieces.randomElement(using: &random) ?? "") + "\n"
            }
            if Bool.random(using: &random) { text += "}\n" }
            let result = load(text)
            good += result.schema == nil ? 0 : 1
            #expect(
                (result.schema == nil) == result.diagnostics.contains { $0.severity == .error }, "seed \(seed): \(text)"
            )
            for model in result.schema?.models ?? [] { check(model, of: result.schema, "seed \(seed): \(text)") }
        }
        #expect(good > 0, "seed \(seed): no text was accepted")
    }

    /// What other parts rely on without looking.
    private func check(_ model: ModelDefinition, of schema: Schema?, _ text: String) {
        let comment = Comment(rawValue: text)
        let names = model.fields.map { $0.name.lowercased() } + model.relations.map { $0.name.lowercased() }
        #expect(Set(names).count == names.count, comment)
        #expect(!model.primaryKey.isEmpty, comment)
        #expect(
            model.primaryKey.allSatisfy { model.fields[$0].type.isRequired && model.fields[$0].role == .key }, comment)
        for key in model.foreignKeys {
            #expect(key.fields.count == schema?.model(named: key.target)?.primaryKey.count, comment)
        }
        for relation in model.relations {
            let target = schema?.model(named: relation.through?.model ?? relation.target)
            #expect(relation.fields.count == relation.targetFields.count && !relation.fields.isEmpty, comment)
            #expect(relation.fields.allSatisfy { model.place(of: $0) != nil }, comment)
            #expect(relation.targetFields.allSatisfy { target?.place(of: $0) != nil }, comment)
        }
    }

    /// Chains that would be deep for recursion.
    @Test func longChainsAreSurvived() {
        let count = 3000
        let types = (0..<count).map { "type T\($0) { next: T\(($0 + 1) % count)! }" }.joined(separator: "\n")
        let result = load("type A @model { t: T0 }\n" + types)
        #expect(result.diagnostics.count == 1)
        let models = (0..<count).map {
            "type M\($0) @model { next: M\(($0 + 1) % count) @belongsTo all: [M\($0)] @hasMany }"
        }
        #expect(load(models.joined(separator: "\n")).schema?.models.count == count)
    }
}
