import DataStore
import Testing

@Suite("Predicates as text")
struct PredicateParsingTests {
    /// A text, and the Swift spelling of what it must mean.
    @Test(
        "both spellings, in normal form",
        arguments: [
            ("true", "true"),
            ("{}", "true"),
            ("{\"and\":[]}", "true"),
            ("{\"or\":[]}", "false"),
            ("i == 5", "i == 5"),
            ("i.eq(5)", "i == 5"),
            ("{\"i\":{\"eq\":5}}", "i == 5"),
            ("i==5.0", "i == 5"),
            ("i == 50e-1", "i == 5"),
            ("i == 5.5", "false"),
            ("i != 5.5", "true"),
            ("i > 5.5", "i >= 6"),
            ("i >= 5.5", "i >= 6"),
            ("i < 5.5", "i <= 5"),
            ("i < -5.5", "i <= -6"),
            ("i > -0.5", "i >= 0"),
            ("i < 1e300", "i != null"),
            ("i > 1e300", "false"),
            ("i.between(0.5, 2.5)", "i <= 2 && i >= 1"),
            ("i.between(2, 1)", "false"),
            ("i < -9223372036854775808", "false"),
            ("i == 9007199254740993.0", "i == 9007199254740993"),
            ("i <= 9007199254740992.5", "i <= 9007199254740992"),
            ("f == 9007199254740993", "false"),
            // 2^62 as it is, as JSON prints it here, and as JavaScript does.
            ("f == 4611686018427387904", "f == 4.611686018427388e+18"),
            ("f == 4.611686018427388e18", "f == 4.611686018427388e+18"),
            ("f >= 4611686018427388000", "f >= 4.611686018427388e+18"),
            ("f == -4611686018427388000", "f == -4.611686018427388e+18"),
            ("f == 4611686018427388001", "false"),
            ("f > 9007199254740993", "f >= 9.007199254740994e+15"),
            ("f < 9223372036854775807", "f <= 9.223372036854775e+18"),
            ("f == -0", "f == 0.0"),
            ("i == 5 or i == 6 || i.in(7)", "i.in(5, 6, 7)"),
            ("i != 5 and not(i == 6)", "i.notIn(5, 6)"),
            ("not (i != 5)", "i == 5"),
            ("!!(s == 'a')", "s == \"a\""),
            ("i.in(5, 6) && i.in(6, 7)", "i == 6"),
            ("i.in(5, 6) || i.notIn(6, 7)", "i != 7"),
            ("i == 5 or i != 5", "true"),
            ("i == 5 && i != 5", "false"),
            ("i > 5 && !(i > 5)", "false"),
            ("b == true || b == false", "b != null"),
            ("s.beginsWith(\"\")", "s != null"),
            ("s == null", "s == null"),
            ("s.attributeExists()", "s != null"),
            ("s.attributeExists(false)", "s == null"),
            ("j.eq(null)", "j == null"),
            ("s == 'it\\'s \"here\"'", "s == \"it's \\\"here\\\"\""),
            ("s == \"\\u00e9\\uD83D\\uDE00\\/\"", "s == \"é😀/\""),
            ("`and` == 1", "`and` == 1"),
            ("{\"`and`\":{\"eq\":1}}", "`and` == 1"),
            ("address.geo.lat > 1", "address.geo.lat > 1.0"),
            ("address.geo.eq > 1", "address.geo.eq > 1.0"),
            ("{\"address\":{\"geo\":{\"eq\":{\"gt\":1}}}}", "address.geo.eq > 1.0"),
            ("{\"address\":{\"geo\":{\"eq\":null}}}", "address.geo == null"),
            ("{\"i\":{\"ge\":5,\"lt\":11},\"b\":{\"eq\":true}}", "b == true && i <= 10 && i >= 5"),
            ("dt == \"2026-01-01T01:00+01:00\"", "dt == \"2026-01-01T00:00:00.000000000Z\""),
            ("t == \"08:00+01:00\"", "t == \"07:00:00.000000000\""),
            ("tags.contains(\"x\")", "tags.contains(\"x\")"),
            ("nums.contains(5.5)", "false"),
            ("!(nums.contains(5.0))", "nums.notContains(5)"),
            ("email.contains(\"@\")", "email.contains(\"@\")"),
            ("_version >= 2", "_version >= 2"),
            ("i == 5 || i == 10 && b == true", "(b == true && i == 10) || i == 5"),
        ])
    func meaning(text: String, normal: String) throws {
        let predicate = try PredicateFixture.predicate(text).normalized
        let printed = predicate.description
        #expect(printed == normal || printed == "(\(normal))")
        #expect(try PredicateFixture.predicate(normal).normalized == predicate)
    }

