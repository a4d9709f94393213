import DataStore
import Testing

@Suite struct JSONReaderTests {
    @Test(
        arguments: [
            ("null", JSON.null), (" true\n", .bool(true)), ("\t\r\n false", .bool(false)), ("-0", .number("-0")),
            ("1E+2", .number("1E+2")), ("0.10", .number("0.10")), ("\"\"", .string("")), ("[]", .array([])),
            ("{}", .object([])), ("[ 1 , [ ] , { } ]", .array([.number("1"), .array([]), .object([])])),
            (
                "{\"b\":1,\"a\":{\"b\":null}}",
                .object([.init("b", .number("1")), .init("a", .object([.init("b", .null)]))])
            ),
            (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")),
            (#""\u00e9\uD83D\uDE00\u0000""#, .string("é😀\0")),
            ("\"é😀\u{2028}\u{7F}\"", .string("é😀\u{2028}\u{7F}")),
            (#""abcdefghijklmnop\"qrstuvwxyz""#, .string("abcdefghijklmnop\"qrstuvwxyz")),
            (#"{"é":1,"e\#u{301}":2}"#, .object([.init("é", .number("1")), .init("e\u{301}", .number("2"))])),
            ("123456789012345678901234567890", .number("123456789012345678901234567890")),
        ] as [(String, JSON)])
    func goodTextIsRead(text: String, value: JSON) throws {
        #expect(try JSONReader.read(Array(text.utf8)) == value)
        #expect(try JSONReader.read(Text(text)) == value)
    }

    @Test(arguments: [
        "", " ", "{", "[", "\"", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{a:1}", "{'a':1}", "[1,]",
        "[,1]",
        "[1 2]", "{\"a\" 1}", "{\"a\":1 \"b\":2}", "[1}", "{\"a\":1]", "nul", "nulll", "True", "NaN", "Infinity",
        "-Infinity",
        "-", "+1", "01", "-01", "1.", ".5", "1e", "1e+", "0x1", "1_0", "1 2", "{}}", "\"a\nb\"", "\"a\tb\"",
        "\"\u{1}\"",
        #""\x""#, #""\u12""#, #""\u12g4""#, #""\"#, #""\ud800""#, #""\udc00""#, #""\ud800\u0041""#, #""\ud800x""#,
        #""\ud800\ud800""#, #""\u+123""#, "{\"a\":1,\"a\":2}", "{\"a\":1,\"\\u0061\":2}", "\u{FEFF}1", "// x\n1", "1//",
        "\u{A0}1", "[1]\0",
    ])
    func badTextIsRefused(text: String) {
        #expect(throws: JSONFault.self) { try JSONReader.read(Array(text.utf8)) }
    }

    @Test(
        arguments: [
            [0xFF], [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22],
            [0x22, 0xED, 0xA0, 0x80, 0x22],
            [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0x5C, 0x6E, 0xC3, 0x22], [0x22, 0x80, 0x22],
            [0xEF, 0xBB, 0xBF, 0x31],
        ] as [[UInt8]])
    func bytesAreUTF8(bytes: [UInt8]) {
        #expect(throws: JSONFault.self) { try JSONReader.read(bytes) }
    }

    @Test(arguments: [
        ("{\n  \"é\": x\n}", 10, 2, 8), ("", 0, 1, 1), ("[1,\n2,\n\n 3 4]", 11, 4, 4), ("{\"a\":1,\"a\":2}", 7, 1, 8),
        ("1 2", 2, 1, 3),
    ])
    func faultsSayWhere(text: String, offset: Int, line: Int, column: Int) throws {
        let fault = try #require(throws: JSONFault.self) { try JSONReader.read(Array(text.utf8)) }
        #expect((fault.offset, fault.line, fault.column) == (offset, line, column))
        #expect(!fault.detail.isEmpty)
    }

    @Test func depthIsBounded() {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let inner = open == "[" ? "" : "1"
            let text = { (depth: Int) in
                Array((String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)).utf8)
            }
            #expect(throws: Never.self) { try JSONReader.read(text(JSONReader.maximumDepth)) }
            #expect(throws: JSONFault.self) { try JSONReader.read(text(JSONReader.maximumDepth + 1)) }
        }
        #expect(throws: JSONFault.self) { try JSONReader.read([UInt8](repeating: UInt8(ascii: "["), count: 1 << 20)) }
    }

    @Test func namesAreComparedInObjectsOfAnySize() throws {
        for count in [1, 2, 11, 12, 13, 14, 100] {
            let members = (0..<count).map { "\"m\($0)\":\($0)" }
            let object = "{" + members.joined(separator: ",") + "}"
            guard case .object(let read) = try JSONReader.read(Array(object.utf8)) else {
                Issue.record("no object")
                return
            }
            #expect(read.map(\.name) == (0..<count).map { Text("m\($0)") })
            for twice in [0, count / 2, count - 1] {
                let object = "{" + (members + ["\"m\(twice)\":0"]).joined(separator: ",") + "}"
                #expect(throws: JSONFault.self, "\(count) and \(twice)") { try JSONReader.read(Array(object.utf8)) }
            }
        }
    }

    @Test func everyTreeRoundTrips() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SplitMix64(seed: seed)
        for _ in 0..<1000 {
            let tree = JSON.random(depth: 5, using: &generator)
            let text = tree.compact
            guard try JSONReader.read(text) == tree, text.withBytes({ bytes in bytes.allSatisfy { $0 >= 0x20 } }) else {
                Issue.record("seed \(seed): \(text)")
                return
            }
        }
    }

    /// Whatever the bytes, the answer is a tree or a fault within them, and a tree's text reads as the same tree.
    @Test func anyBytesAreReadOrRefused() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SplitMix64(seed: seed)
        for _ in 0..<5000 {
            var bytes = Array(JSON.random(depth: 3, using: &generator).compact.string.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0...2, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0 ... .max, using: &generator)
                case 1: bytes.remove(at: place)
                default: bytes.insert(Array("\"\\{}[],:0e-\u{1}".utf8).randomElement(using: &generator) ?? 0, at: place)
                }
                if bytes.isEmpty { bytes = [0x20] }
            }
            do {
                let tree = try JSONReader.read(bytes)
                guard try JSONReader.read(tree.compact) == tree else {
                    Issue.record("seed \(seed): \(bytes)")
                    return
                }
            } catch {
                guard (0...bytes.count).contains(error.offset), error.line >= 1, error.column >= 1 else {
                    Issue.record("seed \(seed): \(bytes), \(error)")
                    return
                }
            }
        }
    }
}

