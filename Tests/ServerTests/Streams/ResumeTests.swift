import DataStore
import Server
import Testing

/// Where a stream begins: `since`, `Last-Event-ID`, `lastEventId`, and resets (protocol §3).
@Suite struct ResumeTests {
    /// A world with three changes of one post, and their ids.
    private static func world() throws -> (world: World, ids: [String]) {
        let world = try World()
        let ids = try (0..<3).map { index in
            try world.call("PUT /models/Post/a", #"{"title":"\#(index)"}"#)["Rivulet-Seq"] ?? ""
        }
        return (world, ids)
    }

    @Test(
        "A stream goes on after the change that the client names, wherever it names it",
        arguments: [
            ("", "", 3), ("?since=start", "", 0), ("?since=ID0", "", 1), ("?lastEventId=ID0", "", 1), ("", "ID0", 1),
            ("?lastEventId=", "", 3), ("?lastEventId=ID2", "", 3), ("?lastEventId=ID2&since=start", "", 3),
            ("?lastEventId=&since=ID0", "", 1), ("?lastEventId=ID0", "ID1", 2), ("?since=start", "ID1", 2),
            ("?lastEventId=nonsense", "ID1", 2), ("?since=ID2&lastEventId=ID0", "", 1),
        ])
    func start(_ query: String, _ header: String, _ first: Int) throws {
        let (world, ids) = try Self.world()
        defer { world.stop() }
        func filled(_ text: String) -> String {
            ids.indices.reduce(text) { $0.replacing("ID\($1)", with: ids[$1]) }
        }
        let headers = header.isEmpty ? [] : [("Last-Event-ID", filled(header))]
        let stream = try world.stream("/observe/Post\(filled(query))", headers)
        let last = try world.call("PUT /models/Post/a", #"{"title":"last"}"#)["Rivulet-Seq"] ?? ""
        for id in ids[first...] + [last] { #expect(try stream.event().id == id) }
    }

    @Test(
        "A position that is lost is told by a reset with the log's head, and then by what follows",
        arguments: [
            "nonsense", "-", "OTHER-1", "EPOCH-99999", "EPOCH-", "EPOCH-1x", "EPOCH-99999999999999999999",
        ])
    func lost(_ id: String) throws {
        let (world, ids) = try Self.world()
        defer { world.stop() }
        let epoch = try #require(Position(ids[0])?.epoch)
        let id = id.replacing("EPOCH", with: epoch)
        let streams = [
            try world.stream("/observe/Post", [("Last-Event-ID", id)]),
            try world.stream("/observe/Post?lastEventId=\(id)"),
            try world.stream("/observe?lastEventId=\(id)"),
        ]
        for stream in streams {
            let reset = try stream.event()
            #expect(reset.type == "reset" && reset.data.names == ["type", "reason"] && reset.id == ids[2])
        }
        let list = try world.stream("/observeQuery/Post?lastEventId=\(id)")
        #expect(try list.event().type == "reset")
        #expect(try list.event().brief == "[a3]")
        let next = try world.call("DELETE /models/Post/a")["Rivulet-Seq"]
        for stream in streams { #expect(try stream.event().id == next) }
    }

    @Test("A since that is of another log, or ahead of it, is a reset too")
    func lostSince() throws {
        let (world, ids) = try Self.world()
        defer { world.stop() }
        let epoch = try #require(Position(ids[0])?.epoch)
        for since in ["other-1", "\(epoch)-99999"] {
            let reset = try world.stream("/observe/Post?since=\(since)").event()
            #expect(reset.type == "reset" && reset.id == ids[2])
        }
    }

    @Test("Across a restart of the server nothing is lost and nothing comes twice")
    func restart() throws {
        let folder = try TemporaryFolder()
        let first = try World { $0.database = folder.path("log.db") }
        let stream = try first.stream("/observe/Post")
        try first.call("PUT /models/Post/a", #"{"title":"1"}"#)
        let seen = try #require(try stream.event().id)
        try first.call("PUT /models/Post/b", #"{"title":"2"}"#)
        first.stop()
        let second = try World { $0.database = folder.path("log.db") }
        defer { second.stop() }
        try second.call("PUT /models/Post/c", #"{"title":"3"}"#)
        let again = try second.stream("/observe/Post", [("Last-Event-ID", seen)])
        #expect(try again.events(2).map(\.brief) == ["create Post b v1", "create Post c v1"])
    }

    /// Clients that are cut again and again while others write: each ends with every change once, in order.
    @Test("A client that is cut at random sees each change once")
    func cuts() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SplitMix64(seed: seed)
        let world = try World()
        defer { world.stop() }
        var ids: [String] = []
        var last = try world.position()
        var written = 0
        while written < 60 {
            let stream = try world.stream("/observe/Post", [("Last-Event-ID", last)])
            let count = Int.random(in: 0...8, using: &random)
            for _ in 0..<count { try world.call("PUT /models/Post/a", #"{"title":"\#(written + 1)"}"#); written += 1 }
            for event in try stream.events(Int.random(in: 0...(written - ids.count), using: &random)) {
                ids.append(event["model"]?["title"]?.scalarText ?? "")
                last = event.id ?? ""
            }
        }
        let stream = try world.stream("/observe/Post", [("Last-Event-ID", last)])
        for event in try stream.events(written - ids.count) { ids.append(event["model"]?["title"]?.scalarText ?? "") }
        #expect(ids == (1...written).map(String.init), "seed \(seed)")
    }
}
