import DataStore
import Server
import Testing

/// `/observeQuery`: a snapshot for each transaction that changes the list (protocol §3).
@Suite struct ObserveQueryTests {
    /// A transaction: what is written, and the snapshot that it makes for a view; nil: none.
    private static let script: [(line: String, body: String?)] = [
        ("PUT /models/Post/c", #"{"title":"C","rating":3}"#),  // enters
        ("PATCH /models/Post/a", #"{"rating":9}"#),  // moves
        ("PATCH /models/Post/a", #"{"rating":9}"#),  // changes nothing
        ("POST /models/Comment", #"{"content":"other model"}"#),
        (
            "POST /transaction",
            #"[{"op":"update","model":"Post","id":"b","record":{"rating":1}},{"op":"delete","model":"Post","id":"c"}]"#
        ),
        ("DELETE /models/Post/a", nil),
    ]

    @Test(
        "Lists",
        arguments: [
            ("", ["[a1 b1]", "[a1 b1 c1]", "[a2 b1 c1]", "[a2 b2]", "[b2]"]),
            ("?sort=-rating", ["[b1 a1]", "[c1 b1 a1]", "[a2 c1 b1]", "[a2 b2]", "[b2]"]),
            ("?sort=rating&limit=1", ["[a1]", "[b1]", "[b2]"]),
            ("?sort=-rating&limit=2", ["[b1 a1]", "[c1 b1]", "[a2 c1]", "[a2 b2]", "[b2]"]),
            ("?where=rating%20%3E%202", ["[]", "[c1]", "[a2 c1]", "[a2]", "[]"]),
            ("?where=rating%20%3E%202&sort=-title&limit=1", ["[]", "[c1]", "[a2]", "[]"]),
            ("?where=title==%22none%22", ["[]"]),
        ])
    func lists(_ query: String, _ snapshots: [String]) throws {
        let world = try World(seeded: true)
        defer { world.stop() }
        let stream = try world.stream("/observeQuery/Post\(query)")
        let first = try stream.event()
        #expect(first.data.names == ["type", "isSynced", "items"])
        #expect(first["isSynced"] == .bool(true))
        #expect(try first.id == world.position())
        let answer = try world.call("GET /models/Post\(query)")
        #expect(first["items"] == (try answer.json())["items"])
        var seen = [first.brief]
        for (line, body) in Self.script {
            let position = try world.call(line, [], body)["Rivulet-Seq"]
            // A stream that opens now shows the same; what it is told is no longer on its way.
            let settled = try world.stream("/observeQuery/Post\(query)").event().brief
            if settled != seen.last {
                let event = try stream.event()
                #expect(event.id == position)
                seen.append(event.brief)
            }
        }
        #expect(seen == snapshots)
        world.stop()
        #expect(try stream.rest().isEmpty)
    }

    @Test("fields cuts the items; a change of what is not shown is told, for the version is")
    func fields() throws {
        let world = try World(seeded: true)
        defer { world.stop() }
        let stream = try world.stream("/observeQuery/Post?fields=title&limit=1")
        #expect(try stream.event()["items"]?.compact == #"[{"id":"a","title":"Aa","_version":1}]"#)
        try world.call("PATCH /models/Post/a", #"{"rating":3}"#)
        #expect(try stream.event()["items"]?.compact == #"[{"id":"a","title":"Aa","_version":2}]"#)
    }

    @Test("A cascade is one snapshot")
    func cascade() throws {
        let world = try World(seeded: true)
        defer { world.stop() }
        let stream = try world.stream("/observeQuery/Comment")
        try world.call(
            "POST /models/Comment", #"[{"id":"d","content":"1","postCommentsId":"a"},{"id":"e","content":"2"}]"#)
        try world.call("DELETE /models/Post/a")
        #expect(try stream.events(3).map(\.brief) == ["[c1]", "[c1 d1 e1]", "[e1]"])
    }

    @Test("More than the bound is 422 at the start, and an error frame later; a limit is not bound")
    func outgrown() throws {
        let world = try World(seeded: true) { $0.maximumSnapshotItems = 2 }
        defer { world.stop() }
        let streams = try (0..<2).map { _ in try world.stream("/observeQuery/Post") }
        let window = try world.stream("/observeQuery/Post?limit=1000")
        for stream in streams { #expect(try stream.event().brief == "[a1 b1]") }
        try world.call("PUT /models/Post/c", #"{"title":"C"}"#)
        for stream in streams {
            let rest = try stream.rest()
            #expect(rest.count == 1 && rest[0].type == "error" && rest[0]["status"] == .number("422"))
            #expect(rest.first?.data.names == ["type", "status", "detail"])
        }
        #expect(try window.events(2).map(\.brief) == ["[a1 b1]", "[a1 b1 c1]"])
        try Row("GET /observeQuery/Post", 422, contains: ["limit"]).check(world)
        try Row("HEAD /observeQuery/Post", 422).check(world)
        try world.call("DELETE /models/Post/c")
        #expect(try world.stream("/observeQuery/Post").event().brief == "[a1 b1]")
    }

    @Test("throttle spaces snapshots, and the newest is the last")
    func throttle() throws {
        let world = try World(seeded: true)
        defer { world.stop() }
        let clock = ContinuousClock()
        let start = clock.now
        let stream = try world.stream("/observeQuery/Post?throttle=300")
        #expect(try stream.event().brief == "[a1 b1]")
        for version in 2...20 { try world.call("PUT /models/Post/a", #"{"title":"\#(version)"}"#) }
        var count = 0
        while true {
            let brief = try stream.event().brief
            count += 1
            if brief == "[a20 b1]" { break }
        }
        #expect(clock.now - start >= .milliseconds(300 * count))
        #expect(count < 19)
    }

    @Test("A reconnect gets the list as it is, and no reset while its position is kept")
    func reconnect() throws {
        let world = try World(seeded: true)
        defer { world.stop() }
        let id = try #require(try world.stream("/observeQuery/Post").event().id)
        try world.call("DELETE /models/Post/a")
        let stream = try world.stream("/observeQuery/Post", [("Last-Event-ID", id)])
        #expect(try stream.event().brief == "[b1]")
    }
}
