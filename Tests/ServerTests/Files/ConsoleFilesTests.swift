import Testing

/// The built-in console (protocol §5).
@Suite struct ConsoleFilesTests {
    @Test("Its page, with a policy for its scripts, and 304 for who has it")
    func page() throws {
        let world = try World()
        defer { world.stop() }
        let page = try world.call("GET /")
        #expect(page.status == 200 && page["Content-Type"] == "text/html; charset=utf-8")
        #expect(page["Content-Security-Policy"]?.contains("default-src 'self'") == true)
        #expect(page["Content-Security-Policy"]?.contains("frame-ancestors 'none'") == true)
        #expect(page["X-Content-Type-Options"] == "nosniff" && page["Referrer-Policy"] == "no-referrer")
        #expect(try world.call("GET /index.html").body == page.body)
        let head = try world.call("HEAD /")
        #expect(head["Content-Length"] == "\(page.body.count)" && head["ETag"] == page["ETag"])
        let tag = try #require(page["ETag"])
        let again = try world.call("GET /", [("If-None-Match", tag)])
        #expect(again.status == 304 && again["ETag"] == tag && again["Content-Type"] == nil)
    }

    @Test("Everything that the page refers to is there, of a type, under another tag")
    func parts() throws {
        let world = try World()
        defer { world.stop() }
        let page = try world.call("GET /").text
        let paths = page.split(separator: "\"").map(String.init).filter { $0.hasSuffix(".js") || $0.hasSuffix(".css") }
        #expect(!paths.isEmpty)
        var tags: Set<String> = []
        for path in paths {
            let answer = try world.call("GET \(path.hasPrefix("/") ? "" : "/")\(path)")
            #expect(answer.status == 200, "\(path)")
            #expect(answer["Content-Type"] == "text/\(path.hasSuffix(".js") ? "javascript" : "css"); charset=utf-8")
            tags.insert(answer["ETag"] ?? "")
        }
        #expect(tags.count == Set(paths).count)
    }
}
