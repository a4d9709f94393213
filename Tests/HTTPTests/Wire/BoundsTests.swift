import HTTP
import Testing

/// The bounds of a head, to the byte.
@Suite struct BoundsTests {
    private static func line(_ count: Int) -> String {
        "GET /" + String(repeating: "a", count: count - 14) + " HTTP/1.1\r\nHost: h\r\n\r\n"
    }

    @Test(
        "A request line of the bound is read, one byte more is 414",
        arguments: [(100, "request"), (65_535, "request"), (65_536, "request"), (65_537, "414"), (300_000, "414")])
    func requestLine(_ count: Int, _ expected: String) {
        #expect(outcomes(Self.line(count)) == [expected])
    }

    @Test("A line that never ends is refused as soon as it is too long")
    func unfinishedLine() {
        #expect(outcomes(String(repeating: "a", count: 65_536)) == [])
        #expect(outcomes(String(repeating: "a", count: 65_536) + "\r") == [])
        #expect(outcomes(String(repeating: "a", count: 65_537)) == ["414"])
    }

    @Test("The bound goes before other faults of the line, however the bytes come")
    func boundFirst() {
        let line = [UInt8]((String(repeating: "é", count: 40_000) + "\n").utf8)
        for cuts in [[], [70_000], [line.count - 1]] {
            #expect(parse(line, cuts: cuts).first?.hasPrefix("refuse 414") == true)
        }
    }

    /// A block of exactly `count` bytes, its last CRLF included.
    private static func block(_ count: Int) -> String {
        "GET / HTTP/1.1\r\nHost: h\r\nX: " + String(repeating: "a", count: count - 9 - 5 - 2) + "\r\n\r\n"
    }

    @Test(
        "A header block of the bound, its last CRLF included, is read; one byte more is 431",
        arguments: [(100, "request"), (32_767, "request"), (32_768, "request"), (32_769, "431"), (200_000, "431")])
    func block(_ count: Int, _ expected: String) {
        #expect(outcomes(Self.block(count)) == [expected])
    }

    @Test("A hundred fields are read, one more is 431", arguments: [(99, "request"), (100, "request"), (101, "431")])
    func fields(_ count: Int, _ expected: String) {
        let others = (1..<count).map { "X-\($0): y\r\n" }.joined()
        #expect(outcomes("GET / HTTP/1.1\r\nHost: h\r\n\(others)\r\n") == [expected])
    }

    @Test("A body of the bound is read, one byte more is refused before it comes")
    func body() {
        let head = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: "
        #expect(outcomes(head + "1048576\r\n\r\n" + String(repeating: "x", count: 1_048_576)) == ["request"])
        #expect(outcomes(head + "1048577\r\n\r\n") == ["413"])
    }
}
