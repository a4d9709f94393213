import DataStore
import Testing

/// Long, wide and deep predicates: refused past the bounds, and held by SQLite within them.
@Suite("Predicates at their bounds")
struct PredicateBoundsTests {
    @Test("64 levels are read, 65 are not; a text of nothing but nesting is a fault")
    func depth() {
        let nestings: [(open: String, inner: String, close: String)] = [
            ("(", "i == 5", ")"), ("!", "i == 5", ""), ("not ", "i == 5", ""), ("{\"not\":", "{\"i\":{\"eq\":5}}", "}"),
            ("{\"and\":[", "{\"i\":{\"eq\":5}}", "]}"),
        ]
        for (open, inner, close) in nestings {
            func nested(_ levels: Int) -> String {
                String(repeating: open, count: levels) + inner + String(repeating: close, count: levels)
            }
            #expect(PredicateFixture.faults(nested(64)).isEmpty, "\(open)")
            #expect(PredicateFixture.faults(nested(65)).first?.detail.contains("64") == true, "\(open)")
            let endless = String(repeating: open, count: 64 * 1024 / open.utf8.count)
            #expect(PredicateFixture.faults(endless).first?.detail.contains("64") == true, "\(open)")
        }
        let path = String(repeating: "{\"nope\":", count: 8000)
        #expect(!PredicateFixture.faults(path).isEmpty)
        #expect(!PredicateFixture.faults(String(repeating: "a.", count: 30_000)).isEmpty)
    }

    @Test("64 KiB are read, more are not")
    func length() {
        let frame = "s == ''"
        let longest = "s == '" + String(repeating: "x", count: 64 * 1024 - frame.utf8.count) + "'"
        #expect(PredicateFixture.faults(longest).isEmpty)
        #expect(PredicateFixture.faults(longest + " ").first?.column == 1)
    }

    @Test("10 000 literals are read, more are not")
    func literals() {
        let most = repeatElement("1", count: 10_000).joined(separator: ",")
        #expect(PredicateFixture.faults("i.in(\(most))").isEmpty)
        #expect(PredicateFixture.faults("{\"i\":{\"in\":[\(most)]}}").isEmpty)
        #expect(PredicateFixture.faults("i.in(\(most),1)").first?.detail.contains("10000") == true)
        #expect(PredicateFixture.faults("{\"i\":{\"in\":[\(most),1]}}").first?.detail.contains("10000") == true)
    }

    @Test(
        "SQLite takes the widest",
        arguments: [
            ("Thing", "i==#", "||"), ("Thing", "i!=#", "&&"), ("Thing", "!(i<#)", "||"),
            ("Thing", "s.beginsWith('#')", "||"), ("Thing", "s.contains('#')", "&&"),
            ("Thing", "!(f.between(#,#))", "&&"), ("Thing", "address.zip!=#", "||"),
            ("Thing", "nums.contains(#)", "||"),
            ("Thing", "true", "||"), ("Comment", "post.title=='#'", "||"), ("Comment", "post.author.name!='#'", "&&"),
        ])
    func widest(model: String, term: String, sign: String) throws {
        var text = ""
        var number = 1
        while true {
            let next = (text.isEmpty ? "" : sign) + term.replacing("#", with: "\(number)")
            if text.utf8.count + next.utf8.count > 64 * 1024 { break }
            text += next
            number += 1
        }
        let definition = try #require(PredicateFixture.schema.model(named: model))
        let predicate = try PredicateFixture.predicate(text, for: definition)
        let connection = try PredicateFixture.database()
        try connection.execute("INSERT INTO \"\(model)\" (\"id\", \"_version\") VALUES ('a', 1)")
        for form in [predicate, predicate.normalized] {
            let query = SQL("SELECT count(*) FROM \"\(model)\" WHERE ") + form.sql(alias: model)
            let matches = try connection.integer(query) == 1
            let record = Record(
                model: definition, values: definition.fields.map { $0.name == "id" ? .text("a") : .null })
            #expect(matches == CompiledPredicate(form).matches(record))
        }
    }

    @Test("10 000 values in one list")
    func longList() throws {
        let values = (0..<10_000).map { String($0, radix: 36) }.joined(separator: "','")
        let predicate = try PredicateFixture.predicate("s.in('\(values)')").normalized
        let connection = try PredicateFixture.database()
        try connection.execute("INSERT INTO \"Thing\" (\"id\", \"s\") VALUES ('a', '7pr'), ('b', '7ps'), ('c', NULL)")
        let query = Query(PredicateFixture.thing, where: predicate)
        #expect(try connection.integer(query.count) == 1)
    }
}
