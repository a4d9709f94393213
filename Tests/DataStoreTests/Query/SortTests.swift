import DataStore
import Testing

@Suite("Sort and fields")
struct SortTests {
    @Test(
        "what is read",
        arguments: [
            ("i", "i,id"), ("-i,s", "-i,s,id"), ("-id", "-id"), ("id,i", "id,i"),
            ("color,b,_version", "color,b,_version,id"),
            ("s,i,f,b,d,t,dt,ts", "s,i,f,b,d,t,dt,ts,id"),
        ])
    func sorts(text: String, canonical: String) throws {
        #expect(try Sort.parse(text, for: PredicateFixture.thing).canonical == canonical)
    }

    /// A text, the columns of its faults, and what the first one names.
    @Test(
        "what is refused",
        arguments: [
            ("nope", [1], "nope"), ("tags", [1], "tags"), ("address", [1], "address"), ("-nope", [1], "nope"),
            ("j", [1], "AWSJSON"), ("s,,i", [3], "expected"), ("--s", [1], "-s"), ("S", [1], "\"s\""),
            ("s desc", [1], "s desc"), ("s,i,f,b,d,t,dt,ts,email", [1], "8"), ("s,-s", [3], "twice"),
            ("", [1], "expected"),
            ("é,i,nope", [1, 5], "é"),
        ])
    func refusedSorts(text: String, columns: [Int], word: String) {
        do throws(Faults) {
            _ = try Sort.parse(text, for: PredicateFixture.thing)
            Issue.record("\(text) was taken")
        } catch {
            #expect(error.faults.map(\.place) == columns.map { .parameter("sort", column: $0) })
            #expect(error.faults.first?.detail.contains(word) == true, "\(error.faults)")
        }
    }

    @Test("a relation is no field to sort by")
    func relation() {
        #expect(throws: Faults.self) { try Sort.parse("post", for: PredicateFixture.comment) }
    }

    @Test("times of day that are equal leave the order to the key")
    func times() throws {
        let model = PredicateFixture.thing
        func record(_ id: String, _ time: String) -> Record {
            Record(
                model: model,
                values: model.fields.map {
                    $0.name == "id" ? .text(Text(id)) : $0.name == "t" ? .text(Text(time)) : .null
                })
        }
        let rows = [
            record("b", "07:00:00.000000000"), record("a", "07:00:00.000000000Z"), record("c", "06:59:00.000000000Z"),
        ]
        let sort = try Sort.parse("-t", for: model)
        #expect(rows.sorted(by: sort.precedes).map(\.key.values) == [[.text("a")], [.text("b")], [.text("c")]])
    }

    @Test("fields keep the key and _version, in the order of the SDL")
    func fields() throws {
        let model = PredicateFixture.thing
        let names = try Projection.parse("tags,i", for: model).places.map { model.fields[$0].name }
        #expect(names == ["id", "i", "tags", "_version"])
    }

    @Test(
        "fields that are refused",
        arguments: [
            ("nope", 1, "nope"), ("s,nope", 3, "nope"), ("s,,i", 3, "expected"), ("s,s", 3, "twice"),
            ("titel", 1, "titel"),
        ])
    func refusedFields(text: String, column: Int, word: String) {
        do throws(Faults) {
            _ = try Projection.parse(text, for: PredicateFixture.thing)
            Issue.record("\(text) was taken")
        } catch {
            #expect(error.faults.map(\.place) == [.parameter("fields", column: column)])
            #expect(error.faults.first?.detail.contains(word) == true)
        }
    }

    /// A predicate, and what SQLite does with it.
    @Test(
        "plain comparisons use an index",
        arguments: [
            ("i > 5", "things_i (i>?)"), ("i == 5", "things_i (i=?)"), ("i.in(5, 6, 7)", "things_i (i=?)"),
            ("i.between(1, 2)", "things_i (i>? AND i<?)"), ("s.beginsWith('post')", "things_s (s>? AND s<?)"),
            ("i == null", "things_i (i=?)"), ("not (i > 5)", "things_i (i<?)"),
            ("i == 5 || s == 'a'", "MULTI-INDEX OR"),
        ])
    func plans(text: String, step: String) throws {
        let connection = try PredicateFixture.database()
        let predicate = try PredicateFixture.predicate(text)
        for form in [predicate, predicate.normalized] {
            let sql = SQL("SELECT \"id\" FROM \"Thing\" WHERE ") + form.sql(alias: "Thing")
            #expect(try PredicateFixture.plan(sql, connection).contains(step), "\(sql.text)")
        }
    }
}
