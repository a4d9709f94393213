import DataStore
import HTTP

/// The bytes of an event stream (the HTML standard's `text/event-stream`), and how one is opened.
enum EventStream {
    /// Sent in silence, so that proxies and clients see that it lives.
    static let heartbeat = Frame(payload: Array(":\n\n".utf8))

    /// The headers of every stream.
    static func headers() -> Headers {
        var headers = Headers()
        headers.add("Content-Type", "text/event-stream")
        headers.add("Cache-Control", "no-store, no-transform")
        headers.add("X-Accel-Buffering", "no")
        return headers
    }

    /// What leaves at once: when to come back, and a comment.
    static func opening(retry seconds: Int) -> [UInt8] { retryLine(seconds) + Array(":\n\n".utf8) }

    /// The last words of a stream at the server's end: when to come back, at another time for each client.
    static func farewell(retry seconds: Int) -> Frame { Frame(payload: retryLine(seconds) + Array("\n".utf8)) }

    /// `seconds` ± half, in milliseconds.
    private static func retryLine(_ seconds: Int) -> [UInt8] {
        let middle = seconds * 1000
        return Array("retry: \(Int.random(in: (middle - middle / 2)...(middle + middle / 2)))\n".utf8)
    }

    /// Appends an event: its id, and one line of data that `data` writes. JSON never holds a line end.
    static func append(to bytes: inout [UInt8], id position: Position, _ data: (inout JSONWriter) -> Void) {
        bytes.append(contentsOf: "id: ".utf8)
        bytes.append(contentsOf: position.epoch.utf8)
        bytes.append(contentsOf: "-".utf8)
        bytes.append(contentsOf: String(position.seq).utf8)
        bytes.append(contentsOf: "\ndata: ".utf8)
        var writer = JSONWriter()
        swap(&writer.bytes, &bytes)
        data(&writer)
        swap(&writer.bytes, &bytes)
        bytes.append(contentsOf: "\n\n".utf8)
    }

    /// Throw away what you have: the stream cannot go on from where the client was.
    static func reset(_ reason: String, at position: Position) -> [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes, id: position) { writer in
            writer.write(.object([.init("type", .string("reset")), .init("reason", .string(Text(reason)))]))
        }
        return bytes
    }

    /// Why a stream ends.
    static func error(_ problem: Problem) -> Frame {
        var writer = JSONWriter()
        writer.write(
            .object([
                .init("type", .string("error")), .init("status", .number(Text(String(problem.status.code)))),
                .init("detail", .string(Text(problem.detail))),
            ]))
        return Frame(payload: Array("data: ".utf8) + writer.bytes + Array("\n\n".utf8))
    }
}
