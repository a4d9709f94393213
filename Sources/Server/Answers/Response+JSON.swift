import DataStore
import HTTP

extension Response {
    /// An answer of JSON bytes.
    static func json(_ status: Status = .ok, _ bytes: [UInt8]) -> Response {
        var response = Response(status, type: "application/json", bytes)
        response.setRevalidated()
        return response
    }

    /// Records change at any moment: a cache asks before it shows what it keeps (RFC 9111 §5.2.2.4). Without a word on
    /// it a cache may guess for how long an answer is good.
    mutating func setRevalidated() { headers.add("Cache-Control", "no-cache") }

    /// An answer of a JSON value.
    static func json(_ status: Status = .ok, _ value: JSON) -> Response {
        var writer = JSONWriter()
        writer.write(value)
        return json(status, writer.bytes)
    }

    /// Says which version of a record it shows (RFC 9110 §8.8.3).
    mutating func setETag(of record: Record) { headers.add("ETag", "\"\(record.version)\"") }

    /// Says after which change it stands.
    mutating func setPosition(_ position: Position) { headers.add("Rivulet-Seq", position.description) }
}
