import DataStore
import Server
import Testing

/// Positions: `Rivulet-Seq` of writes and `Rivulet-After` of reads (protocol §2, Durable).
@Suite struct DurableTests {
    @Test("Every write says after which change it stands; one that changes nothing says where the log is")
    func positions() throws {
        let world = try World()
        defer { world.stop() }
        var last: Position?
        // The changes that each write makes.
        for (line, body, count) in [
            ("POST /models/Post", #"{"id":"a","title":"A"}"#, 1), ("PATCH /models/Post/a", #"{"rating":1}"#, 1),
            ("PATCH /models/Post/a", #"{"rating":1}"#, 0), ("PUT /models/Post/a", #"{"title":"B"}"#, 1),
            (
                "POST /models/Comment", #"[{"content":"1","postCommentsId":"a"},{"content":"2","postCommentsId":"a"}]"#,
                2
            ),
            ("POST /transaction", "[]", 0), ("DELETE /models/Post?where=false", nil, 0),
            ("DELETE /models/Post/a", nil, 3),
        ] as [(String, String?, Int64)] {
            let answer = try world.call(line, [], body)
            let position = try #require(answer["Rivulet-Seq"].flatMap { Position($0) }, "\(line): \(answer.text)")
            if let last { #expect(position.epoch == last.epoch && position.seq == last.seq + count, "\(line)") }
            last = position
        }
    }

    @Test(
        "A read after a position",
        arguments: [
            "/models/Post", "/models/Post/a", "/observe/Post", "/observe", "/observeQuery/Post",
        ])
    func after(_ path: String) throws {
        let world = try World(seeded: true)
        defer { world.stop() }
        let position = try world.position()
        for text in ["", "7", "-7", "x-", "x-y", "x--1", "x-+1", "x-99999999999999999999"] {
            try Row("GET \(path)", [("Rivulet-After", text)], 400).check(world)
        }
        try Row("GET \(path)", [("Rivulet-After", "other-1")], 412).check(world)
        let answer = try world.call("HEAD \(path)", [("Rivulet-After", position)])
        #expect(answer.status == 200)
    }

    @Test("A position that is not there yet is waited for, and then given up")
    func waiting() throws {
        let world = try World(seeded: true)
        defer { world.stop() }
        let now = try #require(try Position(world.position()))
        let next = Position(epoch: now.epoch, seq: now.seq + 1).description
        // The stream opens only once the change is there, and so it does not tell it.
        let opened = try Socket(port: world.app.port)
        try opened.send(Connection.request("GET /models/Post/new", [("Rivulet-After", next)], nil))
        try Row("POST /models/Post", body: #"{"id":"new","title":"N"}"#, 201).check(world)
        #expect(try Answer.read(opened, isHead: false).status == 200)
        let never = Position(epoch: now.epoch, seq: now.seq + 100).description
        try Row("GET /models/Post", [("Rivulet-After", never)], 503, fields: [("Retry-After", "1")]).check(world)
    }

    @Test("What was acknowledged is there after a restart, under the same epoch")
    func restart() throws {
        let folder = try TemporaryFolder()
        let first = try World { $0.database = folder.path("records.db") }
        try Row("POST /models/Post", body: #"{"id":"a","title":"A"}"#, 201).check(first)
        let position = try first.position()
        first.stop()
        let second = try World { $0.database = folder.path("records.db") }
        defer { second.stop() }
        #expect(try second.position() == position)
        try Row("GET /models/Post/a", [("Rivulet-After", position)], 200, contains: [#""title":"A""#]).check(second)
        let stream = try second.stream("/observe/Post?since=start")
        #expect(try stream.event().brief == "create Post a v1")
    }
}