    /// A text, the column of its first fault, and what the fault names.
    @Test(
        "what is refused, and where",
        arguments: [
            ("", 1, "expected"),
            ("   ", 4, "expected"),
            ("nope == 1", 1, "nope"),
            ("S == \"a\"", 1, "\"s\""),
            ("emial == 'a'", 1, "\"email\""),
            ("i == ", 6, "value"),
            ("i = 5", 3, "=="),
            ("i == 5 i == 6", 8, "complete"),
            ("i == 5 & b == true", 8, "&&"),
            ("i == 5)", 7, "complete"),
            ("(i == 5", 1, "never closed"),
            ("i == \"5\"", 6, "number"),
            ("s == 5", 6, "text"),
            ("b == 1", 6, "true or false"),
            ("b < true", 3, "lt"),
            ("color == \"REF\"", 10, "\"RED\""),
            ("color.contains(\"R\")", 7, "contains"),
            ("i.contains(5)", 3, "contains"),
            ("i < null", 5, "null"),
            ("i.in(1, null)", 9, "null"),
            ("s.beginsWith()", 3, "one value"),
            ("i.between(1)", 3, "two values"),
            ("s.attributeExists(1)", 19, "true or false"),
            ("s.begnsWith('a')", 3, "beginsWith"),
            ("s.length == 1", 3, "length"),
            ("s == 'é' && nope == 1", 13, "nope"),
            ("s == 'a", 6, "quote"),
            ("s == 'a\nb'", 8, "control"),
            ("s == 'a\\q'", 8, "escape"),
            ("s == '\\uD800'", 7, "surrogate"),
            ("s == '\\u0000'", 7, "U+0000"),
            ("i == 01", 6, "number"),
            ("i == 1e400", 6, "largest"),
            ("i == +5", 6, "+"),
            ("i == .5", 6, "value"),
            ("i == five", 6, "quotes"),
            ("5 == i", 1, "field"),
            ("d == '2026-02-30'", 6, "date"),
            ("dt == '2026-01-01T00:00:00'", 7, "offset"),
            ("t == '25:00'", 6, "time"),
            ("places.city == 'a'", 8, "list"),
            ("address == 'a'", 9, "eq"),
            ("address.nope == 1", 9, "nope"),
            ("tags == 'x'", 6, "contains"),
            ("places.contains('a')", 8, "contains"),
            ("and == 1", 1, "field"),
            ("[]", 1, "["),
            ("😀 == 1", 1, "😀"),
            ("{", 2, "name"),
            ("{\"nope\":{\"eq\":1}}", 2, "nope"),
            ("{\"i\":5}", 6, "object"),
            ("{\"i\":{\"equals\":5}}", 7, "equals"),
            ("{\"i\":{\"eq\":\"5\"}}", 12, "number"),
            ("{\"i\":{\"in\":5}}", 12, "list"),
            ("{\"i\":{\"eq\":5},\"i\":{\"eq\":6}}", 15, "twice"),
            ("{\"and\":{\"i\":{\"eq\":5}}}", 8, "["),
            ("{\"s\":{\"eq\":'a'}}", 12, "'"),
            ("{} {}", 4, "complete"),
            ("{\"i\":{\"eq\":5},}", 15, "name"),
        ])
    func refusal(text: String, column: Int, word: String) {
        let faults = PredicateFixture.faults(text)
        #expect(faults.first?.column == column, "\(faults)")
        #expect(faults.first?.detail.contains(word) == true, "\(faults)")
    }

