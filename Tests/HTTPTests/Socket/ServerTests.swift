import Dispatch
import Glibc
import HTTP
import Locks
import Testing

/// Requests and answers over loopback.
@Suite struct ServerTests {
    private static let work = DispatchQueue(label: "test.work", attributes: .concurrent)
    private static let large = [UInt8](repeating: UInt8(ascii: "x"), count: 3 << 20)

    /// Answers by path: at once, from another thread, with much, with what was sent, or not at all.
    private static let handler: @Sendable (Exchange) -> Void = { exchange in
        let request = exchange.request
        switch request.path {
        case "/large": exchange.respond(Response(.ok, type: "text/plain", large))
        case "/echo": exchange.respond(Response(.ok, type: "text/plain", request.body))
        case "/later": work.async { exchange.respond(text(request.query ?? "")) }
        case "/dropped": break
        case "/none": exchange.respond(Response(.noContent, body: .bytes([1, 2, 3])))
        default: exchange.respond(text(request.target))
        }
    }

    @Test("Pipelined requests are answered in order, wherever they are answered from")
    func pipelining() throws {
        let test = try TestServer(handler: Self.handler)
        defer { test.stop() }
        let client = try test.client()
        let requests = (0..<60).map { $0 % 3 == 1 ? get("/later?\($0)") : get("/\($0)") }
        try client.send(requests.joined())
        for index in 0..<60 {
            #expect(try client.readAnswer().body == (index % 3 == 1 ? "\(index)" : "/\(index)"))
        }
    }

    @Test("Bodies come whole, large ones and in chunks, and the connection goes on")
    func bodies() throws {
        let test = try TestServer(handler: Self.handler)
        defer { test.stop() }
        let client = try test.client()
        let body = String(repeating: "0123456789abcdef", count: 65_536)
        try client.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        #expect(try client.readAnswer().body == body)
        try client.send(
            "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n100000\r\n\(body)\r\n0\r\n\r\n")
        #expect(try client.readAnswer().body == body)
        try client.send(get("/next"))
        #expect(try client.readAnswer().body == "/next")
    }

    @Test("HEAD has the length of GET and no body; 204 has neither")
    func bodiless() throws {
        let test = try TestServer(handler: Self.handler)
        defer { test.stop() }
        let client = try test.client()
        try client.send("HEAD /large HTTP/1.1\r\nHost: h\r\n\r\n" + get("/none") + get("/next"))
        #expect(try client.readAnswer(isHead: true).head.contains("Content-Length: \(3 << 20)\r\n"))
        #expect(try !client.readAnswer().head.contains("Content-Length"))
        #expect(try client.readAnswer().body == "/next")
    }

    @Test("100 comes before the body is sent; a declared length past the bound is 413 instead")
    func expectContinue() throws {
        let test = try TestServer(handler: Self.handler)
        defer { test.stop() }
        let client = try test.client()
        try client.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
        #expect(try client.read(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        try client.send("ab")
        #expect(try client.readAnswer().body == "ab")
        try client.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 9999999\r\nExpect: 100-continue\r\n\r\n")
        #expect(try client.readAll().hasPrefix("HTTP/1.1 413 "))
    }

    @Test("A client that sends too much reads why, then the end, and no reset")
    func lingering() throws {
        let test = try TestServer(handler: Self.handler)
        defer { test.stop() }
        let client = try test.client()
        try client.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 10000000\r\n\r\n")
        try client.send([UInt8](repeating: 0, count: 10_000_000))
        let answer = try client.readAll()
        #expect(answer.hasPrefix("HTTP/1.1 413 ") && answer.contains("Connection: close"))
    }

