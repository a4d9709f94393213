/// A status code and its reason phrase (RFC 9110 §15).
package struct Status: Hashable, Sendable {
    /// Three digits, 100…599.
    package let code: Int
    /// The words that stand after the code; recipients ignore them.
    package let reason: String

    /// Takes a code outside the table below, or other words for one.
    package init(_ code: Int, _ reason: String) {
        precondition((100...599).contains(code), "a status code has three digits")
        self.code = code
        self.reason = reason
    }

    package static let ok = Status(200, "OK")
    package static let created = Status(201, "Created")
    package static let accepted = Status(202, "Accepted")
    package static let noContent = Status(204, "No Content")
    package static let partialContent = Status(206, "Partial Content")
    package static let movedPermanently = Status(301, "Moved Permanently")
    package static let found = Status(302, "Found")
    package static let seeOther = Status(303, "See Other")
    package static let notModified = Status(304, "Not Modified")
    package static let permanentRedirect = Status(308, "Permanent Redirect")
    package static let badRequest = Status(400, "Bad Request")
    package static let unauthorized = Status(401, "Unauthorized")
    package static let forbidden = Status(403, "Forbidden")
    package static let notFound = Status(404, "Not Found")
    package static let methodNotAllowed = Status(405, "Method Not Allowed")
    package static let notAcceptable = Status(406, "Not Acceptable")
    package static let requestTimeout = Status(408, "Request Timeout")
    package static let conflict = Status(409, "Conflict")
    package static let gone = Status(410, "Gone")
    package static let preconditionFailed = Status(412, "Precondition Failed")
    package static let contentTooLarge = Status(413, "Content Too Large")
    package static let uriTooLong = Status(414, "URI Too Long")
    package static let unsupportedMediaType = Status(415, "Unsupported Media Type")
    package static let rangeNotSatisfiable = Status(416, "Range Not Satisfiable")
    package static let expectationFailed = Status(417, "Expectation Failed")
    package static let unprocessableContent = Status(422, "Unprocessable Content")
    package static let tooManyRequests = Status(429, "Too Many Requests")
    package static let headersTooLarge = Status(431, "Request Header Fields Too Large")
    package static let internalServerError = Status(500, "Internal Server Error")
    package static let notImplemented = Status(501, "Not Implemented")
    package static let badGateway = Status(502, "Bad Gateway")
    package static let serviceUnavailable = Status(503, "Service Unavailable")
    package static let gatewayTimeout = Status(504, "Gateway Timeout")
    package static let versionNotSupported = Status(505, "HTTP Version Not Supported")

    /// Whether an answer of this status never has a body (RFC 9110 §6.4.1).
    package var isBodiless: Bool { code < 200 || code == 204 || code == 304 }
}
