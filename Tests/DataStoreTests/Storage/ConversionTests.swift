import DataStore
import Testing

/// What becomes of a value when the type of its field changes, everywhere that a value can stand.
@Suite("Conversion")
struct ConversionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let old: String
        let new: String
        /// As SQL writes it.
        let value: String
        /// As the column holds it then.
        let kept: String
        /// What the plan says behind the types; nil when the step is additive.
        let says: String?

        init(_ old: String, _ new: String, _ value: String, _ kept: String, _ says: String? = "; every value fits") {
            (self.old, self.new, self.value, self.kept, self.says) = (old, new, value, kept, says)
        }

        var testDescription: String { "\(old) → \(new): \(value)" }
    }

    static let lost = "; 1 record loses its value"
    static let partly = "; 1 record loses its value or a part of it"

    static let cases: [Case] = [
        Case("Int", "Float", "9007199254740992", "9.00719925474099e+15", nil),
        Case("Int", "Float", "9007199254740993", "NULL", lost),
        Case("Int", "Float", "9223372036854775807", "NULL", lost),
        Case("AWSTimestamp", "Float", "9007199254740993", "NULL", lost),
        Case("[Int]", "[Float]", "'[1,9007199254740993]'", "[1]", partly),
        Case("[Int]", "[Float]", "'[1,2]'", "[1,2]", nil),
        Case("Float", "Int", "2.0", "2"),
        Case("Float", "Int", "2.5", "NULL", lost),
        Case("Int", "String", "5", "5"),
        Case("Float", "String", "1.5", "1.5"),
        Case("Boolean", "String", "1", "true"),
        Case("String", "Int", "'5'", "5"),
        Case("String", "Int", "'x'", "NULL", lost),
        Case("String", "Float", "'9007199254740993'", "NULL", lost),
        Case("String", "Boolean", "'true'", "1"),
        Case("Int", "Boolean", "1", "NULL", lost),
        Case("String", "AWSEmail", "'a@b.c'", "a@b.c"),
        Case("String", "AWSEmail", "'no'", "NULL", lost),
        Case("AWSEmail", "String", "'a@b.c'", "a@b.c", nil),
        Case("String", "E", "'X'", "X"),
        Case("String", "E", "'Z'", "NULL", lost),
        Case("E", "String", "'X'", "X", nil),
        Case("AWSDate", "AWSDateTime", "'2020-01-01'", "2020-01-01T00:00:00.000000000Z"),
        Case("AWSDateTime", "AWSDate", "'2020-01-01T00:00:00.000000000Z'", "2020-01-01"),
        Case("AWSDateTime", "AWSDate", "'2020-01-01T00:00:01.000000000Z'", "NULL", lost),
        Case("AWSDateTime", "AWSTimestamp", "'1970-01-01T00:01:00.000000000Z'", "60"),
        Case("AWSTimestamp", "AWSDateTime", "60", "1970-01-01T00:01:00.000000000Z"),
        Case("AWSDateTime", "String", "'2020-01-01T00:00:00.000000000Z'", "2020-01-01T00:00:00.000Z"),
        Case("String", "AWSDateTime", "'2020-01-01T01:00+01:00'", "2020-01-01T00:00:00.000000000Z"),
        Case("String", "AWSDateTime", "'2020-01-01'", "NULL", lost),
        Case("String", "[String]", "'x'", "[\"x\"]"),
        Case("[String]", "String", "'[\"x\"]'", "x"),
        Case("[String]", "String", "'[\"x\",\"y\"]'", "NULL", lost),
        Case("[String]", "[String!]", "'[\"x\",null]'", "[\"x\"]", partly),
        Case("[String]", "[Int]", "'[\"1\",\"x\"]'", "[1]", partly),
        Case("String", "AWSJSON", "'x'", "\"x\""),
        Case("AWSJSON", "String", "'{\"a\":1}'", "{\"a\":1}"),
        Case("N", "AWSJSON", "'{\"a\":1}'", "{\"a\":1}"),
        Case("AWSJSON", "N", "'{\"a\":1}'", "{\"a\":1}"),
        Case("AWSJSON", "N", "'{\"a\":1,\"b\":2}'", "{\"a\":1}", partly),
        Case("AWSJSON", "N", "'[1]'", "NULL", partly),
        Case("[Int]", "AWSJSON", "'[1]'", "[1]"),
    ]

    @Test("types of fields", arguments: cases)
    func type(_ test: Case) throws {
        let types = " type N { a: Int } enum E { X Y }"
        try migrate(
            "type A @model { id: ID! n: \(test.old) }" + types, "type A @model { id: ID! n: \(test.new) }" + types,
            value: test.value, kept: test.kept,
            plan: [
                (test.says == nil ? "+" : "!") + " change field A.n from \(test.old) to \(test.new)\(test.says ?? "")"
            ])
    }

    struct Inner: Sendable, CustomTestStringConvertible {
        let old: String
        let new: String
        let field: String
        let value: String
        let kept: String
        let plan: [String]
        var testDescription: String { old + " → " + new }
    }

    static let inner: [Inner] = [
        Inner(
            old: "type N { a: Int }", new: "type N { a: String }", field: "N", value: "'{\"a\":1}'",
            kept: "{\"a\":\"1\"}", plan: ["! change embedded field N.a from Int to String"]),
        Inner(
            old: "type N { a: String }", new: "type N { a: Int }", field: "N", value: "'{\"a\":\"x\"}'",
            kept: "{\"a\":null}",
            plan: [
                "! A.n: 1 record loses its value or a part of it", "! change embedded field N.a from String to Int",
            ]),
        Inner(
            old: "type N { a: Int }", new: "type N { a: Float }", field: "N", value: "'{\"a\":9007199254740993}'",
            kept: "{\"a\":null}",
            plan: ["! A.n: 1 record loses its value or a part of it", "+ change embedded field N.a from Int to Float"]),
        Inner(
            old: "type N { a: Int }", new: "type N { a: Int c: Int! }", field: "N", value: "'{\"a\":1}'", kept: "NULL",
            plan: ["! A.n: 1 record loses its value or a part of it", "! add embedded field N.c: Int!"]),
        Inner(
            old: "type N { a: Int }", new: "type N { a: Int c: Int! }", field: "N!", value: "'{\"a\":1}'",
            kept: "rejected",
            plan: [
                "! A.n: 1 record has no value for N!, such as A \"a\"; give the field a @default or leave out the !",
                "! add embedded field N.c: Int!",
            ]),
        Inner(
            old: "type N { a: Int }", new: "type N { c: Int a: Int }", field: "[N!]", value: "'[{\"a\":1}]'",
            kept: "[{\"c\":null,\"a\":1}]", plan: ["+ add embedded field N.c: Int"]),
        Inner(
            old: "type N { a: Int b: Int }", new: "type N { b: Int }", field: "N", value: "'{\"a\":1,\"b\":2}'",
            kept: "{\"b\":2}", plan: ["! drop embedded field N.a and its values"]),
        Inner(
            old: "type N { e: E es: [E!] } enum E { X Y }", new: "type N { e: E es: [E!] } enum E { X }", field: "N",
            value: "'{\"e\":\"Y\",\"es\":[\"X\",\"Y\"]}'", kept: "{\"e\":null,\"es\":[\"X\"]}",
            plan: ["! A.n: 1 record loses its value or a part of it", "! remove Y from enum E"]),
        Inner(
            old: "enum E { X Y }", new: "enum E { X }", field: "[E]", value: "'[\"X\",\"Y\",null]'",
            kept: "[\"X\",null]",
            plan: ["! A.n: 1 record loses its value or a part of it", "! remove Y from enum E"]),
    ]

    @Test("inside of values", arguments: inner)
    func inside(_ test: Inner) throws {
        let model = "type A @model { id: ID! n: \(test.field) } "
        try migrate(model + test.old, model + test.new, value: test.value, kept: test.kept, plan: test.plan)
    }

    /// Puts a record of the value in, plans, and migrates as far as the plan lets; `kept` is what the column holds then,
    /// `rejected` when the records do not fit.
    private func migrate(_ old: String, _ new: String, value: String, kept: String, plan: [String]) throws {
        let folder = TemporaryFolder()
        let path = folder.file("test.db")
        _ = try Database(path: path, schema: TestStore.schema(old), policy: .additiveOnly)
        let outsider = try Connection(path: path)
        try outsider.execute("INSERT INTO A(id,n) VALUES('a',\(value))")
        let schema = try TestStore.schema(new)
        #expect(try Database.plan(path: path, schema: schema).lines == plan)
        if kept == "rejected" {
            #expect(throws: Database.OpenFailure.self) {
                try Database(path: path, schema: schema, policy: .allowDestructive)
            }
            #expect(try outsider.text("SELECT n FROM A")?.string.isEmpty == false)
            return
        }
        let isDestructive = plan.contains { $0.hasPrefix("!") }
        if isDestructive {
            #expect(throws: Database.OpenFailure.self) {
                try Database(path: path, schema: schema, policy: .additiveOnly)
            }
        }
        let database = try Database(
            path: path, schema: schema, policy: isDestructive ? .allowDestructive : .additiveOnly)
        #expect(database.plan.lines == plan)
        #expect(try outsider.text("SELECT coalesce(n,'NULL') FROM A")?.string == kept)
        // It is a value of the new schema: what is read can be written.
        let store = try Store(database)
        defer { store.close() }
        let model = try #require(schema.models.first)
        let record = try #require(try store.record(model, Key(["a"])))
        var writer = JSONWriter()
        RecordWriter(model).write(record, to: &writer)
        let body = try JSONReader.read(Text(String(decoding: writer.bytes, as: UTF8.self)))
        #expect(throws: Never.self) {
            try RecordReader(model).replace(from: body, key: record.key, existing: record, now: .now)
        }
    }
}
