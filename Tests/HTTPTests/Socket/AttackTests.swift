import Dispatch
import Glibc
import HTTP
import Testing

/// Requests that are broken at random, over sockets: each gets an answer or an end, and the server keeps nothing of them.
@Suite struct AttackTests {
    private static let requests = 16_000
    private static let threads = 4

    private static let wholes = [
        get("/a/b?c=d"), get("/stream"), "HEAD / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
        "POST /a HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{\"title\":\"t\"}",
        "PUT /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5;x=\"y\"\r\nhello\r\n0\r\nT: u\r\n\r\n",
        "POST /body HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc",
        "GET http://h:80/x HTTP/1.1\r\nHost: h:80\r\nAccept-Encoding: gzip;q=0.5, *;q=0\r\nRange: bytes=0-5\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: [::1]:8080\r\nIf-None-Match: W/\"1\", *\r\n\r\n",
    ]

    private static let pieces = [
        "\r", "\n", "\r\n", "\0", " ", "\t", ":", ",", ";", "\"", "%", "%0", "%ff", "..", "HTTP/1.1", "HTTP/9.9",
        "Host: x\r\n",
        "Content-Length: 5\r\n", "Content-Length: -1\r\n", "Content-Length: 99999999999999999999\r\n",
        "Transfer-Encoding: chunked\r\n", "Transfer-Encoding: gzip\r\n", "Connection: close\r\n",
        "Expect: 100-continue\r\n",
        "0\r\n\r\n", "ffffffffffffffff\r\n", "\r\n\r\n", "X: " + String(repeating: "y", count: 5000) + "\r\n",
    ].map { [UInt8]($0.utf8) }

    private static func mutated(_ random: inout SplitMix64) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 1...3, using: &random) { bytes += [UInt8](wholes[random.index(wholes.count)].utf8) }
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = random.index(bytes.count)
            switch random.index(6) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[place] ^= 1 << UInt8(random.index(8))
            case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.index(20)))
            case 3: bytes.insert(contentsOf: pieces[random.index(pieces.count)], at: place)
            case 4: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 1 + random.index(40))], at: place)
            default: bytes.removeSubrange((place + 1)...)
            }
            if bytes.isEmpty { bytes = [0x47] }
        }
        return bytes
    }

    @Test("Thousands of broken requests leave nothing behind", arguments: [UInt64(2_026)])
    func attack(seed: UInt64) throws {
        let test = try TestServer({
            $0.streamsBody = { $0.path == "/body" }
            $0.limits.headerBytes = 8192
        }) { exchange in
            switch exchange.request.path {
            case "/stream": exchange.openStream(headers: Headers(), first: [1]) { $0.finish() }
            case "/body" where exchange.hasStreamedBody: exchange.readBody { _ in exchange.respond(text("read")) }
            default: exchange.respond(Response(.ok, type: "text/plain", [UInt8](repeating: 0x61, count: 2000)))
            }
        }
        try round(test.port, count: 400, seed: seed &+ 1)
        let memory = Self.residentBytes()
        try round(test.port, count: Self.requests / Self.threads, seed: seed)
        // All connections have ended, and a new one is served.
        let client = try test.client()
        try client.send(get("/"))
        #expect(try client.readAnswer().head.hasPrefix("HTTP/1.1 200 "))
        test.stop()
        #expect(test.server.connectionCount == 0)
        // What a sanitizer keeps of freed memory is more than what may stay.
        #expect(Self.residentBytes() - memory < 256 << 20)
    }

    private func round(_ port: UInt16, count: Int, seed: UInt64) throws {
        let faults = Recorder<String>()
        DispatchQueue.concurrentPerform(iterations: Self.threads) { thread in
            var random = SplitMix64(seed: seed &+ UInt64(thread) << 32)
            for number in 0..<count {
                let bytes = Self.mutated(&random)
                do {
                    if let fault = try Self.fault(of: bytes, port) { faults.record("\(number) of \(thread): \(fault)") }
                } catch {
                    faults.record("\(number) of \(thread): \(error)")
                }
            }
        }
        #expect(faults.all.isEmpty, "seed \(seed)")
    }

    /// What is wrong with the answers to such bytes; nil when they are answers, or an end.
    private static func fault(of bytes: [UInt8], _ port: UInt16) throws -> String? {
        let client = try Client(port: port)
        // A reset leaves no port in TIME_WAIT.
        defer { client.reset() }
        do {
            try client.send(bytes)
            client.finish()
            let answer = try client.readAllBytes()
            return answer.isEmpty || answer.starts(with: "HTTP/1.1 ".utf8)
                ? nil : String(decoding: answer, as: UTF8.self)
        } catch let failure as Client.Failure where failure.isReset {
            // It was refused while it was still sending.
            return nil
        }
    }

    private static func residentBytes() -> Int {
        let file = open("/proc/self/statm", O_RDONLY)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        var text = [UInt8](repeating: 0, count: 128)
        let count = read(file, &text, text.count)
        let words = text[..<max(0, count)].split(separator: 0x20)
        return words.count > 1
            ? (Int(String(decoding: words[1], as: UTF8.self)) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
    }
}
