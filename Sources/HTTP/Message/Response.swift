/// One answer. Length, date and connection fields are added when it is sent; a body that the method or status forbids
/// is left out then, too.
package struct Response: Sendable {
    package var status: Status
    package var headers: Headers
    package var body: Body

    /// Takes all parts.
    package init(_ status: Status, headers: Headers = Headers(), body: Body = .none) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// An answer with a body of one media type.
    package init(_ status: Status, type: String, _ bytes: [UInt8]) {
        self.status = status
        headers = Headers()
        headers.add("Content-Type", type)
        body = .bytes(bytes)
    }
}