    @Test("all faults of meaning at once, in the order of the text")
    func manyFaults() {
        let faults = PredicateFixture.faults("nope == 1 && i == 'x' && (color == 'PINK' || tags > 1)")
        #expect(faults.map(\.column) == [1, 19, 36, 51])
        let json = PredicateFixture.faults(
            "{\"nope\":{\"eq\":[1]},\"i\":{\"eq\":\"x\",\"near\":1},\"b\":{\"eq\":null}}")
        #expect(json.map(\.column) == [2, 30, 34])
        do throws(PredicateFaults) {
            _ = try Predicate.parse("nope == 1", for: PredicateFixture.thing, in: PredicateFixture.schema)
        } catch {
            #expect(error.faults(parameter: "if").map(\.place) == [.parameter("if", column: 1)])
        }
    }

    @Test(
        "relations",
        arguments: [
            ("post.title == 'a'", "post.title == \"a\""),
            ("post.author.name != 'a'", "post.author.name != \"a\""),
            ("{\"post\":{\"author\":{\"name\":{\"ne\":\"a\"}}}}", "post.author.name != \"a\""),
            (
                "{\"post\":{\"or\":[{\"title\":{\"eq\":\"a\"}},{\"authorID\":{\"eq\":\"b\"}}]}}",
                "(post.authorID == \"b\" || post.title == \"a\")"
            ),
        ])
    func relations(text: String, normal: String) throws {
        let predicate = try PredicateFixture.predicate(text, for: PredicateFixture.comment).normalized
        #expect(predicate.description == normal)
    }

    @Test(
        "relations that are refused",
        arguments: [
            ("post == 'a'", 1, "post.id"), ("post.author != null", 1, "post.author.id"), ("post.nope == 1", 6, "Post"),
            ("post.comments == null", 6, "@hasMany"), ("{\"post\":{\"eq\":\"a\"}}", 10, "post.id"),
        ])
    func refusedRelations(text: String, column: Int, word: String) {
        let faults = PredicateFixture.faults(text, for: PredicateFixture.comment)
        #expect(faults.map(\.column) == [column])
        #expect(faults.first?.detail.contains(word) == true, "\(faults)")
    }

    @Test("what is read")
    func reads() throws {
        let predicate = try PredicateFixture.predicate(
            "post.author.name == 'a' || text == 'b'", for: PredicateFixture.comment)
        #expect(predicate.models == ["Comment", "Post", "Author"])
        #expect(
            predicate.readFields == [
                .init(model: "Comment", place: 2), .init(model: "Post", place: 2), .init(model: "Author", place: 1),
                .init(model: "Comment", place: 1),
            ])
        #expect(predicate.crossesRelations)
        #expect(Predicate.all.models.isEmpty)
    }

    /// U+212A is another character than K, though Unicode holds them for equivalent and SQLite does not.
    @Test("names are compared byte for byte")
    func kelvin() throws {
        let schema = try #require(
            load("type Kin @model { id: ID! K: Key } type Key { K: Int } type Kid @model { kin: Kin @belongsTo }")
                .schema)
        #expect(schema.model(named: "\u{212A}in") == nil)
        let kin = try #require(schema.model(named: "Kin"))
        #expect(kin.place(of: "\u{212A}") == nil && kin.place(of: "K") == 1)
        for (text, isKnown) in [(#"{"K":{"K":{"eq":1}}}"#, true), ("{\"K\":{\"\u{212A}\":{\"eq\":1}}}", false)] {
            #expect(PredicateFixture.faults(text, for: kin).isEmpty == isKnown, "\(text)")
        }
    }
}
