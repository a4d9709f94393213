import HTTP
import Testing

/// Queries and paths, decoded once.
@Suite struct TargetTests {
    static let queries: [(String?, String)] = [
        (nil, ""), ("", ""), ("a=1&b=2", "a=1;b=2"), ("a", "a="), ("a=", "a="), ("a=1&a=2", "a=1;a=2"),
        ("a=b=c", "a=b=c"), ("a+b=c+d", "a b=c d"), ("a=%2B%26%3D", "a=+&="), ("a=1&&b", "a=1;=;b="), ("=1", "=1"),
        ("a=%25zz", "a=%zz"), ("a[]=1", "a[]=1"), ("a=%C3%A9", "a=é"),
    ]

    @Test("Pairs are read in order", arguments: queries)
    func query(_ raw: String?, _ expected: String) {
        let query = QueryItems(raw)
        #expect(query.items.map { "\($0.name)=\($0.value)" }.joined(separator: ";") == expected)
        #expect(query.faults.isEmpty)
    }

    @Test(
        "What cannot be decoded is a fault of its parameter",
        arguments: [
            ("a=1&b=%zz", "b"), ("b=%", "b"), ("b=%4", "b"), ("b=%FF", "b"), ("b=%00", "b"), ("%zz=1", "%zz"),
            ("b=%C0%80", "b"),
        ])
    func fault(_ raw: String, _ parameter: String) {
        let query = QueryItems(raw)
        #expect(query.faults.map(\.parameter) == [parameter])
        #expect(query["b"] == nil)
    }

    static let paths: [(String, [String]?)] = [
        ("/", [""]), ("/a/b", ["a", "b"]), ("/a%2Fb/c", ["a/b", "c"]), ("/a/", ["a", ""]), ("//", ["", ""]),
        ("/%2e%2e/x", ["..", "x"]), ("/a+b", ["a+b"]), ("/%C3%A9", ["é"]), ("/a%00", ["a\0"]), ("/%zz", nil),
        ("/%F", nil), ("/%ff", nil), ("/%25zz", ["%zz"]), ("*", nil), ("", nil),
    ]

    @Test("Segments are split first, then decoded once", arguments: paths)
    func path(_ raw: String, _ expected: [String]?) {
        #expect(PathSegments(raw)?.segments == expected)
    }
}
