import DataStore
import Server
import Testing

/// `/datastore/start`, `/stop`, `/clear` and `/hub` (protocol §4).
@Suite struct LifecycleTests {
    private static let post = #"{"id":"a","title":"A"}"#

    /// `POST /datastore/<what>`, and what it answers.
    private func act(_ what: String, _ world: World) throws {
        let answer = try world.call("POST /datastore/\(what)")
        let expected = ["start": "running", "stop": "stopped", "clear": "cleared"][what]
        #expect(try answer.status == 200 && state(of: answer) == expected, "\(what): \(answer.text)")
    }

    private func state(of answer: Answer) throws -> String? {
        try JSONReader.read(Text(answer.text))["state"]?.scalarText
    }

    private func state(_ world: World) throws -> String? { try state(of: world.call("GET /datastore")) }

    @Test("The status counts records, in the schema's order")
    func status() throws {
        let world = try World(seeded: true)
        defer { world.stop() }
        let position = try world.position()
        #expect(
            try world.call("GET /datastore").text == """
                {"state":"running","models":{"Post":{"isSynced":true,"items":2},"Comment":{"isSynced":true,"items":1},\
                "Order":{"isSynced":true,"items":1},"Kind":{"isSynced":true,"items":0}},"outbox":{"pending":0},\
                "position":"\(position)"}
                """)
    }

    @Test(
        "Stopped, everyone stays and hears nothing; what speaks of records starts it, what speaks of the server does not"
    )
    func silence() throws {
        let world = try World(seeded: true)
        defer { world.stop() }
        let list = try world.stream("/observeQuery/Post?heartbeat=1")
        #expect(try list.event().brief == "[a1 b1]")
        let starters: [(String, () throws -> Void)] = [
            ("start", { try act("start", world) }), ("a list", { try world.call("GET /models/Post") }),
            ("a record", { try world.call("GET /models/Post/a") }),
            ("no record", { try world.call("GET /models/Post/x") }),
            ("a position", { try world.call("GET /models/Kind", [("Rivulet-After", try world.position())]) }),
            ("observe", { _ = try world.stream("/observe/Kind") }),
            ("observeQuery", { _ = try world.stream("/observeQuery/Kind") }),
            ("a delete of nothing", { try world.call("DELETE /models/Kind/x") }),
            ("a delete of all of nothing", { try world.call("DELETE /models/Kind?where=id==%22x%22") }),
            ("a transaction of nothing", { try world.call("POST /transaction", "[]") }),
        ]
        for (name, begin) in starters {
            try act("stop", world)
            for path in ["/datastore", "/healthz", "/readyz", "/models", "/"] { try world.call("GET \(path)") }
            #expect(try state(world) == "stopped", "before \(name)")
            try list.heartbeat()
            try begin()
            #expect(try state(world) == "running", "after \(name)")
            #expect(try list.event().brief == "[a1 b1]", "a fresh snapshot after \(name)")
        }
        // Once is once.
        try act("start", world)
        try list.heartbeat()
    }

    @Test("An observer hears of the write that starts it, and a live query shows it")
    func write() throws {
        let world = try World(seeded: true)
        defer { world.stop() }
        let observer = try world.stream("/observe?heartbeat=1")
        let list = try world.stream("/observeQuery/Post")
        _ = try list.event()
        for version in 2...4 {
            try act("stop", world)
            try observer.heartbeat()
            try world.call("PATCH /models/Post/a", #"{"rating":\#(version * 10)}"#)
            #expect(try observer.event().brief == "update Post a v\(version) [rating]")
            var shown = ""
            while shown != "[a\(version) b1]" { shown = try list.event().brief }
        }
    }

    @Test("Cleared, no record is left and nobody is told; the log begins anew, versions with 1")
    func clear() throws {
        let world = try World(seeded: true)
        defer { world.stop() }
        try world.call("PATCH /models/Post/a", #"{"rating":9}"#)
        try world.call("DELETE /models/Post/b")
        let old = try world.position()
        let observer = try world.stream("/observe?heartbeat=1")
        let list = try world.stream("/observeQuery/Post?heartbeat=1")
        #expect(try list.event().brief == "[a2]")
        for round in 1...2 {
            try act("clear", world)
            try observer.heartbeat()
            try list.heartbeat()
            try act("start", world)
            #expect(try list.event().brief == "[]")
            for id in ["a", "b"] {
                try world.call("POST /models/Post", #"{"id":"\#(id)","title":"again"}"#)
                let event = try observer.event()
                #expect(event.brief == "create Post \(id) v1" && event.seq == (id == "a" ? 1 : 2), "round \(round)")
                #expect(event.id?.hasPrefix(old.prefix { $0 != "-" }) == false, "the epoch is the old one")
            }
            #expect(try list.events(2).map(\.brief) == ["[a1]", "[a1 b1]"])
        }
        let late = try world.stream("/observe", [("Last-Event-ID", old)])
        #expect(try late.event().brief == "reset")
        #expect(try world.call("GET /models/Post", [("Rivulet-After", old)]).status == 412)
    }

    @Test("A chain of records longer than SQLite follows is cleared, too")
    func chain() throws {
        let world = try World(
            schema: "type Node @model { id: ID! next: Node @belongsTo(fields: [\"nextID\"]) nextID: ID }")
        defer { world.stop() }
        for part in 0..<3 {
            let nodes = (0..<1000).map { index in
                let number = part * 1000 + index
                return #"{"id":"\#(number)","nextID":\#(number == 0 ? "null" : "\"\(number - 1)\"")}"#
            }
            #expect(try world.call("POST /models/Node", "[\(nodes.joined(separator: ","))]").status == 201)
        }
        try act("clear", world)
        #expect(try world.call("GET /models/Node").text == #"{"items":[],"nextToken":null}"#)
        // The triggers are back.
        let observer = try world.stream("/observe")
        try world.call("POST /models/Node", #"{"id":"a"}"#)
        #expect(try observer.event().brief == "create Node a v1")
    }

    /// A reader of a few kilobytes is behind by megabytes when the store stops: the server must not go on reading the log.
    @Test("A stream that is behind does not go on while it is stopped, and loses nothing")
    func behind() throws {
        let world = try World { $0.streamBuffer = 4096 }
        defer { world.stop() }
        let slow = try world.stream("/observe/Post", receiveBuffer: 4096)
        let body = String(repeating: "x", count: 50_000)
        for number in 0..<100 {
            try world.call("POST /models/Post", #"{"id":"\#(100 + number)","title":"\#(body)"}"#)
        }
        try act("stop", world)
        #expect(try state(world) == "stopped")
        try act("start", world)
        #expect(try slow.events(100).map { $0["modelId"]?.scalarText } == (100..<200).map { "\($0)" })
    }

    @Test("The hub tells that each model is synced")
    func hub() throws {
        let world = try World(schema: "type A @model { id: ID! } type B @model { id: ID! }")
        defer { world.stop() }
        let hub = try world.stream("/hub?heartbeat=1")
        try hub.heartbeat()
        try act("stop", world)
        try act("start", world)
        let synced = { (model: String) in
            """
            {"type":"hub","eventName":"DataStore.modelSynced","data":{"modelName":"\(model)","isFullSync":false,\
            "isDeltaSync":false,"added":0,"updated":0,"deleted":0}}
            """
        }
        #expect(
            try hub.events(6).map(\.text) == [
                #"{"type":"hub","eventName":"DataStore.outboxStatus","data":{"isEmpty":true}}"#,
                #"{"type":"hub","eventName":"DataStore.syncQueriesStarted","data":{"models":["A","B"]}}"#,
                synced("A"), synced("B"),
                #"{"type":"hub","eventName":"DataStore.syncQueriesReady","data":null}"#,
                #"{"type":"hub","eventName":"DataStore.ready","data":null}"#,
            ])
        try hub.heartbeat()
    }

    @Test(
        "What is refused",
        arguments: [
            Row("GET /datastore/start", 405), Row("POST /datastore", 405), Row("POST /datastore/restart", 404),
            Row("GET /datastore?x=1", 400, faults: ["x"]),
            Row("POST /datastore/clear?really=1", 400, faults: ["really"]),
            Row("GET /hub?since=start", 400, faults: ["since"]),
            Row("GET /hub?heartbeat=0", 400, faults: ["heartbeat"]), Row("POST /hub", 405),
            Row("GET /hub", [("Accept", "application/json")], 406),
            Row("POST /datastore/stop", [("Accept", "text/html")], 406),
            // What a page of another origin could send without asking first.
            Row("POST /datastore/clear", [("Origin", "https://evil.example"), ("Sec-Fetch-Site", "cross-site")], 403),
            Row("POST /models/Post", [("Origin", "http://evil.example")], body: #"{"title":"x"}"#, 403),
        ])
    func refused(_ row: Row) throws {
        let world = try World(seeded: true)
        defer { world.stop() }
        try row.check(world)
        #expect(try state(world) == "running")
    }

    private static func writeAtRandom(_ world: World, seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let connection = try Connection(world)
        for _ in 0..<60 {
            let id = Int.random(in: 0..<8, using: &generator)
            if Int.random(in: 0..<3, using: &generator) == 0 {
                try connection.call("DELETE /models/Post/\(id)")
            } else {
                let rating = Int.random(in: 0..<9, using: &generator)
                try connection.call("PUT /models/Post/\(id)", #"{"title":"t","rating":\#(rating)}"#)
            }
        }
    }

    /// Writers, stops, starts and clears at once: in the end whoever watches knows what is there.
    @Test("In any order, nobody is left with a list or a history that is not so", arguments: [1, 2, 3])
    func disorder(_ seed: UInt64) throws {
        let world = try World()
        defer { world.stop() }
        let observer = try world.stream("/observe/Post")
        let list = try world.stream("/observeQuery/Post?sort=rating")
        let writers = (0..<3).map { writer in
            TestThread {
                do { try Self.writeAtRandom(world, seed: seed &* 31 &+ UInt64(writer)) } catch { Issue.record(error) }
            }
        }
        var generator = SplitMix64(seed: seed)
        // Streams that are opened meanwhile begin somewhere, and miss nothing from there on.
        var late: [EventReader] = []
        for _ in 0..<30 {
            let what = ["stop", "start", "stop", "clear"].randomElement(using: &generator) ?? "stop"
            late.append(try world.stream("/observe/Post"))
            try world.call("POST /datastore/\(what)")
        }
        for writer in writers { #expect(writer.wait()) }
        try world.call("PUT /models/Post/last", #"{"title":"t","rating":100}"#)

        for stream in late {
            while try stream.event()["modelId"] != .string("last") {}
        }
        var known: [String: String] = [:]
        var epoch: Substring = ""
        while known["last"] == nil {
            let event = try observer.event()
            let (id, version) = (event["modelId"]?.scalarText ?? "", event["version"]?.scalarText ?? "")
            let log = (event.id ?? "").prefix { $0 != "-" }
            if log != epoch { known = [:] }
            epoch = log
            let type = event["mutationType"]?.scalarText
            #expect((type == "create") == (known[id] == nil), "seed \(seed): \(event.brief), known: \(known)")
            known[id] = type == "delete" ? nil : version
        }
        let stored = try world.call("GET /models/Post?sort=rating").text
        var shown = ""
        while !stored.hasPrefix(shown) || shown.isEmpty {
            let text = try list.event().text
            shown = "{" + text.dropFirst(#"{"type":"snapshot","isSynced":true,"#.count).dropLast()
        }
        let items = try JSONReader.read(Text(stored))["items"]?.items ?? []
        let there = items.map { "\($0["id"]?.scalarText ?? "") \($0["_version"]?.scalarText ?? "")" }
        #expect(known.map { "\($0) \($1)" }.sorted() == there.sorted(), "seed \(seed)")
    }
}
