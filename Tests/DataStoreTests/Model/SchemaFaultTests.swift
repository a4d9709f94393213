import DataStore
import GraphQL
import Testing

/// What is refused: the place of each fault, and what is said.
@Suite struct SchemaFaultTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let sdl: String
        let faults: [String]
        var testDescription: String { sdl }

        init(_ sdl: String, _ faults: String...) {
            self.sdl = sdl
            self.faults = faults
        }
    }

    @Test(arguments: directives + types + keys + relations)
    func refuses(_ test: Case) {
        let result = load(test.sdl)
        #expect(result.schema == nil)
        let errors = result.diagnostics.filter { $0.severity == .error }
        #expect(errors.map { "\($0.line):\($0.column) \($0.message)" } == test.faults)
    }

    static let directives: [Case] = [
        Case("type A @model { x: Int @shiny }", "1:24 there is no directive @shiny"),
        Case(
            "type A @model {\n\tx: Int @defualt(value: \"1\")\n}",
            "2:9 there is no directive @defualt; did you mean @default?"),
        Case("type A @modle { x: Int }", "1:8 there is no directive @modle; did you mean @model?"),
        Case(
            "type A @model { x: Int @default(valeu: \"1\") }", "1:24 @default needs the argument \"value\"",
            "1:33 @default has no argument \"valeu\"; did you mean \"value\"?"),
        Case("type A @model { x: Int @default(value: 1) }", "1:40 \"value\" of @default is a string: write \"1\""),
        Case("type A @model { x: Int @default(value: [\"1\"]) }", "1:40 \"value\" of @default is a string, not a list"),
        Case(
            "type A @model { x: Int @default(value: \"1\", value: \"2\") }",
            "1:45 \"value\" is given already, at schema.graphql:1:33"),
        Case("type A @model { x: Int @model }", "1:24 @model belongs on a type, not on a field"),
        Case("type A @model @index(name: \"x\") { x: Int }", "1:15 @index belongs on a field, not on a type"),
        Case("type A @model @model { x: Int }", "1:15 @model stands here already, at schema.graphql:1:8"),
        Case(
            "type A @model { x: E } enum E @model { V @default(value: \"x\") }",
            "1:31 @model belongs on a type, not on an enum",
            "1:42 @default belongs on a field, not on a value of an enum"),
        Case(
            "type A @model(timestamps: {created: \"x\"}) { x: Int }",
            "1:28 \"timestamps\" of @model has no argument \"created\"; did you mean \"createdAt\"?"),
        Case("type A @model(timestamps: {createdAt: \"1x\"}) { x: Int }", "1:40 \"1x\" cannot be the name of a field"),
        Case(
            "type A @model(timestamps: true) { x: Int }",
            "1:27 \"timestamps\" of @model is an object in braces, not a boolean"),
        Case(
            "type A @model @auth(rules: [{allow: onwer}, {provider: iam}]) { x: Int }",
            "1:37 \"allow\" of \"rules\" of @auth is one of owner, groups, private, public, custom, not \"onwer\"; did you mean \"owner\"?",
            "1:45 \"rules\" of @auth needs the argument \"allow\""),
        Case("type A @model @auth { x: Int }", "1:15 @auth needs the argument \"rules\""),
        Case(
            "type A @model { x: Int } type B @auth(rules: []) { y: Int @default(value: \"1\") z: Int @function(name: \"f\") }",
            "1:33 @auth has no meaning here: \"B\" has no @model: it lives inside records",
            "1:59 @default has no meaning here: \"B\" has no @model: it lives inside records"),
        Case("type A @model { x: Int } interface I @shiny { y: Int }", "1:38 there is no directive @shiny"),
        Case("type A @model { x: Int } schema @shiny { query: Q }", "1:33 the schema definition takes no @shiny"),
        Case(
            "type A @model { x(n: Int @shiny): Int }", "1:19 a stored field takes no arguments",
            "1:26 there is no directive @shiny"),

        // @default
        Case(
            "type A @model { x: Int @default(value: \"seven\") }",
            "1:41 the default of \"x\" must be a whole number of 64 bits"),
        Case(
            "type A @model { x: E @default(value: \"REDD\") } enum E { RED }",
            "1:39 E has no value \"REDD\"; did you mean \"RED\"?"),
        Case(
            "type A @model { x: [Int] @default(value: \"1\") y: B @default(value: \"{}\") } type B { z: Int }",
            "1:26 @default is for scalars and enums, not for [Int]", "1:52 @default is for scalars and enums, not for B"
        ),
        Case(
            "type A @model { x: Int @default(value: \"1\") @validate(type: gt, value: \"1\") }",
            "1:41 the default of \"x\" must be greater than 1"),

        // @validate
        Case(
            "type A @model { x: Int @validate(type: gtt, value: \"1\") }",
            "1:40 \"type\" of @validate is one of gt, lt, gte, lte, minLength, maxLength, startsWith, endsWith, matches, not \"gtt\"; did you mean \"gt\"?"
        ),
        Case(
            "type A @model { x: Int @validate(type: minLength, value: \"1\") y: String @validate(type: gt, value: \"1\") z: [Int] @validate(type: gt, value: \"1\") }",
            "1:24 minLength is for texts, and \"x\" is Int", "1:73 gt is for numbers, and \"y\" is String",
            "1:114 gt is for numbers, and \"z\" is [Int]"),
        Case(
            "type A @model { x: Int @validate(type: gt, value: \"nan\") y: String @validate(type: maxLength, value: \"-1\") }",
            "1:52 \"nan\" is no number", "1:103 \"-1\" is no length: a whole number from 0"),
        Case(
            "type A @model { x: String @validate(type: minLength, value: \"3\") @validate(type: maxLength, value: \"2\") y: Int @validate(type: gt, value: \"1\") @validate(type: gt, value: \"2\") }",
            "1:17 no text of \"x\" has at least 3 and at most 2 characters",
            "1:144 \"y\" is validated by gt already, at schema.graphql:1:112"),
    ]

    static let types: [Case] = [
        Case("type Post @model { id: Nope }", "1:24 there is no type \"Nope\""),
        Case(
            "type A @model { x: Strng y: Bool z: DateTime b: Bs } type B { c: Int }",
            "1:20 there is no type \"Strng\"; did you mean \"String\"?",
            "1:29 there is no type \"Bool\"; did you mean \"Boolean\"?",
            "1:37 there is no type \"DateTime\"; did you mean \"AWSDateTime\"?",
            "1:49 there is no type \"Bs\"; did you mean \"B\"?"),
        Case(
            "type A @model { x: [[Int]] y: [[Int]!]! }",
            "1:21 a list of lists is not stored; put the inner one into a type, or use AWSJSON",
            "1:32 a list of lists is not stored; put the inner one into a type, or use AWSJSON"),
        Case(
            "type A @model { x: I y: U z: N s: S } interface I { a: Int } union U = A input N { a: Int } scalar S",
            "1:20 \"I\" is an interface; a field has one type", "1:25 \"U\" is a union; a field has one type",
            "1:30 \"N\" is an input type; write a \"type\" for what is stored",
            "1:35 \"S\" is a scalar of its own, whose values are not known here; use String or AWSJSON"),
        Case(
            "type A @model { b: B bs: [B] } type B @model { a: C } type C { b: [B] }",
            "1:20 \"B\" is a model: write @belongsTo or @hasOne behind the type",
            "1:27 \"B\" is a model: write @hasMany, or @manyToMany(relationName:) on both sides, behind the type",
            "1:68 \"B\" is a model and cannot live inside \"C\"; hold its key instead"),
        Case(
            "type A @model { x: Int x: Int X: Int } type A { y: Int } enum E { V W V }",
            "1:24 A has a field \"x\" already, at schema.graphql:1:17",
            "1:31 \"X\" differs from \"x\" only in the case of its letters; the columns of SQLite are not case-sensitive",
            "1:45 the type \"A\" is defined already, at schema.graphql:1:6",
            "1:71 \"V\" is a value of E already, at schema.graphql:1:67"),
        Case(
            "type Post @model { x: Int } type post @model { x: Int }",
            "1:34 \"post\" differs from \"Post\" (schema.graphql:1:6) only in the case of its letters; the tables of SQLite are not case-sensitive"
        ),
        Case(
            "type A @model { _version: Int _deleted: Boolean _rivulet_x: Int __x: Int }",
            "1:17 \"_version\" is kept by the server for every record; leave it out",
            "1:31 \"_deleted\" is kept by the server for every record; leave it out",
            "1:49 names that begin with _rivulet are the server's own",
            "1:65 names that begin with two underscores belong to GraphQL itself"),
        Case(
            "type _Rivulet @model { x: Int } type __A { x: Int } type String { x: Int } type sqlite_a @model { x: Int } type Query @model { x: Int }",
            "1:6 names that begin with _rivulet are the server's own",
            "1:38 names that begin with two underscores belong to GraphQL itself",
            "1:58 \"String\" is a built-in scalar", "1:81 SQLite keeps table names that begin with sqlite_ for itself",
            "1:113 \"Query\" holds operations and cannot be a model"),
        Case(
            "type A @model { a: B! } type B { c: C! } type C { b: B! list: [C!]! }",
            "1:54 no value can end the circle B! → C! → B!; leave out one !"),
        Case("type A @model { a: B } type B { b: B! }", "1:36 no value can end the circle B! → B!; leave out one !"),
        Case(
            "type A @model type B @model { b: C } type C", "1:6 the type \"A\" has no fields",
            "1:43 the type \"C\" has no fields"),
        Case(
            "extend type A { x: Int } type B @model { x: Int } extend enum B { V }",
            "1:13 there is no type \"A\" to extend; did you mean \"B\"?",
            "1:63 \"B\" is defined with \"type\", at schema.graphql:1:31; write \"extend type\""),
        Case("type A { x: Int }", "1:6 the schema has no model: no type carries @model"),
        Case("", "1:1 the schema has no model: no type carries @model"),
        Case("# nothing", "1:1 the schema has no model: no type carries @model"),
        Case(
            "type A @model { id: ID! @default(value: \"x\") }",
            "1:17 \"id\" is the key, which no two records share: @default has no meaning here; an id that is left out is made by the server"
        ),
        Case(
            "type A @model { k: Int! @primaryKey @default(value: \"1\") }",
            "1:17 \"k\" is the key, which no two records share: @default has no meaning here"),
        Case(
            "type A @model { b: B! @hasOne } type B @model { a: A! @belongsTo }",
            "1:55 no record can begin the circle A → B → A: each must point at the next, which is not there yet; leave out one !"
        ),
        Case(
            "type A @model {\n  x Int\n  y: Int @shiny\n}", "2:5 expected \":\" and a type after \"x\", found \"Int\"",
            "3:10 there is no directive @shiny"),
    ]

    static let keys: [Case] = [
        Case(
            "type A @model { x: ID! @primaryKey(sortKeyFields: [\"yy\", \"x\", \"z\", \"l\", \"j\", \"b\"]) y: Int z: Int l: [Int]! j: AWSJSON! b: B } type B @model { q: Int }",
            "1:53 A has no field \"yy\"; did you mean \"y\"?", "1:59 \"x\" is in the key already",
            "1:64 a key is never null: write z: Int!",
            "1:69 \"l\" cannot be in a key: its type is [Int]!", "1:74 \"j\" cannot be in a key: its type is AWSJSON!",
            "1:123 \"B\" is a model: write @belongsTo or @hasOne behind the type"),
        Case("type A @model { x: ID! @primaryKey y: ID! @primaryKey }", "1:43 A has a primary key already"),
        Case("type A @model { x: Int @primaryKey }", "1:17 a key is never null: write x: Int!"),
        Case("type A @model { id: B! } type B { x: Int }", "1:17 \"id\" cannot be in a key: its type is B!"),
        Case(
            "type A @model { x: Int @index(name: \"i\", sortKeyFields: [\"y\", \"x\"]) z: B @index(name: \"I\") l: [Int] @index(name: \"l\") w: Int @index(name: \"a b\") } type B { q: Int }",
            "1:59 A has no field \"y\"; did you mean \"x\"?", "1:64 \"x\" is in the index already",
            "1:88 A has an index \"i\" already, at schema.graphql:1:38",
            "1:92 \"l\" cannot be in an index: its type is [Int]",
            "1:140 \"a b\" cannot be the name of an index"),
        Case(
            "type A @model { z: B @index(name: \"i\") } type B { q: Int }",
            "1:17 an embedded object cannot be in an index"),
        Case(
            "type A @model { x: Int @index(name: \"i\", sortKeyFields: [\"b\"]) b: B @belongsTo } type B @model { q: Int }",
            "1:59 \"b\" is a relation (@belongsTo) and holds no value; name the field of its key"),
    ]

    static let relations: [Case] = [
        Case(
            "type A @model { b: [B] @hasMany(indexName: \"byA\", fields: [\"id\"]) c: [B] @hasMany(indexName: \"byC\") } type B @model { aID: ID @index(name: \"byAA\") }",
            "1:45 B has no index \"byA\"; did you mean \"byAA\"?",
            "1:95 B has no index \"byC\"; write @index(name: \"byC\") on the field that holds the key"
        ),
        Case(
            "type A @model { b: [B] @hasMany(indexName: \"x\") } type B @model { q: Int }",
            "1:45 B has no index \"x\"; write @index(name: \"x\") on the field that holds the key"),
        Case(
            "type A @model { b: [B] @hasMany(indexName: \"byA\", fields: [\"ghost\"]) } type B @model { aID: ID @index(name: \"byA\") }",
            "1:61 A has no field \"ghost\""),
        Case(
            "type A @model { b: [B] @hasMany(references: [\"ghost\"]) } type B @model { a: A @belongsTo(fields: [\"aid\"]) aID: ID }",
            "1:47 B has no field \"ghost\"", "1:100 B has no field \"aid\"; did you mean \"aID\"?"),
        Case(
            "type A @model { n: Int! @primaryKey b: [B] @hasMany(indexName: \"byA\") } type B @model { aID: ID @index(name: \"byA\") a: A @belongsTo(fields: [\"aID\"]) }",
            "1:65 A.n is Int!, and B.aID is ID: a key has the type of what it points at",
            "1:143 B.aID is ID, and A.n is Int!: a key has the type of what it points at"),
        Case(
            "type A @model { id: ID! @primaryKey(sortKeyFields: [\"n\"]) n: Int! b: [B] @hasMany(indexName: \"byA\") } type B @model { aID: ID @index(name: \"byA\") a: A @belongsTo(fields: [\"aID\"]) }",
            "1:95 the index \"byA\" of B has 1 of the 2 fields needed", "1:173 the key of A has 2 fields: \"id\", \"n\""
        ),
        Case(
            "type A @model { b: B @hasMany c: [B] @belongsTo d: Int @hasOne e: Nope @belongsTo f: C @hasOne } type B @model { q: Int } type C { r: Int }",
            "1:20 @hasMany leads to many records: write the type as [B]",
            "1:35 @belongsTo leads to one record: write the type as B",
            "1:52 @hasOne leads to a model, and \"Int\" is none", "1:67 there is no type \"Nope\"",
            "1:86 @hasOne leads to a model, and \"C\" is none"),
        Case(
            "type A @model { b: B @hasOne @belongsTo @default(value: \"x\") l: [[B]] @hasMany } type B @model { q: Int }",
            "1:30 a field has one relation; A.b has @hasOne already",
            "1:41 @default has no meaning on a relation; write it on the field that holds the key",
            "1:66 a relation is a list of records, not of lists"),
        Case(
            "type A @model { x: [B] @hasMany y: [B] @hasMany } type B @model { a: A @belongsTo }",
            "1:72 which side is meant (A.x, A.y)? write fields: with the key, and references: on the other side"),
        Case(
            "type A @model { x: [B] @hasMany } type B @model { pID: ID qID: ID p: A @belongsTo(fields: [\"pID\"]) q: A @belongsTo(fields: [\"qID\"]) }",
            "1:24 which key of B is meant? write references: with the fields of one (pID or qID)"),
        Case(
            "type A @model { x: [B] @hasMany(indexName: \"i\", references: [\"aID\"]) } type B @model { aID: ID @index(name: \"i\") }",
            "1:49 \"references\" stands alone: it names the key already"),
        Case(
            "type A @model { x: [B] @hasMany(fields: [\"id\"]) } type B @model { aID: ID }",
            "1:24 \"fields\" alone compares with the key of B, which belongs to one record; write indexName: and the @index of the field that holds the key"
        ),
        Case(
            "type A @model { x: [B] @hasMany } type B @model { aXid: Int aXId: [ID] }",
            "1:24 @hasMany of \"x\" keeps its key in B.aXId, which is [ID] and not ID!",
            "1:61 \"aXId\" differs from \"aXid\" only in the case of its letters; the columns of SQLite are not case-sensitive"
        ),
        Case(
            "type A @model { x: [B] @hasMany } type B @model { AXID: Int }",
            "1:24 @hasMany of \"x\" needs a field \"aXId\" in B, where \"AXID\" has that name; name its key yourself with fields: or references:"
        ),

        // @manyToMany
        Case(
            "type A @model { b: [B] @manyToMany(relationName: \"AB\") } type B @model { q: Int }",
            "1:51 \"AB\" has one side: B needs a field of the type [A] with @manyToMany(relationName: \"AB\")"),
        Case(
            "type A @model { a: [A] @manyToMany(relationName: \"AA\") c: [A] @manyToMany(relationName: \"AA\") }",
            "1:90 \"AA\" joins A with itself, so its two keys would have one name; write the join model with two @belongsTo yourself"
        ),
        Case(
            "type A @model { b: [B] @manyToMany(relationName: \"B\") } type B @model { a: [A] @manyToMany(relationName: \"B\") }",
            "1:51 the join model \"B\" has the name of a type, at schema.graphql:1:62"),
        Case(
            "type A @model { b: [C] @manyToMany(relationName: \"AB\") } type B @model { a: [A] @manyToMany(relationName: \"AB\") } type C @model { a: [A] @manyToMany(relationName: \"AB\") }",
            "1:21 \"AB\" joins A and B: the type here is [B]",
            "1:165 \"AB\" has two sides already; each @manyToMany has a relationName of its own"),
        Case(
            "type A @model { b: [B] @manyToMany(relationName: \"a b\") } type B @model { a: [A] @manyToMany(relationName: \"a b\") }",
            "1:51 \"a b\" cannot be the name of a model"),
        Case(
            "type A @model { b: [B] @manyToMany } type B @model { q: Int }",
            "1:24 @manyToMany needs the argument \"relationName\""),
    ]

    @Test func refusesABadExpression() {
        let result = load("type A @model { x: String @validate(type: matches, value: \"[a\") }")
        #expect(result.schema == nil)
        #expect(result.diagnostics.map { "\($0.line):\($0.column)" } == ["1:60"])
    }

    @Test func tellsAtMostSoManyErrors() {
        let fields = (0..<500).map { "f\($0): Nope" }.joined(separator: " ")
        #expect(load("type A @model { \(fields) }").diagnostics.count == Parser.maxErrors)
    }
}
