import Dispatch
import HTTP
import Testing

/// The end of a server, within its grace.
@Suite struct StopTests {
    private static let handler: @Sendable (Exchange) -> Void = { exchange in
        guard exchange.request.path == "/stream" else { return exchange.respond(text("done")) }
        exchange.openStream(headers: Headers(), first: [UInt8]("hi\n".utf8)) { _ in }
    }

    @Test("Idle connections end, a request whose body is coming is answered, streams say farewell")
    func stop() throws {
        let test = try TestServer(handler: Self.handler)
        let idle = try test.client()
        try idle.send(get("/"))
        #expect(try idle.readAnswer().body == "done")
        let streams = try (0..<20).map { _ in try test.client() }
        for stream in streams {
            try stream.send(get("/stream"))
            _ = try stream.read(through: "hi\n\r\n")
        }
        let sending = try test.client()
        try sending.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
        _ = try sending.read(through: "100 Continue\r\n\r\n")

        let stopped = Recorder<Bool>()
        DispatchQueue.global().async {
            test.stop()
            stopped.record(true)
        }
        #expect(try idle.readAll().isEmpty)
        for stream in streams { #expect(try stream.readAll() == "4\r\nbye\n\r\n0\r\n\r\n") }
        #expect(throws: Client.Failure.self) { try test.client() }
        #expect(stopped.all.isEmpty)
        try sending.send("ab")
        let answer = try sending.readAll()
        #expect(answer.contains("Connection: close\r\n") && answer.hasSuffix("done"))
        #expect(stopped.wait())
        #expect(test.server.connectionCount == 0)
    }

    @Test("Past the grace what is left is closed")
    func grace() throws {
        let test = try TestServer(handler: Self.handler)
        let hanging = try test.client()
        try hanging.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
        _ = try hanging.read(through: "100 Continue\r\n\r\n")
        test.stop(grace: 1)
        #expect(test.server.connectionCount == 0)
        #expect(try hanging.readAll().isEmpty)
    }
}