    @Test("A slow reader gets a large answer whole, then the end", arguments: ["1.0", "1.1"])
    func slowReader(_ version: String) throws {
        let test = try TestServer(handler: Self.handler)
        defer { test.stop() }
        let client = try test.client(receiveBuffer: 4096)
        try client.send(get("/large", "Connection: close\r\n", version: version))
        let answer = try client.readAll()
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.utf8.count > Self.large.count)
        #expect(answer.hasSuffix("\r\n\r\n" + String(decoding: Self.large, as: UTF8.self)))
    }

    @Test("A file is sent from its offset, whole, and its descriptor closed")
    func file() throws {
        let path = "/tmp/http-tests-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        let content = (0..<400_000).map { UInt8($0 % 251) }
        let output = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { unlink(path) }
        #expect(content.withUnsafeBytes { write(output, $0.baseAddress, $0.count) } == content.count)
        Glibc.close(output)
        let descriptors = Lock<[Int32]>([])
        let test = try TestServer { exchange in
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            descriptors.withLock { $0.append(descriptor) }
            let slice = FileSlice(descriptor: descriptor, offset: 1000, count: 399_000)
            exchange.respond(Response(.ok, body: .file(slice)))
        }
        let client = try test.client(receiveBuffer: 8192)
        try client.send("HEAD / HTTP/1.1\r\nHost: h\r\n\r\n" + get("/", "Connection: close\r\n"))
        #expect(try client.readAnswer(isHead: true).head.contains("Content-Length: 399000\r\n"))
        _ = try client.read(through: "\r\n\r\n")
        #expect(try client.readAll() == String(decoding: content[1000...], as: UTF8.self))
        test.stop()
        // The number may have been taken again by another test, but not for this file.
        for descriptor in descriptors.withLock({ $0 }) {
            var status = stat()
            var original = stat()
            #expect(stat(path, &original) == 0)
            #expect(fstat(descriptor, &status) != 0 || status.st_ino != original.st_ino)
        }
    }

    @Test("An exchange that is dropped is answered 500")
    func dropped() throws {
        let test = try TestServer(handler: Self.handler)
        defer { test.stop() }
        let client = try test.client()
        try client.send(get("/dropped") + get("/next"))
        #expect(try client.readAnswer().head.hasPrefix("HTTP/1.1 500 "))
        #expect(try client.readAnswer().body == "/next")
    }

    @Test("Clients that reset in the middle of anything harm nobody")
    func resets() throws {
        let test = try TestServer(handler: Self.handler)
        defer { test.stop() }
        for request in [
            get("/large"), get("/later?1"), "GET /x HT", "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nx",
        ] {
            for _ in 0..<10 {
                let client = try test.client(receiveBuffer: 4096)
                try client.send(request)
                client.reset()
            }
        }
        let client = try test.client()
        try client.send(get("/next", "Connection: close\r\n"))
        #expect(try client.readAll().hasSuffix("/next"))
    }

    @Test("A streamed body is read as fast as it is asked for, past the bound of others")
    func streamedBody() throws {
        let test = try TestServer({ $0.streamsBody = { $0.path == "/import" } }) { exchange in
            guard exchange.hasStreamedBody else { return exchange.respond(text("next")) }
            count(exchange, 0)
        }
        defer { test.stop() }
        let client = try test.client()
        try client.send("POST /import HTTP/1.1\r\nHost: h\r\nContent-Length: 5000000\r\n\r\n")
        try client.send([UInt8](repeating: 1, count: 5_000_000))
        #expect(try client.readAnswer().body == "5000000")
        try client.send(get("/next"))
        #expect(try client.readAnswer().body == "next")
    }

    @Test("Connections past their number are told so, and closed")
    func tooMany() throws {
        let test = try TestServer({ $0.maximumConnections = 2 }, handler: Self.handler)
        defer { test.stop() }
        let first = try test.client()
        let second = try test.client()
        for client in [first, second] {
            try client.send(get("/ok"))
            #expect(try client.readAnswer().body == "/ok")
        }
        let third = try test.client()
        try third.send(get("/no"))
        let answer = try third.readAll()
        #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.contains("Retry-After: "))
        // Those that cannot be kept to read their request are told at once, before they ask.
        let crowd = try (0..<40).map { _ in try test.client() }
        for client in crowd { #expect(try client.readAll().hasPrefix("HTTP/1.1 503 ")) }
        try first.send(get("/still"))
        #expect(try first.readAnswer().body == "/still")
    }

    @Test("The log hears of each answer: the path without its query, and refusals")
    func log() throws {
        let records = Recorder<AccessRecord>()
        let test = try TestServer({ $0.log = { records.record($0) } }, handler: Self.handler)
        defer { test.stop() }
        let client = try test.client()
        try client.send(get("/a?token=secret") + "nonsense\r\n\r\n")
        #expect(records.wait(for: 2))
        #expect(records.all.map(\.path) == ["/a", ""])
        #expect(records.all.map(\.status) == [200, 400])
        #expect(records.all.map(\.peer) == ["127.0.0.1", "127.0.0.1"])
    }

    @Test("A port that is taken is an error that names it")
    func portTaken() throws {
        let test = try TestServer(handler: Self.handler)
        defer { test.stop() }
        let address = try #require(SocketAddress("127.0.0.1:\(test.port)"))
        let other = try HTTPServer(configuration: HTTPConfiguration(address: address), handler: Self.handler)
        let error = #expect(throws: SocketError.self) { try other.start() }
        #expect(error?.code == EADDRINUSE && error?.description.contains("\(test.port)") == true)
    }
}

/// Reads a streamed body to its end from another thread, and answers its length.
private func count(_ exchange: Exchange, _ sum: Int) {
    exchange.readBody { event in
        switch event {
        case .bytes(let bytes): DispatchQueue.global().async { count(exchange, sum + bytes.count) }
        case .end: exchange.respond(text("\(sum)"))
        case .failed(let refusal): exchange.refuse(refusal)
        }
    }
}
