import DataStore
import HTTP
import Server
import Testing

/// What all streams have in common: how they open, live, lag and end (protocol §3, §5).
@Suite struct StreamTests {
    private static let paths = ["/observe", "/observe/Post", "/observe/Post/a", "/observeQuery/Post"]

    @Test("Status and headers, of GET and of HEAD, which ends there", arguments: paths)
    func opening(_ path: String) throws {
        let world = try World(seeded: true)
        defer { world.stop() }
        let connection = try Connection(world)
        let head = try connection.call("HEAD \(path)")
        for answer in [head, try world.stream(path).head] {
            #expect(answer.status == 200)
            #expect(answer["Content-Type"] == "text/event-stream")
            #expect(answer["Cache-Control"] == "no-store, no-transform")
            #expect(answer["X-Accel-Buffering"] == "no")
            #expect(answer["Content-Length"] == nil)
        }
    }

    @Test("Each client is told to come back after another time, the configured one ± half")
    func retry() throws {
        let world = try World { $0.retry = 4 }
        defer { world.stop() }
        let times = try (0..<30).flatMap { _ in try world.stream("/observe").retries }
        #expect(times.allSatisfy { (2000...6000).contains($0) } && Set(times).count > 10, "\(times)")
    }

    @Test("In silence comes a comment", arguments: paths)
    func heartbeat(_ path: String) throws {
        let world = try World()
        defer { world.stop() }
        let clock = ContinuousClock()
        let stream = try world.stream("\(path)?heartbeat=1")
        if path.hasPrefix("/observeQuery") { _ = try stream.event() }
        let start = clock.now
        try stream.heartbeat()
        #expect((Duration.milliseconds(500)...Duration.seconds(10)).contains(clock.now - start))
    }

    @Test("At its end the server tells each stream when to come back, and ends it in order")
    func farewell() throws {
        let world = try World(seeded: true)
        let streams = try Self.paths.map { try world.stream($0) }
        _ = try streams[3].event()
        world.stop()
        for stream in streams {
            #expect(try stream.rest().isEmpty)
            #expect(stream.retries.count == 2 && stream.retries.allSatisfy { (1000...3000).contains($0) })
        }
    }

    @Test("Past the streams of one address there is 429 until one ends")
    func tooMany() throws {
        let world = try World { $0.http.maximumStreamsPerAddress = 2 }
        defer { world.stop() }
        var streams = try (0..<2).map { _ in try world.stream("/observe") }
        try Row("GET /observe", 429, fields: [("Retry-After", "5")]).check(world)
        try Row("GET /observeQuery/Post", 429).check(world)
        streams.removeLast()
        // The server sees the end when it comes; until then it may still refuse.
        #expect(try Eventually.holds { try world.opens("/observe") })
    }

    @Test(
        "A reader that stops and goes on later loses nothing, in order",
        arguments: [
            "/observe/Post", "/observe", "/observe/Post?fields=meta&where=true",
        ])
    func slowReader(_ target: String) throws {
        let world = try World {
            $0.streamBuffer = 16 << 10
            $0.http.streamTimeout = 600
        }
        defer { world.stop() }
        let slow = try world.stream(target, receiveBuffer: 4096)
        let quick = try world.stream(target)
        let text = String(repeating: "x", count: 10_000)
        let writer = try Connection(world)
        // 3 MB, of which the sockets hold a part at most.
        let count = 300
        for index in 0..<count {
            let answer = try writer.call("PUT /models/Post/a", #"{"title":"\#(index)","meta":"\#(text)"}"#)
            guard answer.status < 300 else { throw Failure(answer.text) }
            _ = try quick.event()
        }
        var last: Int64 = 0
        for index in 1...count {
            let event = try slow.event()
            #expect(event["version"]?.scalarText == "\(index)")
            #expect(event.seq.map { $0 > last } == true)
            last = event.seq ?? 0
        }
        // And it is up to date again.
        try writer.call("DELETE /models/Post/a")
        #expect(try slow.event().brief == "delete Post a v\(count + 1)")
    }

    @Test("A slow reader of a list gets newer snapshots, never an older one, and the newest last")
    func slowListReader() throws {
        let world = try World { $0.streamBuffer = 16 << 10 }
        defer { world.stop() }
        let slow = try world.stream("/observeQuery/Post", receiveBuffer: 4096)
        let text = String(repeating: "x", count: 100_000)
        let writer = try Connection(world)
        let count = 100
        for index in 1...count { try writer.call("PUT /models/Post/a", #"{"title":"\#(index)","meta":"\#(text)"}"#) }
        var seen: [Int64] = []
        var brief = ""
        while brief != "[a\(count)]" {
            let event = try slow.event()
            brief = event.brief
            seen.append(event.seq ?? 0)
        }
        #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 })
        #expect(seen.count < count)
    }
}
