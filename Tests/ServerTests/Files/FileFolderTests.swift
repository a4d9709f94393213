import Glibc
import Server
import Testing

/// `--public`: the files of a folder, and nothing else (protocol §6).
@Suite struct FileFolderTests {
    private static let text = "0123456789"
    private let folder: TemporaryFolder
    private let world: World

    init() throws {
        let folder = try TemporaryFolder()
        try folder.write("secret.txt", "secret")
        try folder.makeFolder("public")
        try folder.makeFolder("public/sub")
        try folder.write("public/index.html", "<p>index")
        try folder.write("public/sub/index.html", "<p>sub")
        try folder.write("public/digits.txt", Self.text)
        try folder.write("public/a b\\c.css", "a{}")
        try folder.write("public/empty", "")
        try folder.write("public/.env", "secret\"")
        try folder.write("public/.env.gz", "secret\"")
        try folder.makeFolder("public/.git")
        try folder.makeFolder("public/.well-known")
        try folder.write("public/.well-known/security.txt", "Contact")
        try folder.write("public/.git/config", "secret\"")
        for (name, target) in [
            ("link.txt", "digits.txt"), ("out.txt", "../secret.txt"), ("up", ".."), ("dangling", "nowhere"),
        ] { #expect(symlink(target, folder.path("public/\(name)")) == 0) }
        #expect(mkfifo(folder.path("public/pipe"), 0o600) == 0)
        self.folder = folder
        world = try World { $0.publicFolder = folder.path("public") }
    }

    @Test("Files, with type, validators and the headers that keep a page to itself")
    func files() throws {
        defer { world.stop() }
        for (path, type, text) in [
            ("/", "text/html; charset=utf-8", "<p>index"), ("/index.html", "text/html; charset=utf-8", "<p>index"),
            ("/sub/", "text/html; charset=utf-8", "<p>sub"), ("/digits.txt", "text/plain; charset=utf-8", Self.text),
            ("/digits%2etxt", "text/plain; charset=utf-8", Self.text),
            ("/digits.txt?v=1", "text/plain; charset=utf-8", Self.text),
            ("/a%20b%5Cc.css", "text/css; charset=utf-8", "a{}"), ("/empty", "application/octet-stream", ""),
            ("/.well-known/security.txt", "text/plain; charset=utf-8", "Contact"),
        ] {
            for method in ["GET", "HEAD"] {
                let answer = try world.call("\(method) \(path)")
                #expect(answer.status == 200 && answer["Content-Type"] == type, "\(path)")
                #expect(
                    answer["Content-Length"] == "\(text.utf8.count)" && answer.text == (method == "GET" ? text : ""))
                #expect(answer["Accept-Ranges"] == "bytes" && answer["Cache-Control"] == "no-cache")
                #expect(answer["X-Content-Type-Options"] == "nosniff" && answer["Content-Security-Policy"] != nil)
                #expect(answer["ETag"]?.hasPrefix("\"") == true && answer["Last-Modified"]?.hasSuffix(" GMT") == true)
            }
        }
    }

