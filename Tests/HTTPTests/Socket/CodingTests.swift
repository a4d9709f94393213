import HTTP
import Testing

/// Answers in gzip, as they leave (RFC 9110 §8.4, §8.8.3.3).
@Suite struct CodingTests {
    private static let body = [UInt8](String(repeating: "{\"title\":\"a river\"},", count: 200).utf8)

    private static func response(_ path: String) -> Response {
        var response = Response(.ok, type: "application/json", body)
        response.headers.add("ETag", "\"5\"")
        switch path {
        case "/small": response.body = .bytes(Array(body.prefix(1023)))
        case "/least": response.body = .bytes(Array(body.prefix(1024)))
        case "/png": response.headers.set("Content-Type", "image/png")
        case "/untyped": response.headers.remove("Content-Type")
        case "/part": response.status = .partialContent
        case "/done": response.headers.add("Content-Encoding", "br")
        case "/weak": response.headers.set("ETag", "W/\"5\"")
        case "/refused": response.status = .unprocessableContent
        case "/ranges": response.headers.add("Accept-Ranges", "bytes")
        case "/same": response = Response(.notModified, headers: response.headers)
        case "/random":
            var random = SplitMix64(seed: 1)
            response.body = .bytes((0..<4096).map { _ in UInt8.random(in: 0...255, using: &random) })
        default: break
        }
        return response
    }

    private static let handler: @Sendable (Exchange) -> Void = { exchange in
        guard exchange.request.path == "/stream" else { return exchange.respond(response(exchange.request.path)) }
        var headers = Headers()
        headers.add("Content-Type", "text/event-stream")
        exchange.openStream(headers: headers, first: body) { $0.finish() }
    }

    private func head(_ path: String, _ fields: String, method: String = "GET") throws -> (head: String, body: [UInt8])
    {
        let test = try TestServer(handler: Self.handler)
        defer { test.stop() }
        let client = try test.client()
        try client.send("\(method) \(path) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\(fields)\r\n")
        let head = try client.read(through: "\r\n\r\n")
        return (head, try client.readAllBytes())
    }

    @Test("A coded answer has its own tag and length, and the same content; HEAD tells the same")
    func coded() throws {
        for (path, tag) in [
            ("/", "\"5-gzip\""), ("/least", "\"5-gzip\""), ("/weak", "W/\"5\""), ("/refused", "\"5-gzip\""),
        ] {
            let got = try head(path, "Accept-Encoding: gzip\r\n")
            #expect(
                got.head.contains("Content-Encoding: gzip\r\n") && got.head.contains("Vary: Accept-Encoding\r\n"),
                "\(path)")
            #expect(got.head.contains("ETag: \(tag)\r\n") && got.head.contains("Content-Length: \(got.body.count)\r\n"))
            #expect(gunzip(got.body) == Self.plain(path), "\(path)")
            let asked = try head(path, "Accept-Encoding: gzip\r\n", method: "HEAD")
            #expect(Self.undated(asked.head) == Self.undated(got.head) && asked.body.isEmpty, "\(path)")
        }
        #expect(try !head("/ranges", "Accept-Encoding: gzip\r\n").head.contains("Accept-Ranges"))
    }

    @Test("What is not asked for, not worth it, a part, or coded already leaves as it is")
    func plain() throws {
        for (path, fields, varies) in [
            ("/", "", true), ("/", "Accept-Encoding: gzip;q=0\r\n", true), ("/ranges", "", true),
            ("/random", "Accept-Encoding: gzip\r\n", true), ("/small", "Accept-Encoding: gzip\r\n", false),
            ("/png", "Accept-Encoding: gzip\r\n", false), ("/untyped", "Accept-Encoding: gzip\r\n", false),
            ("/part", "Accept-Encoding: gzip\r\n", false), ("/done", "Accept-Encoding: gzip\r\n", false),
        ] {
            let got = try head(path, fields)
            #expect(!got.head.contains("gzip") && got.head.contains("Vary: Accept-Encoding\r\n") == varies, "\(path)")
            #expect(got.head.contains("ETag: \"5\"\r\n") && got.body == Self.plain(path), "\(path)")
        }
        let stream = try head("/stream", "Accept-Encoding: gzip\r\n")
        #expect(!stream.head.contains("Vary") && !stream.head.contains("Content-Encoding"))
    }

    @Test(
        "304 names the form that the client has",
        arguments: [
            ("gzip", "\"5-gzip\"", "\"5-gzip\""), ("gzip", "\"4\", W/\"5-gzip\"", "\"5-gzip\""),
            ("gzip", "\"5\"", "\"5\""),
            ("gzip", "*", "\"5\""), ("br", "\"5-gzip\"", "\"5\""), ("gzip;q=0", "\"5\"", "\"5\""),
        ])
    func notModified(_ coding: String, _ held: String, _ tag: String) throws {
        let got = try head("/same", "Accept-Encoding: \(coding)\r\nIf-None-Match: \(held)\r\n")
        #expect(got.head.contains("ETag: \(tag)\r\n") && got.head.contains("Vary: Accept-Encoding\r\n"))
    }

    private static func plain(_ path: String) -> [UInt8]? {
        guard case .bytes(let bytes) = response(path).body else { return nil }
        return bytes
    }

    private static func undated(_ head: String) -> [Substring] {
        head.split(separator: "\r\n").filter { !$0.hasPrefix("Date: ") }
    }
}
