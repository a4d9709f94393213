import HTTP
import Testing

@Suite struct CORSTests {
    private func request(_ fields: [(StaticString, String)], _ method: Method = .get) -> Request {
        var headers = Headers()
        for (name, value) in fields { headers.add(name, value) }
        return Request(method: method, target: "/", headers: headers)
    }

    private func applied(_ cors: CORS, _ request: Request) -> Headers {
        var headers = Headers()
        headers.add("Vary", "Accept")
        cors.apply(to: &headers, for: request)
        return headers
    }

    @Test("By default nothing is said of origins")
    func none() {
        let asked = request([("Origin", "https://a.example")])
        #expect(applied(CORS(), asked).count == 1)
        let preflight = request([("Origin", "https://a.example"), ("Access-Control-Request-Method", "PUT")], .options)
        #expect(CORS().preflight(preflight, allow: "GET") == nil)
    }

    @Test("A listed origin is named, another is not; caches hear of the difference")
    func listed() {
        let cors = CORS(origins: ["https://a.example", "https://b.example"])
        let good = applied(cors, request([("Origin", "https://b.example")]))
        #expect(good.first("Access-Control-Allow-Origin") == "https://b.example")
        #expect(good.first("Access-Control-Expose-Headers") == "ETag, Location, Link, Rivulet-Seq, Retry-After")
        #expect(good.all("Vary") == ["Accept, Origin"])
        for fields: [(StaticString, String)] in [[("Origin", "https://a.example.evil")], []] {
            let other = applied(cors, request(fields))
            #expect(!other.has("Access-Control-Allow-Origin"))
            #expect(other.first("Vary") == "Accept, Origin")
        }
    }

    @Test("Any origin may be allowed")
    func any() {
        let headers = applied(CORS(origins: ["*"]), request([("Origin", "null")]))
        #expect(headers.first("Access-Control-Allow-Origin") == "*")
        #expect(!applied(CORS(origins: ["*"]), request([])).has("Access-Control-Allow-Origin"))
    }

    @Test("A preflight is answered with the path's methods and the fields that were asked for")
    func preflight() throws {
        let cors = CORS(origins: ["https://a.example"])
        let asked: [(StaticString, String)] = [
            ("Origin", "https://a.example"), ("Access-Control-Request-Method", "PUT"),
            ("Access-Control-Request-Headers", "If-Match, Content-Type"),
        ]
        let response = try #require(cors.preflight(request(asked, .options), allow: "GET, PUT"))
        #expect(response.status == .noContent)
        #expect(response.headers.first("Access-Control-Allow-Methods") == "GET, PUT")
        #expect(response.headers.first("Access-Control-Allow-Headers") == "If-Match, Content-Type")
        #expect(cors.preflight(request(asked, .get), allow: "GET") == nil)
        #expect(cors.preflight(request([("Origin", "https://a.example")], .options), allow: "GET") == nil)
        let foreign = try #require(
            cors.preflight(
                request([("Origin", "https://x.example"), ("Access-Control-Request-Method", "PUT")], .options),
                allow: "GET, PUT"))
        #expect(!foreign.headers.has("Access-Control-Allow-Methods"))
    }

    @Test(
        "Who may write: the same origin, listed ones, and what is no page",
        arguments: [
            ([:], nil, true), (["Sec-Fetch-Site": "same-origin"], nil, true), (["Sec-Fetch-Site": "none"], nil, true),
            (["Sec-Fetch-Site": "cross-site"], nil, false), (["Sec-Fetch-Site": "same-site"], nil, false),
            (["Origin": "http://here:8080"], nil, true), (["Origin": "https://HERE:8080"], nil, true),
            (["Origin": "http://here:8081"], nil, false), (["Origin": "http://here"], nil, false),
            (["Origin": "http://evil.example"], nil, false), (["Origin": "null"], nil, false),
            (["Origin": "file://here:8080"], nil, false), (["Origin": ""], nil, false),
            (["Origin": "http://here:8080.evil.example"], nil, false),
            // What the browser knows goes before what can be guessed from names: a development proxy changes Host.
            (["Origin": "http://page", "Sec-Fetch-Site": "same-origin"], nil, true),
            (["Origin": "http://here:8080", "Sec-Fetch-Site": "cross-site"], nil, false),
            (["Origin": "https://a.example", "Sec-Fetch-Site": "cross-site"], "https://a.example", true),
            (["Origin": "https://b.example", "Sec-Fetch-Site": "cross-site"], "https://a.example", false),
            (["Origin": "null", "Sec-Fetch-Site": "cross-site"], "*", true),
        ] as [([String: String], String?, Bool)])
    func writes(_ fields: [String: String], _ listed: String?, _ may: Bool) throws {
        let cors = CORS(origins: listed.map { [$0] } ?? [])
        for method in [Method.get, .head, .options, .post, .put, .patch, .delete, Method(rawValue: "LINK")] {
            var headers = Headers()
            headers.add("Host", "here:8080")
            if let origin = fields["Origin"] { try headers.add("Origin", untrusted: origin) }
            if let site = fields["Sec-Fetch-Site"] { try headers.add("Sec-Fetch-Site", untrusted: site) }
            let isSafe = [.get, .head, .options].contains(method)
            let refuses = cors.refuses(Request(method: method, target: "/", headers: headers))
            #expect(refuses == !(isSafe || may), "\(method) \(fields)")
        }
    }

    @Test("A proxy of another scheme leaves the usual port out")
    func ports() {
        for fields in [
            [("Host", "a.example"), ("Origin", "https://a.example")] as [(StaticString, String)],
            [("Host", "a.example:443"), ("Origin", "https://a.example")],
        ] { #expect(!CORS().refuses(request(fields, .post))) }
    }
}
