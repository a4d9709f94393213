import DataStore
import Foundation

/// Records to JSON and back, beside Foundation: 100 records in an array.
struct RecordJSON {
    private let order: Order

    init(_ order: Order) { self.order = order }

    /// What Foundation's coders get.
    private struct Plain: Codable, Equatable {
        var id: String
        var title: String
        var content: String?
        var rating: Int?
        var status: String?
        var createdAt: String?
        var updatedAt: String?
        var version: Int?

        enum CodingKeys: String, CodingKey {
            case id, title, content, rating, status, createdAt, updatedAt
            case version = "_version"
        }
    }

    func measure() throws -> [(String, Double)] {
        let schema = try Posts.schema()
        let model = try Posts.model(of: schema)
        let (reader, writer) = (RecordReader(model), RecordWriter(model))
        let now = Instant.now.inMilliseconds
        let records = try (0..<100).map { number in try Posts.record(number, rating: number, reader) }
        let bytes = encode(records, writer)
        let data = Data(bytes)
        let plain = try JSONDecoder().decode([Plain].self, from: data)
        let tree = try JSONSerialization.jsonObject(with: data)
        guard plain.count == records.count, try decode(bytes, reader, now).count == records.count else {
            throw Refusal("not as many records as were written")
        }
        let time = order.seconds / 6
        let count = Double(records.count)
        let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
        return [
            ("encode", microseconds(of: time) { _ = encode(records, writer) } / count),
            ("encode_coder", try microseconds(of: time) { _ = try encoder.encode(plain) } / count),
            (
                "encode_tree",
                try microseconds(of: time) { _ = try JSONSerialization.data(withJSONObject: tree) } / count
            ),
            ("decode", try microseconds(of: time) { _ = try decode(bytes, reader, now) } / count),
            ("decode_coder", try microseconds(of: time) { _ = try decoder.decode([Plain].self, from: data) } / count),
            ("decode_tree", try microseconds(of: time) { _ = try JSONSerialization.jsonObject(with: data) } / count),
        ]
    }

    private func encode(_ records: [Record], _ writer: RecordWriter) -> [UInt8] {
        var json = JSONWriter()
        json.bytes.append(UInt8(ascii: "["))
        for (place, record) in records.enumerated() {
            if place > 0 { json.bytes.append(UInt8(ascii: ",")) }
            writer.write(record, to: &json)
        }
        json.bytes.append(UInt8(ascii: "]"))
        return json.bytes
    }

    /// With all checks that a request's body gets.
    private func decode(
        _ bytes: [UInt8], _ reader: RecordReader, _ now: DataStore.Instant
    ) throws -> [RecordReader.NewRecord] {
        try reader.createAll(reading: bytes, now: now)
    }
}
