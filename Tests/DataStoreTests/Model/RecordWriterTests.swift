import DataStore
import Testing

@Suite struct RecordWriterTests {
    private func order() throws -> Record {
        let body = #"{"customer":"a\"b","date":"2026-01-02","n":3,"total":1.5,"createdAt":"2026-01-01T00:00:00.1234Z"}"#
        return try RecordReader(ThingModel.order).create(from: JSONReader.read(Array(body.utf8)), now: .now)
    }

    private func text(_ writer: RecordWriter, _ record: Record) -> String {
        String(decoding: writer.bytes(of: record), as: UTF8.self)
    }

    @Test func aSelectionKeepsTheKeyAndTheVersion() throws {
        let record = try order()
        let key = #""customer":"a\"b","date":"2026-01-02","n":3"#
        #expect(text(RecordWriter(record.model, fields: []), record) == "{\(key),\"_version\":0}")
        #expect(text(RecordWriter(record.model, fields: [3]), record) == "{\(key),\"total\":1.5,\"_version\":0}")
        #expect(
            text(RecordWriter(record.model, fields: [0, 4]), record)
                == "{\(key),\"createdAt\":\"2026-01-01T00:00:00.1234Z\",\"_version\":0}")
    }

    @Test func membersCanFollow() throws {
        let record = try order()
        var writer = JSONWriter()
        RecordWriter(record.model, fields: []).writeOpen(record, to: &writer)
        writer.write(raw: Array(",\"more\":1}".utf8))
        guard case .object(let members) = try JSONReader.read(writer.bytes) else {
            Issue.record("no object")
            return
        }
        #expect(members.map(\.name) == ["customer", "date", "n", "_version", "more"])
    }

    @Test func whatIsWrittenReadsAsTheSameRecord() throws {
        let reader = RecordReader(ThingModel.thing)
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SplitMix64(seed: seed)
        let writer = RecordWriter(ThingModel.thing)
        for number in 0..<500 {
            let json = JSON.object([
                .init("id", .string(Text("\(number)"))), .init("j", JSON.random(depth: 3, using: &generator)),
                .init("i", .number(Text("\(Int64.random(in: .min ... .max, using: &generator))"))),
                .init("f", .number(Text("\(Double.random(in: -1e300...1e300, using: &generator))"))),
                .init("tags", .array([.string("\n\"\\"), .null])),
            ])
            let record = try reader.create(from: json, now: .now)
            let back = try reader.create(from: JSONReader.read(writer.bytes(of: record)), now: .now)
            guard back.values == record.values else {
                Issue.record("seed \(seed): \(text(writer, record))")
                return
            }
        }
    }
}
