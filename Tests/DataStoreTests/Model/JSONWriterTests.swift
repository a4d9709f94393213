import DataStore
import Testing

@Suite struct JSONWriterTests {
    private func written(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("", #""""#), ("plain", #""plain""#), ("\"\\/", #""\"\\/""#), ("\u{8}\u{9}\u{A}\u{C}\u{D}", #""\b\t\n\f\r""#),
        ("\u{0}\u{1}\u{1F}", #""\u0000\u0001\u001f""#), ("\u{7F}é😀\u{2028}\u{2029}", "\"\u{7F}é😀\u{2028}\u{2029}\""),
        ("sixteen letters\nand more than eight", #""sixteen letters\nand more than eight""#),
        ("1234567\"", #""1234567\"""#),
        ("12345678\"", #""12345678\"""#),
    ])
    func stringsAreEscaped(text: String, json: String) {
        #expect(written { $0.write(Text(text)) } == json)
    }

    /// Each byte at each place of a word, so that the eight-byte steps meet every case.
    @Test func everyCharacterAtEveryPlace() {
        for code in [UInt32](0...0x24) + [0x5B, 0x5C, 0x5D, 0x7F, 0x80, 0xDC, 0xA2, 0x122] {
            guard let scalar = Unicode.Scalar(code) else { continue }
            for length in 0...17 {
                for place in 0...length {
                    let text =
                        String(repeating: "a", count: place) + String(Character(scalar))
                        + String(repeating: "ß", count: length - place)
                    let bytes = Array(written { $0.write(Text(text)) }.utf8)
                    guard case .success(.string(let back)) = Result(catching: { try JSONReader.read(bytes) }),
                        back == Text(text),
                        bytes.allSatisfy({ $0 >= 0x20 })
                    else {
                        Issue.record("\(code) at \(place) of \(length)")
                        return
                    }
                }
            }
        }
    }

    @Test(arguments: [0, 1, -1, 9, 10, -10, 99, 100, 12345, .max, .min] as [Int64])
    func wholeNumbers(value: Int64) {
        #expect(written { $0.write(value) } == String(value))
    }

    @Test func valuesTakeTheFormOfTheAnswers() {
        let dateTime = FieldType(.scalar(.dateTime))
        let string = FieldType(.scalar(.string))
        #expect(
            written { $0.write(.text("2026-11-30T15:04:05.100000000Z"), as: dateTime) }
                == "\"2026-11-30T15:04:05.100Z\"")
        #expect(
            written { $0.write(.text("2026-11-30T15:04:05.100000000Z"), as: string) }
                == "\"2026-11-30T15:04:05.100000000Z\"")
        #expect(written { $0.write(.text("09:00:00.000000000"), as: FieldType(.scalar(.time))) } == "\"09:00:00.000\"")
        #expect(written { $0.write(.null, as: dateTime) } == "null")
        #expect(written { $0.write(.bool(true), as: FieldType(.scalar(.boolean))) } == "true")
        #expect(written { $0.write(.double(.infinity), as: FieldType(.scalar(.float))) } == "null")
    }

    /// Another program may have written its JSON with line ends, or no JSON; neither may break a line of a stream.
    @Test func storedJSONStaysOneLine() {
        let json = FieldType(.scalar(.json))
        #expect(written { $0.write(.json("{\"a\": [1]}"), as: json) } == "{\"a\": [1]}")
        #expect(written { $0.write(.json("{\n\t\"a\": [1.0,\r\n2]\n}"), as: json) } == "{\"a\":[1.0,2]}")
        #expect(written { $0.write(.json("{\n"), as: json) } == "\"{\\n\"")
    }
}
