import HTTP
import Testing

/// What bytes are read as, and which are refused with what: RFC 9112 as a table.
@Suite struct RequestParserTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let bytes: String
        let expected: [String]
        var testDescription: String { String(bytes.prefix(60)) }

        init(_ bytes: String, _ expected: String...) {
            self.bytes = bytes
            self.expected = expected
        }
    }

    @Test("A whole request is read with all its parts")
    func parts() throws {
        let steps = parse([UInt8]("GET /a%2Fb?x=1?y HTTP/1.1\r\nhOsT:  h \t\r\nX-A: b c\r\n\r\n".utf8))
        #expect(steps == ["GET /a%2Fb?x=1?y http11 [hOsT=h;X-A=b c]  persists"])
    }

    static let targets = [
        Row("/", "/?-"), Row("/a?", "/a?"), Row("/a?b=c", "/a?b=c"), Row("/a|\"{}", "/a|\"{}?-"),
        Row("http://h", "/?-"), Row("HTTP://h:1/a/b?c", "/a/b?c"), Row("https://h?c", "/?c"),
    ]

    @Test("A target is reduced to origin form", arguments: targets)
    func target(_ row: Row) {
        let steps = parse([UInt8]("GET \(row.bytes) HTTP/1.1\r\nHost: h\r\n\r\n".utf8))
        #expect(steps == ["GET \(row.expected[0]) http11 [Host=h]  persists"])
    }

    static let requestLines = [
        Row("GET", "400"), Row("GET /x", "400"), Row("GET  /x HTTP/1.1", "400"), Row("GET /x HTTP/1.1 x", "400"),
        Row("GET /a b HTTP/1.1", "400"), Row("GE(T /x HTTP/1.1", "400"), Row("GET /x http/1.1", "400"),
        Row("GET /x HTTP/1.10", "400"), Row("GET /x HTTP/11", "400"), Row("GET /x HTTP/2.0", "505"),
        Row("GET /x HTTP/9.9", "505"), Row("GET x HTTP/1.1", "400"), Row("GET /\u{7f} HTTP/1.1", "400"),
        Row("GET /\0 HTTP/1.1", "400"), Row(" GET /x HTTP/1.1", "400"), Row("GET\t/x\tHTTP/1.1", "400"),
        Row("GET /é HTTP/1.1", "400"), Row("GET /a#b HTTP/1.1", "400"), Row("GET * HTTP/1.1", "400"),
        Row("OPTIONS * HTTP/1.1", "request"), Row("CONNECT a:1 HTTP/1.1", "400"), Row("GET http:// HTTP/1.1", "400"),
        Row("GET http://a@b/ HTTP/1.1", "400"), Row("BREW /x HTTP/1.1", "request"), Row("PRI * HTTP/2.0", "505"),
        Row("\u{16}\u{3}\u{1}", "400"), Row("GET /x HTTP/1.1\r", "400"), Row("GET /\rx HTTP/1.1", "400"),
    ]

    @Test("A request line is one of RFC 9112 §3, or refused", arguments: requestLines)
    func requestLine(_ row: Row) {
        #expect(outcomes(row.bytes + "\r\nHost: h\r\n\r\n") == row.expected)
    }

    static let fields = [
        Row("X: a\rb", "400"), Row("X: a\r\n b", "400"), Row("X: a\r\n\tb", "400"), Row("X : a", "400"),
        Row(": a", "400"), Row("X\tY: a", "400"), Row("X: a\0b", "400"), Row("no colon", "400"), Row("X(: a", "400"),
        Row("é: a", "400"), Row(" X: a", "400"), Row("X\u{1}: a", "400"), Row("X: a\u{b}b", "400"),
        Row("X: a\u{7f}", "400"), Row("X: abcdefg\u{1f}hijklmnopq", "400"), Row("X: é", "request"),
        Row("X: a\tb", "request"), Row("X:", "request"), Row("X: a\nY: b", "400"), Row("Host: other", "400"),
        Row("Expect: something", "417"), Row("Content-Length: 0", "request"), Row("Content-Length: 00", "request"),
    ]

    @Test("A field line is one of RFC 9112 §5, or refused", arguments: fields)
    func field(_ row: Row) {
        #expect(outcomes("GET /x HTTP/1.1\r\nHost: h\r\n\(row.bytes)\r\n\r\n") == row.expected)
    }

    static let hosts = [
        Row("Host: h", "request"), Row("Host:", "request"), Row("Host: [::1]:80", "request"), Row("Host: a b", "400"),
        Row("Host: a/b", "400"), Row("Host: a\r\nHost: a", "400"), Row("X: y", "400"),
    ]

    @Test("HTTP/1.1 has exactly one Host", arguments: hosts)
    func host(_ row: Row) {
        #expect(outcomes("GET /x HTTP/1.1\r\n\(row.bytes)\r\n\r\n") == row.expected)
    }

    static let framings = [
        Row("Content-Length: 5\r\nTransfer-Encoding: chunked", "400"),
        Row("Transfer-Encoding: chunked\r\nContent-Length: 5", "400"),
        Row("Content-Length: 5\r\nContent-Length: 6", "400"), Row("Content-Length: 5\r\nContent-Length: 5", "400"),
        Row("Content-Length: 5, 5", "400"), Row("Content-Length: +5", "400"), Row("Content-Length: -1", "400"),
        Row("Content-Length: 5x", "400"), Row("Content-Length: 0x5", "400"), Row("Content-Length:", "400"),
        Row("Content-Length: 5 5", "400"), Row("Content-Length: 5.0", "400"), Row("Content-Length: ٥", "400"),
        Row("Content-Length: 99999999999999999999999", "413"), Row("Content-Length: 1048577", "413"),
        Row("Content-Length: 1048577\r\nExpect: 100-continue", "413"),
        Row("Transfer-Encoding: chunked, identity", "400"), Row("Transfer-Encoding: identity", "400"),
        Row("Transfer-Encoding: xchunked", "400"), Row("Transfer-Encoding: chunked, chunked", "400"),
        Row("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "400"),
        Row("Transfer-Encoding: gzip, chunked", "501"), Row("Transfer-Encoding: \"chunked\"", "400"),
        Row("Transfer-Encoding:\u{b}chunked", "400"), Row("Transfer-Encoding:", "400"),
        Row("Content-Length: 2\r\nExpect: 100-Continue", "continue", "request"),
        Row("Content-Length: 0\r\nExpect: 100-continue", "request", "request"),
    ]

    @Test("A body's length is certain, or the request is refused", arguments: framings)
    func framing(_ row: Row) {
        let body = row.expected.last == "request" && row.expected.count == 2 && row.expected[0] == "request" ? "" : "{}"
        let next = body.isEmpty ? "GET / HTTP/1.1\r\nHost: h\r\n\r\n" : ""
        #expect(outcomes("POST /x HTTP/1.1\r\nHost: h\r\n\(row.bytes)\r\n\r\n\(body)\(next)") == row.expected)
    }

    @Test("HTTP/1.0 has no Transfer-Encoding and needs no Host")
    func http10() {
        #expect(outcomes("GET / HTTP/1.0\r\n\r\n") == ["request"])
        #expect(outcomes("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n") == ["400"])
        #expect(outcomes("POST / HTTP/1.0\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\nx") == ["request"])
    }

    static let connections = [
        Row("1.1", "", "persists"), Row("1.1", "Connection: close", "closes"), Row("1.0", "", "closes"),
        Row("1.0", "Connection: Keep-Alive", "persists"), Row("1.1", "Connection: upgrade , CLOSE", "closes"),
        Row("1.1", "Connection: closed", "persists"), Row("1.0", "Connection: keep-alive, close", "closes"),
    ]

    @Test("The client says whether the connection goes on (RFC 9112 §9.3)", arguments: connections)
    func connection(_ row: Row) {
        let line = row.expected[0].isEmpty ? "" : row.expected[0] + "\r\n"
        let steps = parse([UInt8]("GET / HTTP/\(row.bytes)\r\nHost: h\r\n\(line)\r\n".utf8))
        #expect(steps.first?.hasSuffix(" " + row.expected[1]) == true)
    }

    @Test("A few empty lines before a request are passed over, many refused")
    func emptyLines() {
        let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
        #expect(outcomes("\r\n\r\n" + get + "\r\n" + get) == ["request", "request"])
        #expect(outcomes(String(repeating: "\r\n", count: 5)) == ["400"])
        #expect(outcomes("\n" + get) == ["400"])
    }

    @Test("Lines end with CRLF; LF alone is refused")
    func bareLF() {
        #expect(outcomes("GET / HTTP/1.1\nHost: h\n\n") == ["400"])
        #expect(outcomes("GET / HTTP/1.1\r\nHost: h\n\r\n") == ["400"])
    }

    @Test("A streamed body comes in parts, without a bound, and then the next request")
    func streamedBody() {
        var limits = WireLimits()
        limits.body = 4
        let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
        for body in ["Content-Length: 6\r\n\r\nabcdef", "Transfer-Encoding: chunked\r\n\r\n6\r\nabcdef\r\n0\r\n\r\n"] {
            let text = "POST /i HTTP/1.1\r\nHost: h\r\n\(body)\(get)"
            let steps = parse([UInt8](text.utf8), limits: limits) { $0.path == "/i" }
            #expect(steps.count == 3)
            #expect(steps[0].hasPrefix("head POST /i"))
            #expect(steps[1] == "end abcdef")
            #expect(steps[2].hasPrefix("GET /"))
            #expect(outcomes(text, limits: limits) == ["413"])
        }
    }
}
