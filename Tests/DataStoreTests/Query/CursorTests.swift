import DataStore
import Testing

@Suite("Cursors")
struct CursorTests {
    private static let thing = PredicateFixture.thing

    private static func query(
        _ sort: String, where text: String = "true", of model: ModelDefinition = thing
    ) throws -> Query {
        let predicate = try PredicateFixture.predicate(text, for: model)
        return Query(model, where: predicate, sort: try Sort.parse(sort, for: model), limit: 3)
    }

    private static func record(_ values: [String: Value]) -> Record {
        Record(model: thing, values: thing.fields.map { values[$0.name] ?? .null })
    }

    private static let row = record([
        "id": .text("a/\u{301}"), "i": .int(.min), "f": .double(1e300), "b": .bool(true), "s": .text(""),
        "t": .text("07:00:00.000000000Z"),
    ])

    @Test("a token gives back the place that made it")
    func roundTrip() throws {
        let query = try CursorTests.query("-i,f,b,s,t,d")
        let cursor = try query.cursor(from: query.token(after: CursorTests.row))
        let wanted: [Value] = [
            .int(.min), .double(1e300), .bool(true), .text(""), .text("07:00:00.000000000"), .null, .text("a/\u{301}"),
        ]
        #expect(cursor.values == wanted)
    }

    @Test("the same query in other words takes the token")
    func sameMeaning() throws {
        let token = try CursorTests.query("i", where: "b == true && (i == 5 or i == 6)").token(after: CursorTests.row)
        let other = try CursorTests.query("i,id", where: "{\"i\":{\"in\":[6,5]},\"b\":{\"eq\":true}}")
        #expect(throws: Never.self) { try other.cursor(from: token) }
    }

    @Test(
        "another query refuses it",
        arguments: [("-i", "true"), ("s", "true"), ("id", "true"), ("i", "i == 5"), ("i,s", "true")])
    func foreign(sort: String, text: String) throws {
        let token = try CursorTests.query("i").token(after: CursorTests.row)
        expectFault(token, try CursorTests.query(sort, where: text))
        expectFault(token, try CursorTests.query("id", of: PredicateFixture.post))
    }

    @Test("every change of a character, every cut and every addition is refused")
    func altered() throws {
        let query = try CursorTests.query("i,s")
        let token = query.token(after: CursorTests.row)
        for (index, character) in token.enumerated() {
            var changed = Array(token)
            changed[index] = character == "A" ? "B" : "A"
            expectFault(String(changed), query)
            expectFault(String(token.prefix(index)), query)
            expectFault(String(token.dropFirst(index + 1)), query)
        }
        for bad in [token + "A", token + "=", "x", "null", "0", "😀", "AAAA", String(token.reversed())] {
            expectFault(bad, query)
        }
    }

    private func expectFault(_ token: String, _ query: Query) {
        do throws(Fault) {
            _ = try query.cursor(from: token)
            Issue.record("\(token) was taken")
        } catch {
            #expect(error.place == .parameter("nextToken", column: nil))
            #expect(error.detail.contains("nextToken"))
        }
    }

    /// A sort, and what SQLite does with the page behind a row.
    @Test(
        "pages use an index where one serves",
        arguments: [
            ("id", "SEARCH Thing USING INDEX sqlite_autoindex_Thing_1 (id>?)"),
            ("i", "SEARCH Thing USING INDEX things_i (i>?)"),
        ])
    func plan(sort: String, step: String) throws {
        let connection = try PredicateFixture.database()
        let query = try CursorTests.query(sort)
        let row = CursorTests.record(["id": .text("a"), "i": .int(5)])
        let next = query.after(try query.cursor(from: query.token(after: row)))
        #expect(try PredicateFixture.plan(next.select, connection).contains(step))
    }

    @Test("the default order reads the key, nothing else")
    func defaultSelect() throws {
        let model = PredicateFixture.author
        let query = Query(model, limit: 2)
        #expect(
            query.select.text
                == "SELECT \"Author\".\"id\", \"Author\".\"name\", \"Author\".\"_version\" FROM \"Author\""
                + " ORDER BY \"Author\".\"id\" LIMIT ?")
        let row = Record(model: model, values: [.text("a"), .null, .int(1)])
        let next = query.after(try query.cursor(from: query.token(after: row)))
        #expect(next.select.text.contains(" WHERE \"Author\".\"id\" > ? ORDER BY"))
        #expect(next.select.bindings == [.text("a"), .int(3)])
    }
}
