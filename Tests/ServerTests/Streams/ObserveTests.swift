import DataStore
import Testing

/// `/observe`: writes on one side, the frames that they make on the other (protocol §3).
@Suite struct ObserveTests {
    /// A history of writes: what is asked, and with which body.
    private static let history: [(String, String?)] = [
        ("POST /models/Post", #"{"id":"a","title":"A","rating":1}"#),
        ("POST /models/Post", #"{"id":"b","title":"B","rating":5}"#),
        ("PATCH /models/Post/a", #"{"rating":6}"#), ("PATCH /models/Post/a", #"{"rating":6}"#),
        ("POST /models/Comment", #"{"id":"c","content":"C","postCommentsId":"a"}"#),
        ("PUT /models/Post/b", #"{"title":"Bb"}"#), ("PATCH /models/Post/none", "{}"),
        ("PATCH /models/Post/a", #"{"title":"Aa","rating":0}"#), ("DELETE /models/Post/a", nil),
    ]

    /// A history's frames for each way to ask.
    private static let table: [(target: String, frames: [String])] = [
        (
            "/observe",
            [
                "create Post a v1", "create Post b v1", "update Post a v2 [rating]", "create Comment c v1",
                "update Post b v2 [title rating]", "update Post a v3 [title rating]", "delete Comment c v2",
                "delete Post a v4",
            ]
        ),
        (
            "/observe/Post",
            [
                "create Post a v1", "create Post b v1", "update Post a v2 [rating]",
                "update Post b v2 [title rating]", "update Post a v3 [title rating]", "delete Post a v4",
            ]
        ),
        (
            "/observe/Post/a",
            [
                "create Post a v1", "update Post a v2 [rating]", "update Post a v3 [title rating]",
                "delete Post a v4",
            ]
        ),
        ("/observe/Post?types=delete", ["delete Post a v4"]),
        ("/observe/Post?types=create,delete", ["create Post a v1", "create Post b v1", "delete Post a v4"]),
        ("/observe?model=Comment", ["create Comment c v1", "delete Comment c v2"]),
        ("/observe?model=Comment&model=Post&types=delete", ["delete Comment c v2", "delete Post a v4"]),
        (
            "/observe/Post?where=rating%20%3E%204",
            [
                "create Post b v1", "update Post a v2 [rating]",
                "update Post b v2 [title rating] left", "update Post a v3 [title rating] left",
            ]
        ),
        (
            "/observe/Post?where=rating%20%3C%203&types=update",
            [
                "update Post a v2 [rating] left",
                "update Post a v3 [title rating]",
            ]
        ),
        ("/observe/Post/a?where=title==%22Aa%22", ["update Post a v3 [title rating]", "delete Post a v4"]),
    ]

    @Test(
        "Each sees its part of a history, at once and in order; and later, from the start of the log", arguments: table)
    func views(_ target: String, _ frames: [String]) throws {
        let world = try World()
        defer { world.stop() }
        let live = try world.stream(target)
        for (line, body) in Self.history { try world.call(line, [], body) }
        let seen = try live.events(frames.count)
        #expect(seen.map(\.brief) == frames)
        let mark = target.contains("?") ? "&" : "?"
        let late = try world.stream("\(target)\(mark)since=start")
        #expect(try late.events(frames.count).map(\.text) == seen.map(\.text))
        // Nothing is left behind the last frame of either.
        world.stop()
        #expect(try live.rest().isEmpty && late.rest().isEmpty)
    }

    @Test("A frame is whole: all members in order, the record as a GET shows it, the number in the id")
    func form() throws {
        let world = try World()
        defer { world.stop() }
        let stream = try world.stream("/observe/Post")
        let created = try world.call("POST /models/Post", #"{"id":"a\n\r\u2028b","title":"x\r\n\ndata: y"}"#)
        let first = try stream.event()
        #expect(first.id == created["Rivulet-Seq"])
        #expect(first["model"]?.compact == created.text)
        #expect(first["seq"]?.scalarText == first.seq.map(String.init))
        #expect(first["source"] == .string("local"))
        #expect(
            first.data.names == [
                "type", "seq", "modelName", "modelId", "mutationType", "version", "createdAt", "source", "model",
            ])
        try world.call("PATCH /models/Post/a%0A%0D%E2%80%A8b", #"{"rating":1}"#)
        #expect(try stream.event().data.names.contains("changed"))
    }

    @Test("A composite key is shown in Amplify's form")
    func compositeKey() throws {
        let world = try World(seeded: true)
        defer { world.stop() }
        let stream = try world.stream("/observe/Order/ada/2026-01-02")
        try world.call("PATCH /models/Order/ada/2026-01-02", #"{"total":2}"#)
        #expect(try stream.event()["modelId"] == .string(##""ada"#"2026-01-02""##))
    }

    @Test("fields cuts what is shown, not what is told")
    func fields() throws {
        let world = try World()
        defer { world.stop() }
        let stream = try world.stream("/observe/Post?fields=title")
        try world.call("POST /models/Post", #"{"id":"a","title":"A"}"#)
        try world.call("PATCH /models/Post/a", #"{"rating":1}"#)
        #expect(try stream.event()["model"]?.compact == #"{"id":"a","title":"A","_version":1}"#)
        let update = try stream.event()
        #expect(update.brief == "update Post a v2 [rating]")
        #expect(update["model"]?.compact == #"{"id":"a","title":"A","_version":2}"#)
    }

    @Test("Across belongsTo the predicate sees the parent as it is now")
    func parents() throws {
        let world = try World(seeded: true)
        defer { world.stop() }
        let stream = try world.stream("/observe/Comment?where=post.title==%22Aa%22")
        try world.call("PATCH /models/Comment/c", #"{"content":"1"}"#)
        try world.call("PATCH /models/Post/a", #"{"title":"Other"}"#)
        try world.call("PATCH /models/Comment/c", #"{"content":"2"}"#)
        try world.call("PATCH /models/Post/a", #"{"title":"Aa"}"#)
        try world.call("PATCH /models/Comment/c", #"{"content":"3"}"#)
        #expect(try stream.event().brief == "update Comment c v2 [content]")
        #expect(try stream.event().brief == "update Comment c v4 [content]")
    }

    @Test("Who watches children by their parent hears that both went, at once and from the log")
    func departedParents() throws {
        let world = try World(seeded: true)
        defer { world.stop() }
        let target = "/observe/Comment?where=post.title==%22Aa%22"
        let live = try world.stream(target)
        // More than the feed tells at once, so that the parent goes in another batch than the first children.
        for part in 0..<3 {
            let comments = (0..<900).map { #"{"id":"\#(part)-\#($0)","content":"x","postCommentsId":"a"}"# }
            try world.call("POST /models/Comment", "[\(comments.joined(separator: ","))]")
        }
        let created = try live.events(2700).map(\.text)
        try world.call("DELETE /models/Post/a")
        let deleted = try live.events(2701)
        #expect(Set(deleted.map(\.brief)).count == 2701)
        #expect(deleted.allSatisfy { $0.brief.hasPrefix("delete Comment ") })
        let late = try world.stream("\(target)&since=start")
        #expect(try late.event().brief == "create Comment c v1")
        #expect(try late.events(5401).map(\.text) == created + deleted.map(\.text))
    }

    @Test("One change has left for some observers and not for others")
    func leftForSome() throws {
        let world = try World(seeded: true)
        defer { world.stop() }
        let targets = ["", "?where=rating==2", "?where=rating!=99", "?where=rating==2&types=update"]
        let streams = try targets.map { try world.stream("/observe/Post\($0)") }
        try world.call("PATCH /models/Post/b", #"{"rating":3}"#)
        #expect(
            try streams.map { try $0.event().brief } == [
                "update Post b v2 [rating]", "update Post b v2 [rating] left", "update Post b v2 [rating]",
                "update Post b v2 [rating] left",
            ])
    }

    @Test("Many observers see the same bytes")
    func many() throws {
        let world = try World()
        defer { world.stop() }
        let targets = ["/observe", "/observe/Post", "/observe/Post?types=create,update", "/observe/Post?where=true"]
        let streams = try (0..<80).map { try world.stream(targets[$0 % targets.count]) }
        for index in 0..<40 { try world.call("PUT /models/Post/\(index % 7)", #"{"title":"\#(index)"}"#) }
        let expected = try streams[0].events(40).map(\.text)
        for stream in streams.dropFirst() { #expect(try stream.events(40).map(\.text) == expected) }
    }

    @Test(
        "Requests that get a problem, not a stream",
        arguments: [
            Row("GET /observe/Nope", 404), Row("GET /observe?model=Post&model=Nope", 404),
            Row("GET /observe/Order/ada", 404),
            Row("GET /observe/Post/a/b", 404),
            Row("GET /observe?where=true&fields=title", 400, faults: ["where", "fields"]),
            Row("GET /observe?model=", 400, faults: ["model"]),
            Row(
                "GET /observe/Post?types=create,&where=nope==1&fields=no&heartbeat=0&since=x&x=1&limit=1", 400,
                faults: ["types", "where@1", "fields@1", "heartbeat", "since", "x", "limit"]),
            Row("GET /observe/Post?heartbeat=301", 400, faults: ["heartbeat"]),
            Row("GET /observe/Post?since=start&since=start", 400, faults: ["since"]),
            Row("GET /observe/Post?since=", 400, faults: ["since"]),
            Row("GET /observe/Post?types=Create", 400, faults: ["types"]),
            Row("GET /observeQuery/Nope", 404), Row("GET /observeQuery", 404), Row("GET /observeQuery/Post/a", 404),
            Row(
                "GET /observeQuery/Post?nextToken=x&since=start&types=create&count=exact", 400,
                faults: ["nextToken", "since", "types", "count"]),
            Row(
                "GET /observeQuery/Post?limit=0&sort=no&where=%22&fields=no&throttle=x&mode=x&heartbeat=x", 400,
                faults: ["limit", "sort@1", "where@1", "fields@1", "throttle", "mode", "heartbeat"]),
        ])
    func problems(_ row: Row) throws {
        let world = try World()
        defer { world.stop() }
        try row.check(world)
    }
}
