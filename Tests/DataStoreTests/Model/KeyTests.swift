import DataStore
import Testing

@Suite struct KeyTests {
    @Test func segmentsAreBroughtToStoredForm() {
        let key = Key([.text("a/b"), .text("2026-01-02"), .int(3)])
        #expect(Key(segments: ["a/b", "2026-01-02", "3"], model: ThingModel.order) == key)
        #expect(Key(segments: ["a/b", "2026-01-02+01:00", "3"], model: ThingModel.order) == key)
    }

    @Test(
        arguments: [
            [], ["c"], ["c", "2026-01-02"], ["c", "2026-01-02", "3", "4"], ["c", "3", "2026-01-02"],
            ["c", "2026-02-30", "1"],
            ["c", "2026-01-02", "x"], ["c", "notadate", "1"], ["", "2026-01-02", "1"], ["a\0b", "2026-01-02", "1"],
            ["c", "2026-01-02", ""], ["c", "2026-01-02", "1.5"], ["c", "2026-01-02", "99999999999999999999"],
        ] as [[Text]])
    func otherSegmentsAreNoKey(segments: [Text]) {
        #expect(Key(segments: segments, model: ThingModel.order) == nil)
    }

    @Test func textIsBounded() {
        for (count, isKey) in [(0, false), (1, true), (1024, true), (1025, false)] {
            let text = Text(String(repeating: "x", count: count))
            #expect((Key(segments: [text], model: ThingModel.thing) != nil) == isKey)
            let read = Result { () throws(ScalarFault) in try Key(.string(text), model: ThingModel.thing) }
            #expect(
                read
                    == (isKey
                        ? .success(Key([.text(text)])) : .failure(ScalarFault("must have 1 to 1024 bytes in a key"))))
        }
    }

    @Test func jsonIsOneValueOrAnArray() throws {
        #expect(try Key(.string("a"), model: ThingModel.thing) == Key([.text("a")]))
        #expect(try Key(.array([.string("a")]), model: ThingModel.thing) == Key([.text("a")]))
        let order = JSON.array([.string("c"), .string("2026-01-02"), .number("3.0")])
        #expect(try Key(order, model: ThingModel.order) == Key([.text("c"), .text("2026-01-02"), .int(3)]))
        for json in [
            JSON.string("c"), .array([]), .array([.string("c")]), .null,
            .array([.string("c"), .string("x"), .number("3")]),
        ] {
            #expect(throws: ScalarFault.self) { try Key(json, model: ThingModel.order) }
        }
        for json in [JSON.number("5"), .null, .object([]), .array([.string("a"), .string("b")])] {
            #expect(throws: ScalarFault.self) { try Key(json, model: ThingModel.thing) }
        }
    }

    @Test func modelIDIsAmplifys() {
        #expect(Key([.text("abc")]).modelID(ThingModel.thing) == "abc")
        #expect(
            Key([.text("a\"c"), .text("2020-01-01"), .int(-3)]).modelID(ThingModel.order)
                == ##""a"c"#"2020-01-01"#"-3""##)
    }

    @Test(arguments: [
        ("abc", "abc"), ("a/b", "a%2Fb"), ("a b+c%", "a%20b%2Bc%25"), ("é😀", "%C3%A9%F0%9F%98%80"), ("..", "%2E%2E"),
        (".", "%2E"),
        ("a.b-c_d~e", "a.b-c_d~e"), ("?#&=;,:@'", "%3F%23%26%3D%3B%2C%3A%40%27"),
    ])
    func pathsArePercentEncoded(id: String, path: String) {
        #expect(Key([.text(Text(id))]).urlPath(ThingModel.thing) == path)
    }

    @Test func compositePathsKeepTheirOrder() {
        let key = Key([.text("a/b"), .text("2026-01-02"), .int(3)])
        #expect(key.urlPath(ThingModel.order) == "a%2Fb/2026-01-02/3")
    }
}
