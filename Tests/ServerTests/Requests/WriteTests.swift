import DataStore
import Testing

/// Writes of records (protocol §2), each row against a server of its own with the same records.
@Suite struct WriteTests {
    private static let isoTime = "2026-11-30T15:04:05.000Z"

    @Test(
        "Create",
        arguments: [
            Row(
                "POST /models/Post", body: #"{"id":"n/ü","title":"N"}"#, 201, contains: [#"{"id":"n/ü","title":"N","#],
                fields: [("Location", "/models/Post/n%2F%C3%BC"), ("ETag", "\"1\"")]),
            Row(
                "POST /models/Post", [("Content-Type", "application/json")], body: #"{"title":"N","_version":9}"#, 201,
                contains: [#""_version":1}"#]),
            Row(
                "POST /models/Post", body: #"{"title":"N","createdAt":"2026-11-30T15:04:05Z"}"#, 201,
                contains: [isoTime]),
            Row(
                "POST /models/Order", body: #"{"customer":"ada","date":"2026-01-03"}"#, 201,
                fields: [("Location", "/models/Order/ada/2026-01-03")]),
            Row(
                "POST /models/Post", body: #"[{"id":"x","title":"X"},{"id":"y","title":"Y"}]"#, 201,
                contains: [#"{"items":[{"id":"x""#, #"{"id":"y""#], fields: [("Location", nil)]),
            Row("POST /models/Post", body: "[]", 201, contains: [#"{"items":[]}"#]),
            Row("POST /models/Post", [("If-Match", "\"9\"")], body: #"{"title":"conditions are ignored"}"#, 201),
            Row("POST /models/Post", body: "", 400, faults: [""]),
            Row("POST /models/Post", body: "{", 400, faults: [""]),
            Row("POST /models/Post", body: #"{"title":"x","title":"y"}"#, 400, faults: [""]),
            Row("POST /models/Post", body: #"{"title":"\ud800"}"#, 400, faults: [""]),
            Row("POST /models/Post?x=1", body: "{", 400, faults: ["x"]),
            Row("POST /models/Post?onConflict=skip", body: #"{"title":"x"}"#, 400, faults: ["onConflict"]),
            Row("POST /models/Post", body: "7", 422, faults: [""]),
            Row("POST /models/Post", body: "{}", 422, faults: ["/title"]),
            Row(
                "POST /models/Post", body: #"{"rating":"x","nope":1,"tags":[1],"address":{"zip":5}}"#, 422,
                faults: ["/title", "/rating", "/nope", "/tags/0", "/address/city", "/address/zip"]),
            Row("POST /models/Post", body: #"[{"title":"x"},{"title":1},{}]"#, 422, faults: ["/1/title", "/2/title"]),
            Row("POST /models/Post", body: #"{"id":"","title":"x"}"#, 422, faults: ["/id"]),
            Row("POST /models/Post", body: #"{"id":"a","title":"taken"}"#, 409),
            Row(
                "POST /models/Post", body: #"[{"id":"x","title":"X"},{"id":"x","title":"again"}]"#, 409,
                faults: ["/1"], index: 1),
            Row(
                "POST /models/Comment", body: #"[{"content":"x"},{"content":"y","postCommentsId":"none"}]"#, 409,
                faults: ["/1"], index: 1),
            Row("POST /models/Comment", body: #"{"content":"x","postCommentsId":"none"}"#, 409),
            Row("POST /models/Nope", body: "{}", 404),
        ])
    func create(_ row: Row) throws { try onItsOwn(row) }

    @Test(
        "Replace",
        arguments: [
            Row(
                "PUT /models/Post/a", body: #"{"title":"N"}"#, 200, contains: [#""rating":null"#, #""_version":2}"#],
                fields: [("ETag", "\"2\""), ("Location", nil)]),
            Row(
                "PUT /models/Post/n", body: #"{"title":"N"}"#, 201, contains: [#""_version":1}"#],
                fields: [("Location", "/models/Post/n"), ("ETag", "\"1\"")]),
            Row("PUT /models/Post/a", body: #"{"id":"a","title":"N"}"#, 200),
            Row("PUT /models/Post/a", body: #"{"id":"b","title":"N"}"#, 422, faults: ["/id"]),
            Row(
                "PUT /models/Post/a", body: #"{"title":"N","createdAt":"2000-01-01T00:00:00Z"}"#, 422,
                faults: ["/createdAt"]),
            Row("PUT /models/Post/a", body: "{}", 422, faults: ["/title"]),
            Row("PUT /models/Post/a", body: #"[{"title":"N"}]"#, 422, faults: [""]),
            Row("PUT /models/Post/", body: #"{"title":"N"}"#, 422, faults: ["/id"]),
            Row("PUT /models/Order/ada/never", body: "{}", 422, faults: [""]),
            Row(
                "PUT /models/Order/ada", body: "{}", 422, faults: [""],
                contains: ["the path has 1 part, and the key of Order is customer/date"]),
            Row("PUT /models/Post/a/b", body: "{}", 422, faults: [""]),
            Row("PUT /models/Comment/c", body: #"{"content":"x","postCommentsId":"none"}"#, 409),
            Row("PUT /models/Nope/a", body: "{}", 404),
            Row("PUT /models/Post/a?x=1&y=2", body: "{}", 400, faults: ["x", "y"]),
        ])
    func replace(_ row: Row) throws { try onItsOwn(row) }

    @Test(
        "Merge",
        arguments: [
            Row(
                "PATCH /models/Post/a", body: #"{"rating":5}"#, 200,
                contains: [#""title":"Aa","rating":5"#, #""city":"Ulm""#, #""_version":2}"#],
                fields: [("ETag", "\"2\"")]),
            Row(
                "PATCH /models/Post/a", [("Content-Type", "application/merge-patch+json")],
                body: #"{"address":{"zip":"89"},"rating":null}"#, 200,
                contains: [#""rating":null"#, #""address":{"city":"Ulm","zip":"89"}"#]),
            Row("PATCH /models/Post/a", body: #"{"address":null}"#, 200, contains: [#""address":null"#]),
            Row("PATCH /models/Post/a", body: "{}", 200, contains: [#""_version":1}"#], fields: [("ETag", "\"1\"")]),
            Row("PATCH /models/Post/a", body: #"{"rating":1}"#, 200, contains: [#""_version":1}"#]),
            Row("PATCH /models/Post/none", body: "{}", 404), Row("PATCH /models/Order/ada", body: "{}", 404),
            Row("PATCH /models/Post/a", body: "[]", 422, faults: [""]),
            Row(
                "PATCH /models/Post/a", body: #"{"title":null,"rating":"x","id":"b"}"#, 422,
                faults: ["/title", "/rating", "/id"]),
            Row("PATCH /models/Post/a", body: "nope", 400, faults: [""]),
        ])
    func merge(_ row: Row) throws { try onItsOwn(row) }

    @Test(
        "Delete",
        arguments: [
            Row("DELETE /models/Post/a", 200, contains: [#"{"id":"a","title":"Aa""#, #""_version":1}"#]),
            Row("DELETE /models/Order/ada/2026-01-02", 200), Row("DELETE /models/Post/none", 404),
            Row("DELETE /models/Post?where=rating%20%3C%202", 200, contains: [#"{"deleted":1}"#]),
            Row("DELETE /models/Post?where=false", 200, contains: [#"{"deleted":0}"#]),
            Row("DELETE /models/Post?where=true", 200, contains: [#"{"deleted":2}"#]),
            Row("DELETE /models/Post", 400, faults: ["where"]),
            Row("DELETE /models/Post?where=", 400, faults: ["where"]),
            Row("DELETE /models/Post?limit=1", 400, faults: ["limit", "where"]),
            Row("DELETE /models/Post?where=nope==1", 400, faults: ["where@1"]),
            Row("DELETE /models/Nope?where=true", 404),
        ])
    func delete(_ row: Row) throws { try onItsOwn(row) }

    @Test(
        "All conditions that are given must hold",
        arguments: [
            Row("PUT /models/Post/a", [("If-Match", "\"1\"")], body: #"{"title":"N"}"#, 200),
            Row("PUT /models/Post/a", [("If-Match", "*")], body: #"{"title":"N"}"#, 200),
            Row("PUT /models/Post/a", [("If-Match", "\"7\", \"1\"")], body: #"{"title":"N"}"#, 200),
            Row("PUT /models/Post/a", [("If-Match", "\"2\"")], body: #"{"title":"N"}"#, 412),
            Row("PUT /models/Post/a", [("If-Match", "W/\"1\"")], body: #"{"title":"N"}"#, 412),
            Row("PUT /models/Post/a", [("If-Match", "\"01\"")], body: #"{"title":"N"}"#, 412),
            Row("PUT /models/Post/a", [("If-Match", "\"+1\"")], body: #"{"title":"N"}"#, 412),
            Row("PUT /models/Post/a", [("If-Match", "1")], body: #"{"title":"N"}"#, 412),
            Row("PUT /models/Post/a", [("If-Match", "")], body: #"{"title":"N"}"#, 412),
            Row("PUT /models/Post/n", [("If-Match", "*")], body: #"{"title":"N"}"#, 412),
            Row("PUT /models/Post/n", [("If-Match", "\"1\"")], body: #"{"title":"N"}"#, 412),
            Row("PUT /models/Post/n", body: #"{"title":"N","_version":1}"#, 412),
            Row("PUT /models/Post/n?if=true", body: #"{"title":"N"}"#, 412),
            Row("PUT /models/Post/n", [("If-None-Match", "*")], body: #"{"title":"N"}"#, 201),
            Row("PUT /models/Post/a", [("If-None-Match", "*")], body: #"{"title":"N"}"#, 412),
            Row("PUT /models/Post/a", [("If-None-Match", "\"1\"")], body: #"{"title":"N"}"#, 412),
            Row("PUT /models/Post/a", [("If-None-Match", "\"2\", W/\"1\"")], body: #"{"title":"N"}"#, 412),
            Row("PUT /models/Post/a", [("If-None-Match", "\"1-gzip\"")], body: #"{"title":"N"}"#, 412),
            Row("PUT /models/Post/a", [("If-None-Match", "\"2\"")], body: #"{"title":"N"}"#, 200),
            Row("PUT /models/Post/n", [("If-None-Match", "\"1\"")], body: #"{"title":"N"}"#, 201),
            Row("PATCH /models/Post/a", [("If-None-Match", "\"1\"")], body: #"{"title":"Aa"}"#, 412),
            Row("PATCH /models/Post/a", [("If-None-Match", "\"2\"")], body: #"{"title":"N"}"#, 200),
            Row("PATCH /models/Post/none", [("If-None-Match", "\"1\"")], body: "{}", 404),
            Row("DELETE /models/Post/a", [("If-None-Match", "\"1\"")], 412),
            Row("DELETE /models/Post/a", [("If-None-Match", "*")], 412),
            Row("DELETE /models/Post/a", [("If-None-Match", "\"2\"")], 200),
            Row("PATCH /models/Post/a", [("If-Match", "\"1-gzip\"")], body: "{}", 200),
            Row("PATCH /models/Post/a", [("If-Match", "\"2-gzip\"")], body: "{}", 412),
            Row("PUT /models/Post/a", body: #"{"title":"N","_version":1}"#, 200),
            Row("PUT /models/Post/a", body: #"{"title":"N","_version":2}"#, 412),
            Row("PUT /models/Post/a?if=rating==1", body: #"{"title":"N"}"#, 200),
            Row("PUT /models/Post/a?if=rating==2", body: #"{"title":"N"}"#, 412),
            Row("PUT /models/Post/a?if=rating==1", [("If-Match", "\"2\"")], body: #"{"title":"N"}"#, 412),
            Row("PUT /models/Post/a?if=rating==2", [("If-Match", "\"1\"")], body: #"{"title":"N"}"#, 412),
            Row("PATCH /models/Post/a", [("If-Match", "\"2\"")], body: "{}", 412),
            Row("PATCH /models/Post/a", body: #"{"_version":1,"rating":3}"#, 200, contains: [#""_version":2}"#]),
            Row("PATCH /models/Post/a", body: #"{"_version":2}"#, 412),
            Row("PATCH /models/Post/a?if=rating==2", body: #"{"rating":1}"#, 412),
            Row("PATCH /models/Post/none", [("If-Match", "*")], body: "{}", 404),
            Row("PATCH /models/Post/none?if=true", body: "{}", 404),
            Row("DELETE /models/Post/a", [("If-Match", "\"1\"")], 200),
            Row("DELETE /models/Post/a", [("If-Match", "\"2\"")], 412), Row("DELETE /models/Post/a?if=rating==2", 412),
            Row("DELETE /models/Post/none", [("If-Match", "*")], 404),
            Row("DELETE /models/Post/a?if=nope==1&x=1", 400, faults: ["if@1", "x"]),
            // 422 goes before 409, and that before 412.
            Row("PATCH /models/Post/a", [("If-Match", "\"2\"")], body: #"{"rating":"x"}"#, 422, faults: ["/rating"]),
            Row("PATCH /models/Comment/c", [("If-Match", "\"2\"")], body: #"{"postCommentsId":"none"}"#, 409),
        ])
    func conditions(_ row: Row) throws { try onItsOwn(row) }

    /// A request that is refused changes nothing; one that is not says after which change it stands.
    private func onItsOwn(_ row: Row) throws {
        let world = try World(seeded: true)
        defer { world.stop() }
        let before = try world.position()
        try row.check(world)
        if row.status >= 400 { #expect(try world.position() == before) }
    }
}
