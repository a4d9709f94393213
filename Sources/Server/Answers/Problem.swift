package import DataStore
package import HTTP

/// An error as clients see it: a problem document (RFC 9457).
package struct Problem: Error, Sendable {
    package let status: Status
    /// A sentence on this occurrence.
    package let detail: String
    /// Everything that is at fault, each with its place.
    package var faults: [Fault] = []
    /// In a transaction: the place of the operation that failed, from 0.
    package var index: Int?
    /// Names the occurrence in the log; a 5xx shows nothing else.
    package var instance: String?
    /// Seconds after which it is worth another try.
    package var retryAfter: Int?
    /// 405: the methods that the path has.
    package var allow: String?
    /// 415: the content codings that a body may have (RFC 9110 §15.5.16).
    package var acceptEncoding: String?

    package init(_ status: Status, _ detail: String, faults: [Fault] = []) {
        self.status = status
        self.detail = detail
        self.faults = faults
    }

    /// 400: the query string is at fault.
    package static func badQuery(_ faults: [Fault]) -> Problem {
        Problem(.badRequest, summary(faults, of: "The query"), faults: faults)
    }

    /// 422: the body does not fit the schema.
    package static func unprocessable(_ faults: [Fault]) -> Problem {
        Problem(.unprocessableContent, summary(faults, of: "The body"), faults: faults)
    }

    /// 501: the protocol has it, this version does not.
    package static func notImplemented(_ what: String) -> Problem {
        Problem(.notImplemented, "\(what) is not available in this version.")
    }

    private static func summary(_ faults: [Fault], of what: String) -> String {
        guard let first = faults.first else { return "\(what) is not acceptable." }
        if faults.count > 1 { return "\(what) has \(faults.count) faults; see errors." }
        switch first.place {
        case .path(let path): return path.isEmpty ? first.detail : "\(path): \(first.detail)"
        case .parameter(let name, _): return name.isEmpty ? first.detail : "\(name): \(first.detail)"
        }
    }

    /// The document.
    package var bytes: [UInt8] {
        var members: [JSON.Member] = [
            .init("type", .string("about:blank")), .init("title", .string(Text(status.reason))),
            .init("status", .number(Text(String(status.code)))), .init("detail", .string(Text(detail))),
        ]
        if let index { members.append(.init("index", .number(Text(String(index))))) }
        if let instance { members.append(.init("instance", .string(Text(instance)))) }
        if !faults.isEmpty { members.append(.init("errors", .array(faults.map(Self.json)))) }
        var writer = JSONWriter()
        writer.write(.object(members))
        return writer.bytes
    }

    private static func json(_ fault: Fault) -> JSON {
        let detail = JSON.Member("detail", .string(Text(fault.detail)))
        switch fault.place {
        case .path(let path): return .object([.init("path", .string(Text(path))), detail])
        case .parameter(let name, let column):
            var members: [JSON.Member] = [.init("parameter", .string(Text(name)))]
            if let column { members.append(.init("column", .number(Text(String(column))))) }
            return .object(members + [detail])
        }
    }

    /// The answer.
    package var response: Response {
        var response = Response(status, type: "application/problem+json", bytes)
        // Some errors may be cached by default (RFC 9110 §15.1), and the next moment may have another answer.
        response.headers.add("Cache-Control", "no-store")
        if let retryAfter { response.headers.add("Retry-After", String(retryAfter)) }
        if let allow { response.headers.add("Allow", allow) }
        if let acceptEncoding { response.headers.add("Accept-Encoding", acceptEncoding) }
        return response
    }
}