    @Test("Nothing outside of the folder, no links, no folders, no pipes")
    func escapes() throws {
        defer { world.stop() }
        for path in [
            "/../secret.txt", "/%2e%2e/secret.txt", "/%2E./secret.txt", "/sub/../../secret.txt", "/..%2fsecret.txt",
            "/sub%2findex.html", "//secret.txt", "//digits.txt", "/./digits.txt", "/sub//index.html",
            "/..%5csecret.txt",
            "/link.txt", "/out.txt", "/up/secret.txt", "/dangling", "/digits.txt%00", "/digits.txt%00.html",
            "/digits.txt/",
            "/digits.txt/x", "/sub", "/pipe", "/%ff", "/%", "/none", "/sub/none/",
            "/.env", "/%2eenv", "/.env.gz", "/.git/config", "/%2Egit/config", "/sub/../.env",
        ] {
            let answer = try world.call("GET \(path)")
            #expect(answer.status == 404 || answer.status == 400, "\(path)")
            #expect(
                answer["Content-Type"] == "application/problem+json" && !answer.text.contains("secret\""), "\(path)")
        }
        // A route goes before a file, and an absolute target is a path like another.
        #expect(try world.call("GET http://test/digits.txt").text == Self.text)
    }

    @Test(
        "Ranges",
        arguments: [
            ("bytes=0-3", 206, "0123", "bytes 0-3/10"), ("bytes=7-", 206, "789", "bytes 7-9/10"),
            ("bytes=-2", 206, "89", "bytes 8-9/10"), ("bytes=0-1,3-4", 200, text, nil), ("lines=1-2", 200, text, nil),
        ] as [(String, Int, String, String?)])
    func ranges(_ range: String, _ status: Int, _ part: String, _ content: String?) throws {
        defer { world.stop() }
        let answer = try world.call("GET /digits.txt", [("Range", range)])
        #expect(answer.status == status && answer.text == part && answer["Content-Range"] == content)
        let head = try world.call("HEAD /digits.txt", [("Range", range)])
        #expect(head.status == 200 && head["Content-Length"] == "10")
    }

    @Test("A range outside is 416 with the size; If-Range of another state gets the whole")
    func rangeConditions() throws {
        defer { world.stop() }
        try Row("GET /digits.txt", [("Range", "bytes=10-")], 416, fields: [("Content-Range", "bytes */10")]).check(
            world)
        let tag = try #require(try world.call("HEAD /digits.txt")["ETag"])
        for (condition, status) in [(tag, 206), ("\"other\"", 200), ("W/\(tag)", 200)] {
            let answer = try world.call("GET /digits.txt", [("Range", "bytes=0-3"), ("If-Range", condition)])
            #expect(answer.status == status)
        }
    }

    @Test("A client that has the file is told so, until it changes")
    func validators() throws {
        defer { world.stop() }
        let first = try world.call("GET /digits.txt")
        let (tag, date) = (try #require(first["ETag"]), try #require(first["Last-Modified"]))
        for (name, value, status) in [
            ("If-None-Match", tag, 304), ("If-None-Match", "\"x\", W/\(tag)", 304), ("If-None-Match", "*", 304),
            ("If-None-Match", "\"x\"", 200), ("If-Modified-Since", date, 304),
            ("If-Modified-Since", "Thu, 01 Jan 1970 00:00:00 GMT", 200), ("If-Modified-Since", "yesterday", 200),
        ] {
            let answer = try world.call("GET /digits.txt", [(name, value)])
            #expect(answer.status == status, "\(name): \(value)")
            #expect(answer["ETag"] == tag && answer.body.isEmpty == (status == 304))
        }
        // If-None-Match goes before the date (RFC 9110 §13.2.2).
        let both = [("If-None-Match", "\"x\""), ("If-Modified-Since", date)]
        #expect(try world.call("GET /digits.txt", both).status == 200)
        try folder.write("public/digits.txt", "other")
        #expect(try world.call("GET /digits.txt", [("If-None-Match", tag)]).text == "other")
    }

    @Test("A gzip file beside a file is its coded form, for those who take it, as long as it is no older")
    func neighbours() throws {
        defer { world.stop() }
        try folder.write("public/app.js", "plain")
        try folder.write("public/app.js.gz", "packed")
        let gzip = ("Accept-Encoding", "gzip")
        let plain = try world.call("GET /app.js")
        let coded = try world.call("GET /app.js", [gzip])
        #expect(plain.text == "plain" && plain["Content-Encoding"] == nil && plain["Vary"] == "Accept-Encoding")
        #expect(coded.text == "packed" && coded["Content-Encoding"] == "gzip" && coded["Vary"] == "Accept-Encoding")
        #expect(coded["Content-Type"] == plain["Content-Type"] && coded["ETag"] != plain["ETag"])
        let tags = (plain: try #require(plain["ETag"]), coded: try #require(coded["ETag"]))
        for (fields, status) in [
            ([gzip, ("If-None-Match", tags.coded)], 304), ([("If-None-Match", tags.plain)], 304),
            ([("If-None-Match", tags.coded)], 200), ([gzip, ("If-None-Match", "\"x\"")], 200),
            ([gzip, ("Range", "bytes=1-2")], 206), ([gzip, ("Range", "bytes=9-")], 416),
        ] {
            let answer = try world.call("GET /app.js", fields)
            #expect(answer.status == status && answer["Vary"] == "Accept-Encoding", "\(fields)")
            if status == 206 { #expect(answer.text == "ac" && answer["Content-Encoding"] == "gzip") }
            if status == 416 { #expect(answer["Content-Encoding"] == nil) }
        }
        #expect(try world.call("HEAD /app.js", [gzip])["Content-Length"] == "6")
        // A neighbour by itself is a file like any other, and none of a type that does not shrink.
        #expect(try world.call("GET /app.js.gz").text == "packed")
        try folder.write("public/a.png", "plain")
        try folder.write("public/a.png.gz", "packed")
        #expect(try world.call("GET /a.png", [gzip]).text == "plain")
        var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
        #expect(utimensat(AT_FDCWD, folder.path("public/app.js.gz"), &times, 0) == 0)
        #expect(try world.call("GET /app.js", [gzip]).text == "plain")
        #expect(
            unlink(folder.path("public/app.js.gz")) == 0
                && symlink("../secret.txt", folder.path("public/app.js.gz")) == 0)
        #expect(try world.call("GET /app.js", [gzip]).text == "plain")
    }

    @Test("A text file is coded on the way out, with a tag of its own; a part of it is not")
    func coding() throws {
        defer { world.stop() }
        let text = String(repeating: Self.text, count: 500)
        try folder.write("public/long.txt", text)
        let gzip = ("Accept-Encoding", "gzip")
        let plain = try world.call("GET /long.txt")
        let coded = try world.call("GET /long.txt", [gzip])
        #expect(plain.text == text && plain["Vary"] == "Accept-Encoding" && plain["Accept-Ranges"] == "bytes")
        #expect(coded["Content-Encoding"] == "gzip" && coded.body.count < 200 && coded["Accept-Ranges"] == nil)
        let tag = try #require(coded["ETag"])
        #expect(tag == plain["ETag"].map { "\($0.dropLast())-gzip\"" })
        let again = try world.call("GET /long.txt", [gzip, ("If-None-Match", tag)])
        #expect(again.status == 304 && again["ETag"] == tag)
        #expect(try world.call("GET /long.txt", [("If-None-Match", tag)]).status == 200)
        let part = try world.call("GET /long.txt", [gzip, ("Range", "bytes=0-2999")])
        #expect(part.status == 206 && part.text == text.prefix(3000) && part["Content-Encoding"] == nil)
        let other = try world.call("GET /long.txt", [gzip, ("Range", "bytes=0-9"), ("If-Range", tag)])
        #expect(other.status == 200 && other["Content-Encoding"] == "gzip")
    }

    @Test("Other methods are 405, and OPTIONS 204; descriptors are given back")
    func methods() throws {
        defer { world.stop() }
        for method in ["POST", "PUT", "DELETE", "PATCH"] {
            try Row("\(method) /digits.txt", 405, fields: [("Allow", "GET, HEAD, OPTIONS")]).check(world)
        }
        try Row("OPTIONS /digits.txt", 204, fields: [("Allow", "GET, HEAD, OPTIONS")]).check(world)
        try Row("POST /none", 404).check(world)
        try Row("OPTIONS /none", 404).check(world)
        for method in ["GET", "HEAD", "POST", "OPTIONS"] {
            for _ in 0..<20 { try world.call("\(method) /digits.txt") }
        }
        #expect(try Eventually.holds { try openCount(of: "digits.txt") == 0 })
    }

    /// How many descriptors of this process are of the file.
    private func openCount(of name: String) throws -> Int {
        var wanted = stat()
        guard stat(folder.path("public/\(name)"), &wanted) == 0 else { throw Failure(name) }
        return (0..<1024).filter { descriptor in
            var status = stat()
            return fstat(Int32(descriptor), &status) == 0 && status.st_ino == wanted.st_ino
                && status.st_dev == wanted.st_dev
        }.count
    }
}