extension JSON {
    /// Some tree; strings hold characters of every kind.
    static func random(depth: Int, using generator: inout SplitMix64) -> JSON {
        switch Int.random(in: 0...(depth > 0 ? 7 : 4), using: &generator) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &generator))
        case 2: return .number(Text("\(Int64.random(in: .min ... .max, using: &generator))"))
        case 3: return .number(Text("\(Double.random(in: -1e9...1e9, using: &generator))"))
        case 4: return .string(Text(randomString(using: &generator)))
        case 5, 6:
            return .array(
                (0..<Int.random(in: 0...4, using: &generator)).map { _ in random(depth: depth - 1, using: &generator) })
        default:
            var names: Set<Text> = []
            for _ in 0..<Int.random(in: 0...20, using: &generator) {
                names.insert(Text(randomString(using: &generator)))
            }
            return .object(names.map { Member($0, random(depth: depth - 1, using: &generator)) })
        }
    }

    private static func randomString(using generator: inout SplitMix64) -> String {
        var string = ""
        for _ in 0..<Int.random(in: 0...24, using: &generator) {
            let range: ClosedRange<UInt32> =
                [0...0x7F, 0x20...0x7E, 0x20...0x7E, 0x80...0xD7FF, 0x10000...0x10FFFF]
                .randomElement(using: &generator) ?? 0...0
            if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &generator)) {
                string.unicodeScalars.append(scalar)
            }
        }
        return string
    }
}
