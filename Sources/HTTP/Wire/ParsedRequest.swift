/// A request, and what its head says about the connection.
package struct ParsedRequest: Sendable {
    package var request: Request
    /// Whether the client wants the connection to go on after the answer.
    package let persists: Bool
    /// Whether the client waits for 100 before it sends the body (RFC 9110 §10.1.1); HTTP/1.0 has no such wait.
    package let expectsContinue: Bool

    /// Makes a request of a scanned head, which ends before `end`.
    init(_ bytes: UnsafeRawBufferPointer, _ scanner: HeadScanner, end: Int, peer: String) {
        let line = scanner.line
        let origin = scanner.messageStart
        func text(_ range: Range<Int>) -> String {
            String(
                decoding: UnsafeRawBufferPointer(
                    rebasing: bytes[origin + range.lowerBound..<origin + range.upperBound]),
                as: UTF8.self)
        }
        let prefix = line.lacksPath ? "/" : ""
        let target = line.lacksPath ? prefix + text(line.target) : text(line.target)
        let path: String
        let query: String?
        if let mark = line.query {
            path = prefix + text(line.target.lowerBound..<mark - 1)
            query = text(mark..<line.target.upperBound)
        } else {
            path = target
            query = nil
        }
        let blockStart = scanner.blockStart ?? end
        request = Request(
            method: Method(rawValue: text(line.method)), target: target, path: path, query: query,
            version: line.version,
            headers: Headers(judged: [UInt8](bytes[blockStart..<end]), places: scanner.places), peer: peer)
        persists = scanner.framing.persists(line.version)
        expectsContinue = scanner.framing.expectsContinue && line.version == .http11
    }
}
