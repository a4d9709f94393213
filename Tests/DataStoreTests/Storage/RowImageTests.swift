import DataStore
import Testing

/// Row images keep every bit of what stands in the table.
@Suite("Row images")
struct RowImageTests {
    private static let sdl = """
        type Row @model { id: ID! n: Int x: Float s: String j: AWSJSON l: [String] b: Boolean t: AWSTimestamp }
        type Odd @model { a: String! @primaryKey(sortKeyFields: ["n", "x"]) n: Int! x: Float! v: Int }
        """

    @Test("20 000 rows of random values come back from the log as they are in the table")
    func roundTrip() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("row images: seed \(seed)")
        var generator = SplitMix64(seed: seed)
        let test = try TestStore(RowImageTests.sdl, inMemory: true)
        let model = try test.model("Row")
        var written: [Key: [Value]] = [:]
        for batch in 0..<40 {
            var operations: [Operation] = []
            for number in 0..<500 {
                let record = try record(model, "\(batch)-\(number)" + RowImageTests.text(&generator), &generator)
                written[record.key] = record.values
                operations.append(.create(record, isFresh: Bool.random(using: &generator)))
            }
            _ = try test.answer(to: operations).get()
        }
        let changes = try test.changes()
        #expect(changes.count == 20_000 && written.count == 20_000)
        var wrong = 0
        for change in changes {
            let logged = try #require(change.new)
            let stored = try test.store.record(model, logged.key)
            let given = Array((written[logged.key] ?? []).dropLast()) + [.int(1)]
            if stored?.values != logged.values || given != logged.values { wrong += 1 }
        }
        #expect(wrong == 0, "seed \(seed)")
    }

    private func record(_ model: ModelDefinition, _ id: String, _ generator: inout SplitMix64) throws -> Record {
        let values = model.fields.map { field -> Value in
            if field.name == "id" { return .text(Text(id)) }
            if field.role == .createdAt || field.role == .updatedAt { return .text(Instant.now.stored) }
            if Int.random(in: 0..<6, using: &generator) == 0 { return .null }
            switch field.name {
            case "n", "t": return .int(RowImageTests.int(&generator))
            case "x": return .double(RowImageTests.double(&generator))
            case "s": return .text(Text(RowImageTests.text(&generator)))
            case "b": return .bool(Bool.random(using: &generator))
            default:
                let json = JSON.array([.string(Text(RowImageTests.text(&generator))), .number("1.50")])
                return .json(json.compact)
            }
        }
        return Record(model: model, values: values)
    }

    static func int(_ generator: inout SplitMix64) -> Int64 {
        [Int64.min, .max, 0, -1, 1 << 53 + 1].randomElement(using: &generator).flatMap {
            Bool.random(using: &generator) ? $0 : nil
        } ?? Int64(bitPattern: generator.next())
    }

    /// Any finite double but -0.
    static func double(_ generator: inout SplitMix64) -> Double {
        let special = [
            0, .leastNonzeroMagnitude, -.leastNormalMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 0.1,
            1 / 3, 1e15, 123_456_789_012_345_680, 1e22, 1e23, 9_007_199_254_740_992,
        ]
        if Int.random(in: 0..<8, using: &generator) == 0 { return special.randomElement(using: &generator) ?? 0 }
        while true {
            let any = Double(bitPattern: generator.next())
            if any.isFinite, any != 0 { return any }
        }
    }

    /// Quotes, what looks like SQL or the end of an image, marks that combine, and characters of four bytes.
    static func text(_ generator: inout SplitMix64) -> String {
        let pieces = [
            "'", "''", ",", "NULL", "\\", "\"", "\n", "\u{1}", "é", "e\u{301}", "'\u{301}", "😀", "\u{10FFFF}", "\\0",
            "%00",
            ");--", "\u{FEFF}", "ｱ", "\r\n", "x", "\u{200D}",
        ]
        return (0..<Int.random(in: 0...6, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }
            .joined()
    }

    @Test("versions of keys of any form go on after a deletion", arguments: 0..<40)
    func keys(_ round: Int) throws {
        var generator = SplitMix64(seed: UInt64(round))
        let test = try TestStore(RowImageTests.sdl, inMemory: true)
        let model = try test.model("Odd")
        let key: [Value] = [
            .text(Text("'\u{301}" + RowImageTests.text(&generator))), .int(RowImageTests.int(&generator)),
            .double(round == 0 ? 1e21 : RowImageTests.double(&generator)),
        ]
        let now = Value.text(Instant.now.stored)
        let record = Record(model: model, values: key + [.null, now, now, .int(0)])
        for version: Int64 in [1, 3, 5] {
            let made = try test.perform(.create(record, isFresh: false)).outcomes[0].record
            #expect(made.version == version, "key \(key)")
            let last = try test.perform(.delete(model, Key(key), Conditions())).outcomes[0].record
            #expect(last.values == made.values)
        }
        #expect(try test.changes().allSatisfy { $0.record.key == Key(key) })
    }

    @Test("defaults with quotes and combining marks stand in the table's own SQL")
    func defaults() throws {
        let odd = "it's '\u{301} \u{301}"
        let test = try TestStore(#"type Tag @model { id: ID! s: String @default(value: "\#(odd)") }"#)
        try test.outsider().execute("INSERT INTO Tag(id) VALUES('a')")
        #expect(try test.record("Tag", "a")?.values[1] == .text(Text(odd)))
    }
}
