import DataStore
import HTTP
import Server
import Testing

/// Entity tags, which are the versions of records (RFC 9110 §8.8.3, §13.1).
@Suite struct EntityTagsTests {
    private static func request(_ name: StaticString, _ values: [String]) -> Request {
        var headers = Headers()
        for value in values { headers.add(name, value) }
        return Request(method: .get, target: "/", headers: headers)
    }

    @Test(
        "A tag is a version only in the one form in which it is given",
        arguments: [
            ("\"1\"", 1), ("W/\"12\"", 12), ("\"12-gzip\"", 12), ("W/\"12-gzip\"", 12), ("\"-gzip\"", nil),
            ("\"12-gzip-gzip\"", nil), ("\"12-GZIP\"", nil), ("12-gzip", nil), ("\"9223372036854775807\"", .max),
            ("1", nil), ("\"\"", nil), ("\"", nil),
            ("\"01\"", nil), ("\"+1\"", nil), ("\"-1\"", nil), ("\"0\"", nil), ("\"1", nil), ("1\"", nil),
            ("w/\"1\"", nil),
            ("\"1.0\"", nil), ("\"x\"", nil), ("\" 1\"", nil), ("\"9223372036854775808\"", nil), ("", nil),
        ] as [(String, Int64?)])
    func version(_ tag: String, _ version: Int64?) { #expect(EntityTags.version(tag) == version) }

    @Test(
        "If-Match compares strongly",
        arguments: [
            ([], nil), (["*"], .any), (["\"1\""], .oneOf([1])), (["\"1\", \"2\"", "\"3\""], .oneOf([1, 2, 3])),
            (["W/\"1\""], .oneOf([])), (["W/\"1\" , \"2\""], .oneOf([2])), (["x"], .oneOf([])), ([""], .oneOf([])),
            (["\"1 2\""], .oneOf([])), (["\"1\" x"], .oneOf([])),
        ] as [([String], Conditions.VersionMatch?)])
    func ifMatch(_ values: [String], _ match: Conditions.VersionMatch?) {
        #expect(EntityTags.ifMatch(Self.request("If-Match", values)) == match)
    }

    @Test(
        "If-None-Match compares weakly, for a write",
        arguments: [
            ([], nil), (["*"], .any), (["\"1\", W/\"2\""], .oneOf([1, 2])), (["\"3-gzip\""], .oneOf([3])),
            (["x"], .oneOf([])), (["*, \"1\""], .oneOf([1])),
        ] as [([String], Conditions.VersionMatch?)])
    func ifNoneMatch(_ values: [String], _ match: Conditions.VersionMatch?) {
        #expect(EntityTags.ifNoneMatch(Self.request("If-None-Match", values)) == match)
    }

    @Test(
        "The tag of the coded form counts for who takes that form",
        arguments: [("gzip", true), ("*", true), ("gzip;q=0", false), ("br", false), ("identity, gzip;q=0.5", false)])
    func coded(_ coding: String, _ isNamed: Bool) {
        var headers = Headers()
        headers.add("Accept-Encoding", coding)
        headers.add("If-None-Match", "W/\"7-gzip\"")
        let request = Request(method: .get, target: "/", headers: headers)
        #expect(EntityTags.clientHas(7, request) == isNamed && EntityTags.names("\"7\"", in: request) == isNamed)
        #expect(!EntityTags.clientHas(8, request))
    }

    @Test(
        "If-None-Match compares weakly",
        arguments: [
            ([], false), (["\"a\""], true), (["W/\"a\""], true), (["*"], true), (["\"b\" , \"a\""], true),
            (["\"b\"", "\"a\""], true),
            (["a"], false), (["\"b\""], false), (["\"a"], false), ([""], false),
        ])
    func names(_ values: [String], _ isNamed: Bool) {
        #expect(EntityTags.names("\"a\"", in: Self.request("If-None-Match", values)) == isNamed)
    }
}
