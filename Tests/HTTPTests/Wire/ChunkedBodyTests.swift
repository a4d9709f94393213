import HTTP
import Testing

/// The chunked coding (RFC 9112 §7.1) as a table.
@Suite struct ChunkedBodyTests {
    private static let head = "POST /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"

    static let good = [
        ("3\r\nabc\r\n0\r\n\r\n", "abc"), ("1\r\na\r\n2\r\nbc\r\n0\r\n\r\n", "abc"), ("0\r\n\r\n", ""),
        ("0003\r\nabc\r\n000\r\n\r\n", "abc"), ("3;a=b\r\nabc\r\n0;x\r\n\r\n", "abc"),
        ("3;a=\"y;\\\"z\" ; b\r\nabc\r\n0\r\n\r\n", "abc"), ("3 ;a\r\nabc\r\n0\r\nT: x\r\nU: y\r\n\r\n", "abc"),
        ("A\r\n0123456789\r\na\r\n0123456789\r\n0\r\n\r\n", "01234567890123456789"),
    ]

    @Test("A well-formed body is read", arguments: good)
    func reads(_ chunks: String, _ body: String) {
        let steps = parse([UInt8]((Self.head + chunks + "GET / HTTP/1.1\r\nHost: h\r\n\r\n").utf8))
        #expect(steps.count == 2)
        #expect(steps[0].hasSuffix("] \(body) persists"))
    }

    static let bad = [
        ("x\r\n{}\r\n0\r\n\r\n", "400"), ("-1\r\n\r\n", "400"), ("2\r\n{}0\r\n\r\n", "400"), ("2\n{}\n0\n\n", "400"),
        ("0x2\r\n{}\r\n0\r\n\r\n", "400"), ("fffffffffffffffff\r\n{}\r\n", "413"), (" 2\r\n{}\r\n0\r\n\r\n", "400"),
        ("\r\n{}\r\n0\r\n\r\n", "400"), ("2\r\n{}X\r\n0\r\n\r\n", "400"), ("+2\r\n{}\r\n0\r\n\r\n", "400"),
        ("2 \r\n{}\r\n0\r\n\r\n", "400"), ("2;\r\n{}\r\n0\r\n\r\n", "400"), ("2;a=\r\n{}\r\n0\r\n\r\n", "400"),
        ("2;a=\"b\r\n{}\r\n0\r\n\r\n", "400"), ("2\r\n{}\r\r\n0\r\n\r\n", "400"), ("2\r\n{}\n0\r\n\r\n", "400"),
        ("0\r\nT : x\r\n\r\n", "400"), ("0\r\n folded\r\n\r\n", "400"), ("0\r\nT: a\u{1}\r\n\r\n", "400"),
        ("0\r\nT: a\n\r\n", "400"), ("100001\r\n", "413"), ("100000\r\n", ""),
    ]

    @Test("A malformed body is refused", arguments: bad)
    func refuses(_ chunks: String, _ code: String) {
        #expect(outcomes(Self.head + chunks) == (code.isEmpty ? [] : [code]))
    }

    @Test("The bound counts the data of all chunks")
    func bound() {
        var limits = WireLimits()
        limits.body = 4
        #expect(outcomes(Self.head + "2\r\nab\r\n2\r\ncd\r\n0\r\n\r\n", limits: limits) == ["request"])
        #expect(outcomes(Self.head + "2\r\nab\r\n3\r\n", limits: limits) == ["413"])
    }

    @Test("Lines, extensions and trailers are bounded")
    func otherBounds() {
        let long = String(repeating: "a", count: 5000)
        #expect(outcomes(Self.head + "1;\(long)\r\n") == ["400"])
        #expect(outcomes(Self.head + "1;\(long)") == ["400"])
        let extended = "1;" + String(repeating: "a", count: 4000) + "\r\nx\r\n"
        #expect(outcomes(Self.head + String(repeating: extended, count: 4)) == [])
        #expect(outcomes(Self.head + String(repeating: extended, count: 5)) == ["400"])
        var limits = WireLimits()
        limits.headerFields = 3
        #expect(outcomes(Self.head + "0\r\nA: a\r\nB: b\r\nC: c\r\n\r\n", limits: limits) == ["request"])
        #expect(outcomes(Self.head + "0\r\nA: a\r\nB: b\r\nC: c\r\nD: d\r\n\r\n", limits: limits) == ["431"])
        let trailer = "T: " + String(repeating: "a", count: 10_000) + "\r\n"
        #expect(outcomes(Self.head + "0\r\n" + String(repeating: trailer, count: 4)) == ["431"])
    }
}
