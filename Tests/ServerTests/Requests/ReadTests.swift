import DataStore
import Testing

/// `GET` of records (protocol §2): rows of requests that change nothing, all against one server.
@Suite struct ReadTests {
    private static let world = Result { try World(seeded: true) }

    @Test(
        "Lists",
        arguments: [
            Row(
                "GET /models/Post", 200, contains: [#""id":"a""#, #""id":"b""#, #""nextToken":null}"#],
                lacks: ["count"],
                fields: [("Link", nil), ("ETag", nil)]),
            Row("GET /models/Post?count=exact&limit=1", 200, contains: [#","count":2}"#], lacks: [#""id":"b""#]),
            Row("GET /models/Post?where=rating%20%3E%201", 200, contains: [#""id":"b""#], lacks: [#""id":"a""#]),
            Row("GET /models/Post?where=title+==+%22Aa%22", 200, contains: [#""id":"a""#], lacks: [#""id":"b""#]),
            Row("GET /models/Post?where=%7B%22rating%22:%7B%22lt%22:2%7D%7D", 200, contains: [#""id":"a""#]),
            Row(
                "GET /models/Post?sort=-rating&limit=1", 200, contains: [#"{"items":[{"id":"b""#], lacks: [#""id":"a""#]
            ),
            Row("GET /models/Post?fields=title", 200, contains: [#"{"id":"a","title":"Aa","_version":1}"#]),
            Row("GET /models/Order", 200, contains: [#"{"customer":"ada","date":"2026-01-02","total":1.5,"#]),
            Row("GET /models/Kind", 200, contains: [#"{"items":[],"nextToken":null}"#]),
            Row("HEAD /models/Post", 200, fields: [("Content-Type", "application/json")]),
            Row("GET /models/Nope", 404),
            Row("GET /models/post", 404),
            Row("GET /models/%E2%84%AAind", 404),
            Row("GET /models/", 404),
            Row("GET /models/Post%00", 404),
        ])
    func lists(_ row: Row) throws { try row.check(Self.world.get()) }

    @Test(
        "Records",
        arguments: [
            Row(
                "GET /models/Post/a", 200,
                contains: [
                    #"{"id":"a","title":"Aa","rating":1,"status":null,"#,
                    #""address":{"city":"Ulm","zip":null},"tags":null,"meta":null,"createdAt":""#, #""_version":1}"#,
                ],
                fields: [("ETag", "\"1\"")]),
            Row("HEAD /models/Post/a", 200, fields: [("ETag", "\"1\"")]),
            Row("GET /models/Post/%61", 200, contains: [#""id":"a""#]),
            Row("GET /models/Post/a?fields=rating", 200, contains: [#"{"id":"a","rating":1,"_version":1}"#]),
            Row("GET /models/Order/ada/2026-01-02", 200, contains: [#""total":1.5"#]),
            Row("GET /models/Post/none", 404),
            Row("GET /models/Post/", 404),
            Row("GET /models/Post/a/b", 404),
            Row("GET /models/Post/a/", 404),
            Row("GET /models/Post/a%2Fb", 404),
            Row("GET /models/Order/ada", 404),
            Row("GET /models/Order/ada/yesterday", 404),
            Row("GET /models/Nope/a", 404),
            Row("GET /models/Post/%zz", 400),
            Row("GET /models/Post/%ff", 400),
            Row("GET /models/Post/a?limit=1", 400, faults: ["limit"]),
        ])
    func records(_ row: Row) throws { try row.check(Self.world.get()) }

    @Test(
        "A client that has the version is told so",
        arguments: [
            ("\"1\"", 304), ("W/\"1\"", 304), ("*", 304), ("\"7\", \"1\"", 304), ("\"7\",\t W/\"1\" ", 304),
            ("\"2\"", 200), ("1", 200), ("\"01\"", 200), ("\"+1\"", 200), ("\"x\"", 200), ("", 200),
        ])
    func notModified(_ tags: String, _ status: Int) throws {
        for method in ["GET", "HEAD"] {
            try Row(
                "\(method) /models/Post/a", [("If-None-Match", tags)], status, fields: [("ETag", "\"1\"")]
            ).check(Self.world.get())
        }
    }

    @Test(
        "Every fault of a query string is told, all at once",
        arguments: [
            ("x=1", ["x"]), ("limit=", ["limit"]), ("limit=1&limit=2", ["limit"]), ("limit", ["limit"]),
            ("limit=0", ["limit"]), ("limit=1001", ["limit"]), ("limit=%2B5", ["limit"]), ("limit=5.0", ["limit"]),
            ("limit=99999999999999999999", ["limit"]), ("count=yes", ["count"]), ("nextToken=abc", ["nextToken"]),
            ("where=rating%20%3E", ["where@9"]), ("where=nope%20==%201", ["where@1"]),
            ("where=rating%20==%20%22x%22", ["where@11"]), ("where=%00", ["where"]), ("where=%zz", ["where"]),
            ("where=%ff", ["where"]), ("sort=nope", ["sort@1"]), ("fields=nope", ["fields@1"]),
            ("fields=title,nope,other", ["fields@7", "fields@12"]), ("&limit=1", [""]), ("=1", [""]),
            (
                "x=1&y=2&limit=0&where=nope==1&sort=none&count=no&fields=no",
                ["x", "y", "limit", "where@1", "sort@1", "count", "fields@1"]
            ),
        ])
    func queryFaults(_ query: String, _ faults: [String]) throws {
        try Row("GET /models/Post?\(query)", 400, faults: faults).check(Self.world.get())
    }

    @Test("A predicate whose && was not encoded is told what to write")
    func bareAnd() throws {
        try Row(
            "GET /models/Post?where=rating>1%20&&%20title==%22a%22", 400, faults: ["", " title"],
            contains: ["In a URL && is written %26%26, or and."]
        ).check(Self.world.get())
    }

    @Test("A cursor belongs to the model, where and sort that made it")
    func cursors() throws {
        let world = try Self.world.get()
        let first = try world.call("GET /models/Post?limit=1")
        let token = try #require(try first.json()["nextToken"]?.scalarText)
        try Row("GET /models/Post?limit=5&nextToken=\(token)", 200, contains: [#""id":"b""#], lacks: [#""id":"a""#])
            .check(world)
        for query in ["Post?sort=title", "Post?where=rating==1", "Comment?limit=1"] {
            try Row("GET /models/\(query)&nextToken=\(token)", 400, faults: ["nextToken"]).check(world)
        }
    }

    /// `<` and `>` stand raw in targets that curl sends; in a Link they would end the URI (RFC 8288 §3).
    @Test(
        "The link of a page leads to the next",
        arguments: [
            "limit=1", "limit=1&where=rating>0", "where=rating>0&limit=1&sort=-rating",
            "where=title!=%22%3E%22&limit=1",
            #"where=title!="x"&limit=1"#, "limit=1&where=title+!=+'%26'",
        ])
    func links(_ query: String) throws {
        let world = try Self.world.get()
        let first = try world.call("GET /models/Post?\(query)")
        #expect(first.status == 200, "\(first.text)")
        let link = try #require(first["Link"])
        #expect(link.hasPrefix("</models/Post?") && link.hasSuffix(">; rel=\"next\""))
        let target = String(link.dropFirst().dropLast(13))
        #expect(!target.contains { "<>\" ".contains($0) }, "\(link)")
        let second = try world.call("GET \(target)")
        #expect(second.status == 200 && second["Link"] == nil, "\(second.text)")
        let ids = try [first, second].map { try $0.json()["items"]?.items.map { $0["id"]?.scalarText ?? "" } ?? [] }
        #expect(ids.flatMap { $0 }.sorted() == ["a", "b"])
        // The token of the page before gives way, however its name is written.
        let again = try world.call("GET \(target.replacing("nextToken", with: "next%54oken"))")
        #expect(again.status == 200 && again["Link"] == nil)
    }

    @Test("The schema")
    func schema() throws {
        let world = try Self.world.get()
        let answer = try world.call("GET /models")
        let schema = try answer.json()
        #expect(answer.status == 200 && answer["Content-Type"] == "application/json")
        #expect(schema.names == ["models", "enums", "types"])
        #expect(schema["models"]?.items.map { $0["name"]?.scalarText } == ["Post", "Comment", "Order", "Kind"])
        #expect(schema["models"]?.items[2]["primaryKey"]?.compact == #"["customer","date"]"#)
        #expect(schema["enums"]?.items.map { $0["values"]?.compact } == [#"["DRAFT","PUBLISHED"]"#])
        try Row("GET /models?x=1", 400, faults: ["x"]).check(world)
    }

    @Test("The process and the store answer that they are well", arguments: ["/healthz", "/readyz"])
    func health(_ path: String) throws {
        let world = try Self.world.get()
        #expect(try world.call("GET \(path)").text == #"{"status":"ok"}"#)
        try Row("GET \(path)?x=", 400, faults: ["x"]).check(world)
    }

    @Test(
        "Known paths with another method, and what they have",
        arguments: [
            ("/models", "GET, HEAD, OPTIONS"), ("/models/Post", "GET, POST, DELETE, HEAD, OPTIONS"),
            ("/models/Post/a", "GET, PUT, PATCH, DELETE, HEAD, OPTIONS"), ("/transaction", "POST, OPTIONS"),
            ("/observe", "GET, HEAD, OPTIONS"), ("/observe/Post", "GET, HEAD, OPTIONS"),
            ("/observe/Post/a", "GET, HEAD, OPTIONS"), ("/observeQuery/Post", "GET, HEAD, OPTIONS"),
            ("/healthz", "GET, HEAD, OPTIONS"), ("/", "GET, HEAD, OPTIONS"),
        ])
    func methods(_ path: String, _ allow: String) throws {
        let world = try Self.world.get()
        try Row("OPTIONS \(path)", 204, fields: [("Allow", allow)]).check(world)
        for method in ["PUT", "POST", "PATCH", "DELETE", "TRACE", "get"] where !allow.contains(method) {
            try Row("\(method) \(path)", 405, fields: [("Allow", allow)]).check(world)
        }
    }

    @Test(
        "Unknown paths",
        arguments: ["/nope", "/Models", "/models/Post/a/b/c", "//models", "/observe/", "/nope.js", "/.."])
    func unknownPaths(_ path: String) throws {
        for method in ["GET", "HEAD"] { try Row("\(method) \(path)", 404).check(Self.world.get()) }
    }

    @Test(
        "What this version has not is 501",
        arguments: [
            Row("GET /models/Post?include=comments", 501), Row("GET /models/Post/a?include=comments", 501),
            Row("GET /models/Post", [("Accept", "text/csv")], 501),
            Row("GET /models/Post", [("Accept", "application/x-ndjson, application/json;q=0.5")], 501),
            Row("POST /models/Post", [("Content-Type", "text/csv")], body: "id\na\n", 501),
            Row("POST /models/Post?onConflict=skip", [("Content-Type", "application/x-ndjson")], body: "{}", 501),
            Row("POST /models/Post", [("Idempotency-Key", "k")], body: "{}", 501),
            Row("POST /transaction", [("Idempotency-Key", "k")], body: "[]", 501),
            Row("GET /observeQuery/Post?mode=patch", 501), Row("GET /observeQuery/Post?include=comments", 501),
            Row("GET /stream?observe=Post", 501), Row("POST /stream", body: "{}", 501),
            Row("GET /metrics", 501), Row("GET /openapi.json", 501),
        ])
    func later(_ row: Row) throws { try row.check(Self.world.get()) }

    @Test(
        "Types that are not acceptable",
        arguments: [
            Row("GET /models/Post", [("Accept", "text/html")], 406), Row("GET /models/Post", [("Accept", "")], 200),
            Row("GET /models/Post/a", [("Accept", "text/csv")], 406),
            Row("GET /models/Post/a", [("Accept", "application/json;q=0, */*")], 406),
            Row("GET /models", [("Accept", "image/*")], 406),
            Row("POST /models/Post", [("Accept", "text/html")], body: #"{"title":"x"}"#, 406),
            Row("PUT /models/Post/a", [("Accept", "text/html")], body: #"{"title":"x"}"#, 406),
            Row("DELETE /models/Post/a", [("Accept", "text/html")], 406),
            Row("DELETE /models/Post?where=true", [("Accept", "text/html")], 406),
            Row("POST /transaction", [("Accept", "text/html")], body: "[]", 406),
            Row("GET /models/Post/a", [("Accept", "text/html, application/*;q=0.1")], 200),
            Row("GET /models/Post/a", [("Accept", "APPLICATION/JSON")], 200),
            Row("POST /models/Post", [("Content-Type", "text/plain")], body: "{}", 415),
            Row("PUT /models/Post/a", [("Content-Type", "application/merge-patch+json")], body: "{}", 415),
            Row(
                "POST /models/Post", [("Content-Encoding", "gzip")], body: "{}", 415,
                fields: [("Accept-Encoding", "identity")]),
            Row("PATCH /models/Post/a", [("Content-Encoding", "Identity")], body: "{}", 200),
            Row("PUT /models/Post/a", [("Content-Type", "text/csv")], body: "id\na\n", 415),
            Row("PATCH /models/Post/a", [("Content-Type", "application/x-ndjson")], body: "{}", 415),
            Row("PATCH /models/Post/a", [("Content-Type", "application/json-patch+json")], body: "[]", 415),
            Row("POST /transaction", [("Content-Type", "text/csv")], body: "[]", 415),
            Row("POST /transaction", [("Content-Type", "application/json; charset=utf-8")], body: "[]", 200),
        ])
    func mediaTypes(_ row: Row) throws { try row.check(Self.world.get()) }
}
