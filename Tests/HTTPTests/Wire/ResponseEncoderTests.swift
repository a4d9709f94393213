import HTTP
import Testing

@Suite struct ResponseEncoderTests {
    private func head(
        _ status: Status, _ framing: ResponseEncoder.Framing, _ version: Version = .http11, persists: Bool = true,
        _ fields: (inout Headers) -> Void = { _ in }
    ) -> String {
        var encoder = ResponseEncoder()
        encoder.showClock(unixSeconds: 784_111_777)
        var headers = Headers()
        fields(&headers)
        var bytes: [UInt8] = []
        encoder.appendHead(status, headers, framing: framing, to: version, persists: persists, into: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private let date = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"

    @Test("A fixed body says its length, a chunked one its coding, one until the close neither")
    func framings() {
        #expect(head(.ok, .length(0)) == "HTTP/1.1 200 OK\r\n\(date)Content-Length: 0\r\n\r\n")
        #expect(head(.ok, .length(1_234_567)).hasSuffix("Content-Length: 1234567\r\n\r\n"))
        #expect(head(.ok, .chunked).hasSuffix("Transfer-Encoding: chunked\r\n\r\n"))
        #expect(head(.notModified, .bodiless) == "HTTP/1.1 304 Not Modified\r\n\(date)\r\n")
        #expect(ResponseEncoder.framing(.noContent, count: 5) == .bodiless)
        #expect(ResponseEncoder.framing(.notFound, count: 5) == .length(5))
    }

    @Test("The connection's fate is said where the version does not say it")
    func connection() {
        #expect(head(.ok, .length(0), persists: false).hasSuffix("Connection: close\r\n\r\n"))
        #expect(head(.ok, .length(0), .http10).hasSuffix("Connection: keep-alive\r\n\r\n"))
        #expect(head(.ok, .untilClose, .http10, persists: false).hasSuffix("Connection: close\r\n\r\n"))
    }

    @Test("Fields keep their order; those that frame the message are the encoder's alone")
    func fields() {
        let text = head(.created, .length(2)) { headers in
            headers.add("ETag", "\"1\"")
            headers.add("Content-Length", "99")
            headers.add("connection", "upgrade")
            headers.add("Transfer-Encoding", "gzip")
            headers.add("DATE", "never")
            headers.add("Vary", "Origin")
        }
        #expect(
            text == "HTTP/1.1 201 Created\r\n\(date)ETag: \"1\"\r\nVary: Origin\r\nContent-Length: 2\r\n\r\n")
    }

    static let dateTable: [(Int64, String)] = [
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"),
        (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"), (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
    ]

    @Test("Dates have the form of RFC 9110 §5.6.7", arguments: dateTable)
    func dates(_ seconds: Int64, _ text: String) {
        #expect(String(decoding: HTTPDate.bytes(unixSeconds: seconds), as: UTF8.self) == text)
    }
}
