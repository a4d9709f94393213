/// Every bound of the server, with its default, and what it asks its owner.
package struct HTTPConfiguration: Sendable {
    /// Where to listen.
    package var address: SocketAddress
    /// How much a request may be.
    package var limits = WireLimits()
    /// How long a connection may be in a state.
    package var timeouts = WireTimeouts()
    /// Past it 503. The descriptors that the process may have bound it, too.
    package var maximumConnections = 10_000
    /// Past it 429.
    package var maximumStreamsPerAddress = 1000
    /// For a stream's client to take some of what waits for it, in seconds; past it the stream is closed.
    package var streamTimeout = 60
    /// Serial queues that serve requests; nil for one less than there are cores, but one at least.
    package var loops: Int?
    /// Which pages of other origins may use the server.
    package var cors = CORS()
    /// Whether the body of a request, whose head alone has been read, is streamed to the handler (`Exchange.readBody`)
    /// and not bounded; else it is gathered first. Called on a loop; it does not wait.
    package var streamsBody: @Sendable (Request) -> Bool = { _ in false }
    /// Makes the answer that says why a request is refused. Called on any queue; it does not wait.
    package var refusal: @Sendable (Refusal) -> Response = HTTPConfiguration.plainRefusal
    /// Told of each answer, on the loop that sends it; it does not wait. Nil: nobody is.
    package var log: (@Sendable (AccessRecord) -> Void)?

    /// The defaults, at an address.
    package init(address: SocketAddress) {
        self.address = address
    }

    /// A refusal as plain text.
    package static let plainRefusal: @Sendable (Refusal) -> Response = { refusal in
        var response = Response(
            refusal.status, type: "text/plain; charset=utf-8", [UInt8]((refusal.detail + "\n").utf8))
        if let seconds = refusal.retryAfter { response.headers.add("Retry-After", String(seconds)) }
        return response
    }
}
