import Glibc
import Testing

/// `rivulet serve` as a process: where it listens, whose word counts, how it ends (protocol §5, §7).
@Suite struct ServeTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("schema.graphql", World.blog)
    }

    private func serve(_ words: [String] = [], _ environment: [String: String] = [:]) throws -> CommandProcess {
        try CommandProcess(["serve"] + words, environment: environment, folder: folder.path)
    }

    /// The port of the first line on stdout.
    private func port(_ process: CommandProcess) throws -> UInt16 {
        let line = try process.firstLine()
        let prefix = "listening on http://127.0.0.1:"
        guard line.hasPrefix(prefix), let port = UInt16(line.dropFirst(prefix.count)) else { throw Failure(line) }
        return port
    }

    @Test(
        "Flag, variable, default: the first that is given counts",
        arguments: [
            (["--listen", "127.0.0.1:0"], [:]), (["--listen=127.0.0.1:0"], ["PORT": "1"]),
            (["--listen", "127.0.0.1:0"], ["RIVULET_LISTEN": "nonsense"]), ([], ["RIVULET_LISTEN": "127.0.0.1:0"]),
            ([], ["PORT": "0"]), ([], ["PORT": "0", "RIVULET_LISTEN": "127.0.0.1:1"]),
        ] as [([String], [String: String])])
    func order(_ words: [String], _ environment: [String: String]) throws {
        let process = try serve(words, environment)
        let socket = try Socket(port: try port(process))
        try socket.send(Connection.request("GET /healthz", [("Connection", "close")], nil))
        #expect(try Answer.read(socket, isHead: false).status == 200)
        process.signal(SIGTERM)
        #expect(try process.wait() == 0)
        // The defaults lie in the working folder.
        #expect(access(folder.path("rivulet.db"), F_OK) == 0)
    }

    @Test("TERM and INT end it with 0, and each stream in order", arguments: [SIGTERM, SIGINT])
    func end(_ signal: Int32) throws {
        let process = try serve(["--listen", "127.0.0.1:0", "--database", ":memory:"])
        let stream = try EventReader(port: try port(process), "/observe")
        process.signal(signal)
        #expect(try stream.rest().isEmpty && stream.retries.count == 2)
        #expect(try process.wait() == 0)
        for line in try process.readErrors().split(separator: "\n") { #expect(line.hasPrefix("{\"time\":\"")) }
    }

    @Test("HUP is no end; a second TERM ends it at once")
    func signals() throws {
        let process = try serve(["--listen", "127.0.0.1:0", "--database", ":memory:", "--shutdown-grace", "60"])
        let port = try port(process)
        process.signal(SIGHUP)
        // A request that does not end holds the first TERM up.
        let socket = try Socket(port: port)
        try socket.send(
            Array("POST /models/Post HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n".utf8))
        #expect(try socket.line() == "HTTP/1.1 100 Continue")
        process.signal(SIGTERM)
        // No longer listened at: the end has begun.
        #expect(try Eventually.holds { !isListening(port) })
        process.signal(SIGTERM)
        #expect(try process.wait() == 1)
    }

    @Test("Readers that stop cost the server their buffers, not what they have missed")
    func memory() throws {
        let process = try serve(["--listen", "127.0.0.1:0", "--stream-buffer", "4096"])
        let port = try port(process)
        // Each has a topic of its own, so that none shares its frames with another.
        let slow = try (0..<40).map {
            try EventReader(port: port, "/observe/Post?where=rating!=\($0)", receiveBuffer: 4096)
        }
        let body = #"{"title":"\#(String(repeating: "x", count: 10_000))","rating":"#
        func write(_ ratings: Range<Int>) throws {
            let socket = try Socket(port: port)
            for rating in ratings {
                try socket.send(Connection.request("PUT /models/Post/a", [], "\(body)\(rating)}"))
                guard try Answer.read(socket, isHead: false).status < 300 else { throw Failure("not written") }
            }
        }
        // The first fill what the system buffers.
        try write(100..<150)
        let before = Memory.resident(process.id)
        try write(150..<650)
        // They have missed 40 times 5 MB. The database's cache grows with what is written, and a sanitizer triples it all.
        #expect(Memory.resident(process.id) - before < 100 << 20)
        #expect(try slow[0].event().brief == "create Post a v1")
    }

    private func isListening(_ port: UInt16) -> Bool {
        do {
            _ = try Socket(port: port)
            return true
        } catch {
            return false
        }
    }

    @Test("What cannot be served is said, and ends with 1")
    func failures() throws {
        let taken = try serve(["--listen", "127.0.0.1:0", "--database", ":memory:"])
        let port = try port(taken)
        try folder.write("auth.graphql", "type A @model @auth(rules: [{allow: owner}]) { id: ID! }")
        for (words, says) in [
            (["--schema", "/nonexistent"], "/nonexistent"), (["--database", "/nonexistent/a.db"], "/nonexistent/a.db"),
            (["--listen", "127.0.0.1:\(port)", "--database", ":memory:"], "127.0.0.1:\(port)"),
            (["--schema", folder.path("auth.graphql")], "--insecure-ignore-auth"),
        ] {
            let process = try serve(words)
            #expect(try process.readOutput().isEmpty)
            let errors = try process.readErrors()
            #expect(errors.contains(says))
            if words[0] != "--schema" || says.hasPrefix("--") { #expect(errors.contains("\"level\":\"error\"")) }
            #expect(try process.wait() == 1)
        }
    }
}
