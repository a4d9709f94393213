import HTTP
import Testing

/// The negotiation of the content coding (RFC 9110 §12.5.3), and the tags of coded answers.
@Suite struct ContentCodingTests {
    static let table: [(fields: [String], coding: ContentCoding)] = [
        ([], .identity), ([""], .identity), (["gzip"], .gzip), (["GZip"], .gzip), (["x-gzip"], .gzip), (["*"], .gzip),
        (["gzip, deflate, br, zstd"], .gzip), (["deflate, gzip;q=1.0, *;q=0.5"], .gzip), (["br"], .identity),
        (["deflate", "gzip"], .gzip), (["identity"], .identity), (["gzipped"], .identity),
        (["xgzip, tar.gzip"], .identity),
        // Weights.
        (["gzip;q=0"], .identity), (["gzip;q=0.0"], .identity), (["gzip;q=0.000"], .identity),
        (["gzip;q=0.001"], .gzip),
        (["gzip ; Q=0.5"], .gzip), (["gzip;q=1.000"], .gzip), (["gzip; q=1."], .gzip), (["*;q=0"], .identity),
        (["*;q=0, gzip"], .gzip), (["gzip;q=0, *"], .identity), (["*;q=0.1"], .gzip),
        // Against identity.
        (["identity;q=0"], .identity), (["identity;q=0, gzip"], .gzip), (["identity;q=0, *"], .gzip),
        (["gzip;q=0.5, identity"], .identity), (["gzip;q=0.5, identity;q=0.5"], .gzip),
        (["gzip;q=0.2, *;q=0.5"], .identity), (["gzip, identity;q=0.9"], .gzip),
        (["gzip;q=0, identity;q=0"], .identity),
        // Weights that are none.
        (["gzip;q=2"], .identity), (["gzip;q=1.001"], .identity), (["gzip;q=-1"], .identity), (["gzip;q="], .identity),
        (["gzip;q=0.1234"], .identity), (["gzip;q=0,5"], .identity), (["gzip;q=x"], .identity),
        (["gzip;level=9"], .identity),
        (["gzip;q=0x1"], .identity), (["gzip q=1"], .identity), ([", ,gzip,"], .gzip),
    ]

    @Test("Accept-Encoding", arguments: table)
    func negotiated(_ fields: [String], _ coding: ContentCoding) {
        var headers = Headers()
        for field in fields { headers.add("Accept-Encoding", field) }
        #expect(ContentCoding.negotiated(headers) == coding)
    }

    @Test(
        "Tags, there and back",
        arguments: [
            ("\"5\"", "\"5-gzip\""), ("\"a-b\"", "\"a-b-gzip\""), ("\"\"", "\"-gzip\""), ("W/\"5\"", "W/\"5\""),
            ("5", "5"),
            ("\"", "\""),
        ])
    func tags(_ plain: String, _ coded: String) {
        #expect(ContentCoding.gzipTag(of: plain) == coded)
        let (back, isCoded) = ContentCoding.plainTag(of: coded[...])
        #expect(back == plain && isCoded == (plain != coded))
    }

    @Test(
        "Types that shrink",
        arguments: [
            ("application/json", true), ("Application/JSON; charset=utf-8", true), ("application/problem+json", true),
            ("text/html; charset=utf-8", true), ("text/csv", true), ("image/svg+xml", true), ("application/wasm", true),
            ("image/png", false), ("font/woff2", false), ("application/octet-stream", false),
            ("application/gzip", false),
            ("", false),
        ])
    func types(_ type: String, _ shrinks: Bool) { #expect(Response.shrinks(type) == shrinks) }
}
