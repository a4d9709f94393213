/// Why a request is refused before anyone has seen it: for its bytes, its size, its slowness, or for want of room.
package struct Refusal: Error, Sendable, Equatable {
    package let status: Status
    /// A sentence for the one who reads the answer.
    package let detail: String
    /// Seconds after which it is worth another try.
    package let retryAfter: Int?

    /// Takes all parts.
    package init(_ status: Status, _ detail: String, retryAfter: Int? = nil) {
        self.status = status
        self.detail = detail
        self.retryAfter = retryAfter
    }

    static func malformed(_ detail: String) -> Refusal { Refusal(.badRequest, detail) }
}
