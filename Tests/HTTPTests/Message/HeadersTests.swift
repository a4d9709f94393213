import HTTP
import Testing

@Suite struct HeadersTests {
    @Test("Names match in any case; values keep their order")
    func lookup() {
        var headers = Headers()
        headers.add("Vary", "a")
        headers.add("ETag", "\"1\"")
        headers.add("vary", "b")
        #expect(headers.first("VARY") == "a")
        #expect(headers.all("Vary") == ["a", "b"])
        #expect(headers.first("Var") == nil)
        headers.set("Vary", "c")
        #expect(headers.fields.map(\.name) == ["ETag", "Vary"])
        #expect(headers.all("vary") == ["c"])
        headers.remove("etag")
        #expect(headers.count == 1)
    }

    @Test(
        "A value from outside that would break the message is refused",
        arguments: ["a\r\nX: y", "a\nb", "a\rb", "a\0b", "a\u{7f}", "123456789\u{1}"])
    func illegal(_ value: String) {
        var headers = Headers()
        #expect(throws: Headers.Illegal.self) { try headers.add("Location", untrusted: value) }
        #expect(headers.count == 0)
    }

    @Test("A value from outside may have any other text", arguments: ["", "é€", "a\tb", "x=\"y\"; z"])
    func legal(_ value: String) throws {
        var headers = Headers()
        try headers.add("Location", untrusted: value)
        #expect(headers.first("location") == value)
    }
}
