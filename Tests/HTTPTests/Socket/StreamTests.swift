import Dispatch
import HTTP
import Testing

/// Streams over loopback.
@Suite struct StreamTests {
    private static func frame(_ text: String) -> Frame { Frame(payload: [UInt8](text.utf8)) }

    private static let headers = {
        var headers = Headers()
        headers.add("Content-Type", "text/event-stream")
        return headers
    }()

    private func server(
        _ configure: (inout HTTPConfiguration) -> Void = { _ in },
        start: @escaping @Sendable (StreamChannel) -> Void
    ) throws -> TestServer {
        try TestServer(configure) { exchange in
            exchange.openStream(headers: Self.headers, first: [UInt8](": hi\n\n".utf8), start: start)
        }
    }

    @Test("Head and first bytes leave at once; frames follow as chunks; the end is clean")
    func chunked() throws {
        let test = try server { channel in
            channel.send(Self.frame("a"))
            channel.send([Self.frame("bb"), Self.frame(String(repeating: "c", count: 16))])
            channel.finish(Self.frame("last"))
            channel.send(Self.frame("never"))
        }
        defer { test.stop() }
        let client = try test.client()
        try client.send(get("/"))
        let answer = try client.readAll()
        #expect(answer.contains("Transfer-Encoding: chunked\r\n") && answer.contains("text/event-stream"))
        let c = String(repeating: "c", count: 16)
        #expect(answer.hasSuffix("\r\n\r\n6\r\n: hi\n\n\r\n1\r\na\r\n2\r\nbb\r\n10\r\n\(c)\r\n4\r\nlast\r\n0\r\n\r\n"))
    }

    @Test("HTTP/1.0 gets the payloads alone, until the connection ends")
    func closeDelimited() throws {
        let test = try server { channel in
            channel.send([Self.frame("a"), Self.frame("b")])
            channel.finish()
        }
        defer { test.stop() }
        let client = try test.client()
        try client.send("GET / HTTP/1.0\r\n\r\n")
        let answer = try client.readAll()
        #expect(!answer.contains("chunked") && answer.hasSuffix("\r\n\r\n: hi\n\nab"))
    }

    @Test("HEAD gets the head of a stream, and the connection goes on")
    func head() throws {
        let started = Recorder<Bool>()
        let test = try server { channel in
            started.record(true)
            channel.finish()
        }
        defer { test.stop() }
        let client = try test.client()
        try client.send("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n" + get("/"))
        #expect(try client.readAnswer(isHead: true).head.contains("text/event-stream"))
        #expect(try client.readAll().hasSuffix("0\r\n\r\n"))
        #expect(started.all.count == 1)
        #expect(test.server.streamCount <= 1)
    }

    @Test("A slow reader gets everything in order; what waits is counted, and the drain told")
    func slowReader() throws {
        let events = Recorder<String>()
        let count = 3000
        let test = try server { channel in
            channel.onDrain = {
                events.record("drained \(channel.pendingBytes)")
                channel.finish()
            }
            channel.onClose = { events.record("closed") }
            let filler = String(repeating: "x", count: 2000)
            for index in 0..<count { channel.send(Self.frame("\(index) \(filler)\n")) }
            events.record(channel.pendingBytes > 0 ? "waits" : "sent")
        }
        defer { test.stop() }
        let client = try test.client(receiveBuffer: 4096)
        try client.send(get("/"))
        #expect(events.wait())
        #expect(events.all == ["waits"])
        let lines = try client.readAll().utf8.split(separator: UInt8(ascii: "\n"))
        let numbers = lines.filter { $0.last == UInt8(ascii: "x") }.compactMap { line in
            Substring(line.prefix { $0 != UInt8(ascii: " ") })
        }
        #expect(numbers.compactMap { Int($0) } == Array(0..<count))
        #expect(events.wait())
        #expect(events.all == ["waits", "drained 0"])
    }

    @Test("Heartbeats fill the silence")
    func heartbeat() throws {
        let test = try server { $0.heartbeat(every: 1, Self.frame(":\n\n")) }
        defer { test.stop() }
        let client = try test.client()
        try client.send(get("/"))
        _ = try client.read(through: "3\r\n:\n\n\r\n")
        _ = try client.read(through: "3\r\n:\n\n\r\n")
    }

    @Test("A client that leaves, by end or by reset, is told once", arguments: [true, false])
    func gone(_ byReset: Bool) throws {
        let events = Recorder<String>()
        let test = try server { channel in
            channel.onClose = { events.record("closed") }
            events.record("started")
        }
        defer { test.stop() }
        var client: Client? = try test.client()
        try client?.send(get("/"))
        #expect(events.wait())
        _ = try client?.read(through: ": hi")
        if byReset { client?.reset() } else { client?.finish() }
        if byReset { client = nil }
        #expect(events.wait())
        #expect(events.all == ["started", "closed"])
        #expect(test.server.streamCount == 0)
    }

    @Test("An output that makes no progress is closed after its time")
    func noProgress() throws {
        let events = Recorder<String>()
        let test = try server({ $0.streamTimeout = 1 }) { channel in
            channel.onClose = { events.record("closed") }
            let frame = Frame(payload: [UInt8](repeating: 1, count: 1 << 20))
            for _ in 0..<16 { channel.send(frame) }
        }
        defer { test.stop() }
        let client = try test.client(receiveBuffer: 4096)
        try client.send(get("/"))
        #expect(events.wait())
        #expect(events.all == ["closed"])
    }

    @Test("An address has its share of streams; past it 429, and a stream that ends makes room")
    func perAddress() throws {
        let channels = Recorder<StreamChannel>()
        let test = try server({ $0.maximumStreamsPerAddress = 2 }) { channels.record($0) }
        defer { test.stop() }
        let clients = try (0..<2).map { _ in try test.client() }
        for client in clients {
            try client.send(get("/"))
            _ = try client.read(through: ": hi")
        }
        let third = try test.client()
        try third.send(get("/"))
        let answer = try third.readAnswer()
        #expect(answer.head.hasPrefix("HTTP/1.1 429 ") && answer.head.contains("Retry-After: "))
        #expect(channels.wait(for: 2))
        let closed = Recorder<Bool>()
        test.server.streams.queue.sync {
            channels.all[0].onClose = { closed.record(true) }
            channels.all[0].close()
        }
        #expect(closed.wait())
        try third.send(get("/"))
        _ = try third.read(through: ": hi")
    }

    @Test("A fan-out reaches every stream in order, on the streams' queue")
    func fanOut() throws {
        let channels = Recorder<StreamChannel>()
        let test = try server { channels.record($0) }
        defer { test.stop() }
        let clients = try (0..<50).map { _ in try test.client() }
        for client in clients { try client.send(get("/")) }
        #expect(channels.wait(for: 50))
        for round in 0..<20 {
            let frame = Self.frame("frame \(round)\n")
            test.server.streams.queue.async { for channel in channels.all { channel.send(frame) } }
        }
        for client in clients {
            var last = 0
            while last < 19 {
                let text = try client.read(through: "\n\r\n")
                guard let number = text.split(separator: " ").last.flatMap({ Int($0.prefix { $0.isNumber }) }) else {
                    continue
                }
                #expect(number == last || number == last + 1 || number == 0)
                last = number
            }
        }
    }
}
