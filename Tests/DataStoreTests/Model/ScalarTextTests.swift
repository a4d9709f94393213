import DataStore
import Testing

@Suite struct ScalarTextTests {
    @Test(arguments: [
        "", " ", "é", "e\u{301}", "😀", "\u{2028}\u{85}\u{B}", "\r\n\t", "'\"\\", "\u{FEFF}x", "\u{1}\u{1F}\u{7F}",
    ])
    func stringsStayByteForByte(text: String) throws {
        guard case .text(let value) = try Scalar.string.read(text: text) else {
            Issue.record("no text")
            return
        }
        #expect(Array(value.string.utf8) == Array(text.utf8))
        #expect(try Scalar.id.read(.string(Text(text))) == .text(Text(text)))
    }

    @Test func textHasNoNUL() {
        for text in ["\0", "a\0b", "a\0"] {
            for scalar in [Scalar.string, .id, .email, .url, .phone, .ipAddress] {
                #expect(throws: ScalarFault.self) { try scalar.read(text: text) }
            }
        }
    }

    @Test func otherJSONIsNoText() {
        for scalar in Scalar.allCases where ![.int, .float, .timestamp, .boolean, .json].contains(scalar) {
            for json in [JSON.number("5"), .bool(false), .array([.string("a")]), .object([])] {
                #expect(throws: ScalarFault.self) { try scalar.read(json) }
            }
        }
    }

    static let good: [(Scalar, [String])] = [
        (
            .email,
            ["a@example.com", "first.last+tag@sub.example.org", "a@localhost", "jörg@münchen.example", "a_b@x.io"]
        ),
        (
            .url,
            [
                "https://example.com/x?y=1#z", "http://localhost:8080", "mailto:a@example.com", "https://[::1]:8080/",
                "ftp://u:p@example.com/a%20b", "file:///etc/hosts", "urn:isbn:0451450523", "HTTP://EXAMPLE.COM",
                "https://example.com?q=[1]",
            ]
        ),
        (
            .phone,
            ["+447911123456", "+1-555-555-0100", "+44 7911 123456", "555-555-0100", "1 206 555 0100", "2065550100"]
        ),
        (
            .ipAddress,
            [
                "127.0.0.1", "::1", "2001:db8::8a2e:370:7334", "10.0.0.0/8", "::/0", "2001:db8::/32",
                "::ffff:192.0.2.1", "0.0.0.0/32", "1:2:3:4:5:6:7:8/128",
            ]
        ),
    ]

    static let bad: [(Scalar, [String])] = [
        (
            .email,
            [
                "nope", "@x", "a@", "a b@example.com", "", "a@@b", "a@b@c", ".a@b", "a.@b", "a..b@c", "a@-b.com",
                "a@b-.com", "a@b..c", "a@b.", "\"a\"@b", "a@[127.0.0.1]", "a@b c", "a@b_c", "a\n@b",
                String(repeating: "a", count: 65) + "@b", "a@" + String(repeating: "b", count: 64),
                "a@" + Array(repeating: "bbbbbbbbb", count: 26).joined(separator: "."),
            ]
        ),
        (
            .url,
            [
                "not a url", "example", "", "http://", "http:", "://x", "1http://x", "http:///x", "http://x:y",
                "http://x:65536", "http://x y", "http://x/%2", "http://x/%zz", "http://x/#a#b", "http://é",
                "http://x\n",
                "http://[::1", "http://[zz]", "http://@", "http://:80", "http://a@b@c", "http://x<y>", "file://",
                "http://[::1]x",
            ]
        ),
        (
            .phone,
            [
                "abc", "", "+", "+0123456789", "+12345", "+1234567890123456", "555", "155-555-0100", "555-155-0100",
                "555--555-0100", "555-555-0100-", " 5555550100", "+-15555550100", "(555) 555-0100", "25555550100",
                "+1 x",
            ]
        ),
        (
            .ipAddress,
            [
                "256.1.1.1", "1.2.3", ":::1", "", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/08", "/8", "01.2.3.4",
                "::1/129",
                "1.2.3.4/8/8", "[::1]", "fe80::1%eth0", "1.2.3.4 ", "::1/-1", "1.2.3.4/0x8", "1.2.3.4.5", "::1/1000",
            ]
        ),
    ]

    @Test(arguments: good) func goodOnesAreKept(scalar: Scalar, texts: [String]) throws {
        for text in texts {
            #expect(try scalar.read(.string(Text(text))) == .text(Text(text)), "\(text)")
        }
    }

    @Test(arguments: bad) func badOnesAreRefused(scalar: Scalar, texts: [String]) {
        for text in texts {
            #expect(throws: ScalarFault.self, "\(text)") { try scalar.read(.string(Text(text))) }
        }
    }

    @Test func jsonIsKeptCompact() throws {
        let text = #"{ "a" : [ 1.0, 1.10,1e2 ,1E+2,-0,1e400 ], "b":"\u00e9\/\u2028" }"#
        #expect(try Scalar.json.read(text: text) == .json(#"{"a":[1.0,1.10,1e2,1E+2,-0,1e400],"b":"é/\#u{2028}"}"#))
        #expect(throws: ScalarFault.self) { try Scalar.json.read(text: "{") }
    }
}
