import HTTP
import Server
import Testing

/// `Accept` and `Content-Type` (RFC 9110 §8.3, §12.5.1).
@Suite struct MediaTypesTests {
    private static func request(_ name: StaticString, _ values: [String]) -> Request {
        var headers = Headers()
        for value in values { headers.add(name, value) }
        return Request(method: .get, target: "/", headers: headers)
    }

    @Test(
        "Of json and csv the client likes best",
        arguments: [
            ([], "json"), (["*/*"], "json"), (["text/*"], "csv"), (["text/csv, application/json"], "json"),
            (["text/csv;q=1.0, application/json;q=0.9"], "csv"), (["text/csv", "application/json;q=0.9"], "csv"),
            (["*/*;q=0.1, text/csv;q=0.2"], "csv"), (["*/*, application/json;q=0"], "csv"),
            (["application/json;q=0, application/*"], "csv-not"), (["text/html"], nil), (["*/*;q=0"], nil),
            (["application/json;q=0.0, text/csv;q=0.000"], nil), (["TEXT/CSV"], "csv"),
            (["text/csv;header=present;q=0.5, application/json;q=0.4"], "csv"),
            (["application/json ; Q=0.2 , text/csv;q=0.3"], "csv"),
            (["application/json;q=0.001"], "json"), (["jsonapplication/json"], nil), (["application"], nil),
            (["*"], nil),
        ] as [([String], String?)])
    func preferred(_ accept: [String], _ wanted: String?) {
        let best = MediaTypes.preferred(Self.request("Accept", accept), ["application/json", "text/csv"])
        let types = ["json": "application/json", "csv": "text/csv"]
        #expect(best == wanted.flatMap { types[$0] })
    }

    @Test(
        "The type of a body",
        arguments: [
            ([], nil), (["application/json"], "application/json"),
            (["Application/JSON; charset=utf-8"], "application/json"),
            ([" text/csv\t;header=absent"], "text/csv"), ([""], ""),
        ] as [([String], String?)])
    func body(_ values: [String], _ type: String?) {
        #expect(MediaTypes.ofBody(Self.request("Content-Type", values)) == type)
    }

    @Test(
        "The type of a file",
        arguments: [
            ("index.html", "text/html; charset=utf-8"), ("A.HTML", "text/html; charset=utf-8"),
            ("a.min.js", "text/javascript; charset=utf-8"), ("a.wasm", "application/wasm"),
            ("schema.graphql", "text/plain; charset=utf-8"),
            ("html", "application/octet-stream"), ("a.", "application/octet-stream"),
            ("a.html.exe", "application/octet-stream"),
            ("", "application/octet-stream"),
        ])
    func file(_ name: String, _ type: String) { #expect(MediaTypes.ofFile(name) == type) }
}
