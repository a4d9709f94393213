import HTTP
import Testing

/// Any split of the bytes gives the same steps: of pipelined requests, well-formed and not.
@Suite struct SplitTests {
    private static let limits = {
        var limits = WireLimits()
        limits.requestLine = 40
        limits.headerBytes = 120
        limits.headerFields = 6
        limits.body = 64
        return limits
    }()

    private static let pieces = [
        "GET / HTTP/1.1\r\nHost: h\r\n\r\n", "GET /a?b HTTP/1.0\r\n\r\n", "\r\n",
        "POST /i HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nabcde",
        "POST /s HTTP/1.1\r\nHost: h\r\nContent-Length: 7\r\n\r\nstreams",
        "POST /s HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
        "POST /i HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3;x=\"y\"\r\nabc\r\n0\r\nT: u\r\n\r\n",
        "PUT /i HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nxy",
        "GET /\(String(repeating: "a", count: 26)) HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /\(String(repeating: "a", count: 27)) HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nX: \(String(repeating: "a", count: 105))\r\n\r\n", "GET / HTTP/1.1\nHost: h\n\n",
        "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n", "\u{16}\u{3}\u{1}\r\n",
        "GET /\(String(repeating: "b", count: 40)) HTTP/1.1\n",
        "GET / HTTP/1.1\r\nX: \(String(repeating: "b", count: 130))\n",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 65\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\n a\r\n\r\n",
    ]

    @Test("Random sequences, damaged at random, split at random")
    func anySplit() {
        let seed = UInt64.random(in: .min ... .max)
        var random = SplitMix64(seed: seed)
        for round in 0..<3000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                bytes += [UInt8](Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)].utf8)
            }
            for _ in 0..<Int.random(in: 0...2, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0: bytes[place] = [13, 10, 0, 32, 58, 59, 48][Int.random(in: 0..<7, using: &random)]
                case 1: bytes.remove(at: place)
                default: bytes.insert(UInt8.random(in: .min ... .max, using: &random), at: place)
                }
            }
            var cuts: [Int] = []
            for place in 0..<bytes.count where Int.random(in: 0..<6, using: &random) == 0 { cuts.append(place) }
            let streams: @Sendable (Request) -> Bool = { $0.path == "/s" }
            let whole = parse(bytes, limits: Self.limits, streams: streams)
            let split = parse(bytes, cuts: cuts, limits: Self.limits, streams: streams)
            let single = parse(bytes, cuts: Array(0..<bytes.count), limits: Self.limits, streams: streams)
            guard whole == split, whole == single else {
                Issue.record("seed \(seed), round \(round): \(whole) but \(split) and \(single)")
                return
            }
        }
    }
}
