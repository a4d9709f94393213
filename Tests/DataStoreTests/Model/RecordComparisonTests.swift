import DataStore
import Testing

@Suite struct RecordComparisonTests {
    private func record(_ text: String) throws -> Record {
        try RecordReader(ThingModel.thing).create(from: JSONReader.read(Array(text.utf8)), now: .now) { "id" }
    }

    @Test(
        arguments: [
            ("{}", "{}", []), (#"{"s":"a"}"#, #"{"s":"b"}"#, ["s"]), (#"{"s":"a"}"#, "{}", ["s"]),
            (#"{"s":"é"}"#, "{\"s\":\"e\u{301}\"}", ["s"]), (#"{"i":5}"#, #"{"i":5.0}"#, []),
            (#"{"j":{"a":1,"b":[1,2]}}"#, #"{"j":{"b":[1,2],"a":1}}"#, []), (#"{"j":1.0}"#, #"{"j":1}"#, ["j"]),
            (#"{"j":[1,2]}"#, #"{"j":[2,1]}"#, ["j"]), (#"{"j":{"a":1}}"#, #"{"j":{"a":1,"b":null}}"#, ["j"]),
            (#"{"j":{"a":null}}"#, #"{"j":{"b":null}}"#, ["j"]), (#"{"j":"x"}"#, #"{"j":["x"]}"#, ["j"]),
            (#"{"address":{"city":"c","more":{"a":1,"b":2}}}"#, #"{"address":{"more":{"b":2,"a":1},"city":"c"}}"#, []),
            (#"{"address":{"city":"c"}}"#, #"{"address":{"city":"d"}}"#, ["address"]),
            (#"{"tags":["a"],"b":true}"#, #"{"tags":["b"],"b":false}"#, ["b", "tags"]),
        ] as [(String, String, [String])])
    func contentIsCompared(left: String, right: String, changed: [String]) throws {
        let at = #""createdAt":"2026-01-01T00:00:00Z""#
        let with = { (body: String) in body == "{}" ? "{\(at)}" : body.dropLast() + ",\(at)}" }
        var (left, right) = (try record(with(left)), try record(with(right)))
        left.version = 3
        right.version = 9
        right.values[15] = .text("2000-01-01T00:00:00.000000000Z")
        #expect(left.changedFields(from: right) == changed)
        #expect(left.hasSameContent(as: right) == changed.isEmpty)
        #expect(right.hasSameContent(as: left) == changed.isEmpty)
    }

    @Test(arguments: [
        (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
        (#"{"a":"b"}"#, #"{"a":null}"#, "{}"), (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
        (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
        (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
        (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
        (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#), (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
        (#"{"a":"foo"}"#, "null", "null"),
        (#"{"a":"foo"}"#, #""bar""#, #""bar""#), (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
        ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#), ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    ])
    func mergePatchesAsTheRFCShows(target: String, patch: String, result: String) throws {
        #expect(try JSONReader.read(Text(target)).merged(with: JSONReader.read(Text(patch))).compact.string == result)
    }
}
