import DataStore

/// A strict reader of an event stream: anything that the protocol does not promise is a failure.
///
/// Chunks are hex, CRLF, payload, CRLF. Lines end in LF alone. An event is `id:` and one `data:` line of a JSON object
/// whose first member is `type`; only one of type error lacks the id. Apart from events there are `retry:` and empty
/// comments.
final class EventReader {
    /// One event.
    struct Event {
        let id: String?
        let data: JSON
        /// The event's data as it came.
        let text: String

        var type: String? { data["type"]?.scalarText }

        /// The change's number in the id.
        var seq: Int64? { id.flatMap { Position($0)?.seq } }

        subscript(_ name: Text) -> JSON? { data[name] }
    }

    let head: Answer
    private(set) var retries: [Int] = []
    private(set) var comments = 0
    private let socket: Socket
    private var text: [UInt8] = []
    private var start = 0
    private var hasEnded = false

    init(
        port: UInt16, _ target: String, _ headers: [(String, String)] = [], receiveBuffer: Int32? = nil
    ) throws {
        socket = try Socket(port: port, receiveBuffer: receiveBuffer)
        try socket.send(Connection.request("GET \(target)", headers, nil))
        head = try Answer.head(socket)
        guard head.status == 200 else {
            let body = try socket.bytes(Int(head["Content-Length"] ?? "0") ?? 0)
            throw Failure("\(target): \(head.status) \(String(decoding: body, as: UTF8.self))")
        }
        // The opening leaves before any data.
        while comments == 0 { guard try block() == nil else { throw Failure("an event before the opening comment") } }
        guard retries.count == 1 else { throw Failure("\(retries.count) retry lines in the opening") }
    }

    /// The next event; nil at the end of the stream.
    func next() throws -> Event? {
        while !hasEnded {
            if let event = try block() { return event }
        }
        return nil
    }

    /// The next event, which must be there.
    func event() throws -> Event {
        guard let event = try next() else { throw Failure("the stream ended") }
        return event
    }

    func events(_ count: Int) throws -> [Event] { try (0..<count).map { _ in try event() } }

    /// Reads up to the next comment: a heartbeat. An event before it is a failure.
    func heartbeat() throws {
        let seen = comments
        while comments == seen {
            if hasEnded { throw Failure("the stream ended") }
            if let event = try block() { throw Failure("an event: \(event.text)") }
        }
    }

    /// Reads to the end of the stream and of the connection; the events on the way.
    func rest() throws -> [Event] {
        var events: [Event] = []
        while let event = try next() { events.append(event) }
        guard try socket.isAtEnd() else { throw Failure("bytes after the last chunk") }
        return events
    }

    // MARK: The format

    /// One block of lines up to an empty one.
    private func block() throws -> Event? {
        var id: String?
        var data: String?
        while true {
            guard let line = try line() else {
                guard id == nil, data == nil else { throw Failure("the stream ended within an event") }
                return nil
            }
            if line.isEmpty { break }
            switch line {
            case ":": comments += 1
            case _ where line.hasPrefix("retry: "):
                guard let milliseconds = Int(line.dropFirst(7)) else { throw Failure("not a number: \(line)") }
                retries.append(milliseconds)
            case _ where line.hasPrefix("id: ") && id == nil && data == nil: id = String(line.dropFirst(4))
            case _ where line.hasPrefix("data: ") && data == nil: data = String(line.dropFirst(6))
            default: throw Failure("a line out of place: \(line.prefix(200))")
            }
        }
        guard let data else {
            if id != nil { throw Failure("an id without data") }
            return nil
        }
        let event = Event(id: id, data: try JSONReader.read(Text(data)), text: data)
        guard event.data.names.first == "type" else { throw Failure("type is not the first member: \(data)") }
        guard event.type == "error" ? id == nil : event.seq != nil else { throw Failure("id \(id ?? "") of \(data)") }
        return event
    }

    private func line() throws -> String? {
        while true {
            if let end = text.firstLineFeed(from: start) {
                let line = String(validating: text[start..<end], as: UTF8.self)
                start = end + 1
                guard let line, !line.utf8.contains(13) else { throw Failure("a line that is no UTF-8, or has a CR") }
                return line
            }
            guard try chunk() else {
                guard start == text.count else { throw Failure("the stream ended within a line") }
                return nil
            }
        }
    }

    private func chunk() throws -> Bool {
        if hasEnded { return false }
        let digits = try socket.line()
        guard let size = Int(digits, radix: 16), size >= 0 else { throw Failure("no chunk size: \(digits)") }
        text.removeFirst(start)
        start = 0
        text += try socket.bytes(size)
        guard try socket.line().isEmpty else { throw Failure("no CRLF after a chunk") }
        hasEnded = size == 0
        return !hasEnded
    }
}

extension EventReader.Event {
    /// A mutation in short: `update Post a v2 [rating] left`; a snapshot: `[a1 b1]`, keys with versions; others: their type.
    var brief: String {
        switch type {
        case "mutation":
            let words = ["mutationType", "modelName", "modelId"].map { self[Text($0)]?.scalarText ?? "?" }
            let version = " v\(self["version"]?.scalarText ?? "?")"
            let changed =
                self["changed"].map { " [\($0.items.map { $0.scalarText ?? "?" }.joined(separator: " "))]" } ?? ""
            return words.joined(separator: " ") + version + changed + (self["left"] == .bool(true) ? " left" : "")
        case "snapshot":
            let items = (self["items"] ?? .null).items
            return "["
                + items.map { "\($0["id"]?.scalarText ?? "?")\($0["_version"]?.scalarText ?? "?")" }
                .joined(separator: " ") + "]"
        default: return type ?? "?"
        }
    }
}
