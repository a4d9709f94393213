import DataStore

/// One answer as it came over the wire.
struct Answer {
    let status: Int
    let reason: String
    let headers: [(name: String, value: String)]
    let body: [UInt8]

    /// The value of the only field of that name; nil when there is none. Several are a fault of the server.
    subscript(_ name: String) -> String? {
        let values = headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
        return values.count > 1 ? "\(values.count) fields: \(values)" : values.first
    }

    var text: String { String(decoding: body, as: UTF8.self) }

    func json() throws -> JSON { try JSONReader.read(body) }

    /// Reads the head of an answer.
    static func head(_ socket: Socket) throws -> Answer {
        let line = try socket.line()
        let parts = line.split(separator: " ", maxSplits: 2)
        guard parts.count == 3, parts[0] == "HTTP/1.1", let status = Int(parts[1]) else {
            throw Failure("no status line: \(line)")
        }
        var headers: [(name: String, value: String)] = []
        while true {
            let line = try socket.line()
            if line.isEmpty { break }
            guard let colon = line.firstIndex(of: ":") else { throw Failure("no field: \(line)") }
            headers.append((String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " })))
        }
        return Answer(status: status, reason: String(parts[2]), headers: headers, body: [])
    }

    /// Reads a whole answer with a length; one to HEAD, and one whose status forbids it, has no body.
    static func read(_ socket: Socket, isHead: Bool) throws -> Answer {
        let head = try head(socket)
        guard !isHead, head.status != 204, head.status != 304 else { return head }
        guard let length = head["Content-Length"], let count = Int(length) else {
            throw Failure("an answer without a length: \(head.headers)")
        }
        return Answer(
            status: head.status, reason: head.reason, headers: head.headers, body: try socket.bytes(count))
    }
}

extension JSON {
    /// As compact text, for comparisons.
    var compact: String {
        var writer = JSONWriter()
        writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The text of a string or number; nil for anything else.
    var scalarText: String? {
        switch self {
        case .string(let text), .number(let text): text.string
        default: nil
        }
    }

    var items: [JSON] {
        if case .array(let items) = self { return items }
        return []
    }

    /// The names of an object's members, in order.
    var names: [String] {
        if case .object(let members) = self { return members.map(\.name.string) }
        return []
    }
}
