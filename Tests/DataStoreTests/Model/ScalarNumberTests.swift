import DataStore
import Testing

@Suite struct ScalarNumberTests {
    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("5", 5), ("5.0", 5), ("50e-1", 5), ("0.5e1", 5), ("5E+0", 5), ("500e-2", 5),
            ("1e3", 1000),
            ("9007199254740993", 9_007_199_254_740_993), ("9007199254740993.0", 9_007_199_254_740_993),
            ("9223372036854775807", .max), ("-9223372036854775808", .min), ("-9223372036854775808.000", .min),
            ("922337203685477580.7e1", .max), ("9223372036854775807000e-3", .max), ("0e999999999999999999999", 0),
            ("0.000", 0), ("1e18", 1_000_000_000_000_000_000), ("0.00000000000000000000000000000000005e35", 5),
        ] as [(String, Int64)])
    func wholeNumbersAreExact(text: String, value: Int64) throws {
        #expect(try Scalar.int.read(text: text) == .int(value))
        #expect(try Scalar.timestamp.read(.number(Text(text))) == .int(value))
    }

    @Test(arguments: [
        "5.5", "1e-1", "9223372036854775808", "-9223372036854775809", "1e19", "1e400", "9223372036854775807.5", "0.1",
        "123456789012345678901234567890", "1e999999999999999999999", "1e-999999999999999999999", "", "x", "+5", "05",
        "5.", ".5", "5e", "0x5", " 5", "5 ", "NaN", "--5", "1_000", "５",
    ])
    func otherTextIsNoWholeNumber(text: String) {
        #expect(throws: ScalarFault.self) { try Scalar.int.read(text: text) }
    }

    @Test(arguments: [JSON.string("5"), .bool(true), .array([]), .object([]), .null])
    func otherJSONIsNoNumber(json: JSON) {
        for scalar in [Scalar.int, .float, .timestamp] {
            #expect(throws: ScalarFault.self) { try scalar.read(json) }
        }
    }

    @Test(arguments: [
        ("0.1", "0.1"), ("1.5", "1.5"), ("5e-324", "5e-324"), ("0.30000000000000004", "0.30000000000000004"),
        ("1e308", "1e308"), ("0.00000012", "1.2e-7"), ("-1e-10", "-1e-10"),
        ("-1.7976931348623157e308", "-1.7976931348623157e308"), ("3", "3"), ("-0", "0"),
        ("-0.0", "0"), ("-0e5", "0"), ("1e-400", "0"), ("-1e-400", "0"),
        ("9007199254740993", "9007199254740992"),
        ("123456789.123456789", "123456789.12345679"), ("1e22", "1e22"), ("1e23", "1e23"), ("0e99999", "0"),
        ("2.2250738585072011e-308", "2.225073858507201e-308"),
    ])
    func floatsTakeTheirShortestForm(text: String, printed: String) throws {
        let value = try Scalar.float.read(text: text)
        var writer = JSONWriter()
        writer.write(value, as: FieldType(.scalar(.float)))
        #expect(String(decoding: writer.bytes, as: UTF8.self) == printed)
    }

    @Test(arguments: ["1e400", "-1e999", "1.7976931348623159e308", "1e999999999999999999", "", "Infinity", "NaN", "1."])
    func floatsAreFinite(text: String) {
        #expect(throws: ScalarFault.self) { try Scalar.float.read(text: text) }
    }

    @Test func everyFiniteDoubleRoundTrips() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SplitMix64(seed: seed)
        for _ in 0..<100_000 {
            let value = Double(bitPattern: generator.next())
            guard value.isFinite else { continue }
            var writer = JSONWriter()
            writer.write(value)
            let text = Text(String(decoding: writer.bytes, as: UTF8.self))
            guard try Scalar.float.read(.number(text)) == .double(value),
                try JSONReader.read(writer.bytes) == .number(text)
            else {
                Issue.record("seed \(seed): \(value)")
                return
            }
        }
    }

    @Test func shortDecimalsAgreeWithTheStandardLibrary() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SplitMix64(seed: seed)
        for _ in 0..<100_000 {
            let digits = Int64.random(in: -99_999_999_999_999_999...99_999_999_999_999_999, using: &generator)
            let text =
                "\(digits >> Int64.random(in: 0...56, using: &generator))e\(Int.random(in: -40...40, using: &generator))"
            let expected = try #require(Double(text))
            guard try Scalar.float.read(text: text) == .double(expected == 0 ? 0 : expected) else {
                Issue.record("seed \(seed): \(text)")
                return
            }
        }
    }

    @Test func wholeNumbersOfAnyNotationRoundTrip() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SplitMix64(seed: seed)
        for _ in 0..<5000 {
            let value = Int64(bitPattern: generator.next()) >> Int64.random(in: 0...63, using: &generator)
            let zeros = Int.random(in: 0...30, using: &generator)
            let texts = [
                "\(value)", "\(value)." + String(repeating: "0", count: zeros + 1),
                "\(value)\(value == 0 ? "" : String(repeating: "0", count: zeros))e-\(zeros)", "\(value)e0",
            ]
            for text in texts where try Scalar.int.read(text: text) != .int(value) {
                Issue.record("seed \(seed): \(text)")
                return
            }
            var writer = JSONWriter()
            writer.write(value)
            #expect(String(decoding: writer.bytes, as: UTF8.self) == String(value))
        }
    }

    @Test func booleans() throws {
        #expect(try Scalar.boolean.read(text: "true") == .bool(true))
        #expect(try Scalar.boolean.read(.bool(false)) == .bool(false))
        for text in ["True", "1", "", "yes"] {
            #expect(throws: ScalarFault.self) { try Scalar.boolean.read(text: text) }
        }
        for json in [JSON.number("1"), .string("true"), .null] {
            #expect(throws: ScalarFault.self) { try Scalar.boolean.read(json) }
        }
    }
}
