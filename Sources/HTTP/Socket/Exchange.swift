import Synchronization

/// One request and the one answer that it is owed.
///
/// It may be answered from any thread, now or later, once: a second answer traps. One that is dropped without an answer
/// is answered 500, so that a mistake never leaves a client waiting.
package final class Exchange: Sendable {
    /// The request; whole, unless `hasStreamedBody`.
    package let request: Request
    /// Whether the body is not in `request` but is read by `readBody`.
    package let hasStreamedBody: Bool
    private let connection: HTTPConnection
    private let isAnswered = Atomic(false)

    init(_ request: Request, streamed: Bool, on connection: HTTPConnection) {
        self.request = request
        hasStreamedBody = streamed
        self.connection = connection
    }

    deinit {
        guard !isAnswered.load(ordering: .relaxed) else { return }
        let refusal = Refusal(.internalServerError, "The server could not answer this request.")
        connection.loop.deliver(
            .answer(.response(connection.loop.shared.configuration.refusal(refusal))), to: connection)
    }

    /// Answers, in the content coding that the client asks for.
    package func respond(_ response: Response) {
        claim()
        var response = response
        connection.loop.shared.configuration.cors.apply(to: &response.headers, for: request)
        switch response.negotiate(for: request) {
        case .identity: connection.loop.deliver(.answer(.response(response)), to: connection)
        case .gzip:
            connection.loop.compressor.code(response) { [connection] coded in
                connection.loop.deliver(.answer(.response(coded)), to: connection)
            }
        }
    }

    /// Asks for the next part of a streamed body; `body` is called with it once, on a loop's queue, and must not wait.
    /// It is called from any thread, again after each part. No more is read from the client than is asked for, and
    /// nothing comes after `end`, `failed` or the answer. An answer before the end ends the connection.
    package func readBody(_ body: @escaping @Sendable (BodyEvent) -> Void) {
        precondition(hasStreamedBody, "the body is in the request")
        connection.loop.deliver(.read(body), to: connection)
    }

    /// Answers as a refusal would be.
    package func refuse(_ refusal: Refusal) {
        respond(connection.loop.shared.configuration.refusal(refusal))
    }

    /// Answers with a stream: status, headers and `first` leave at once, then `start` gets the channel, on the stream
    /// loop's queue. To HEAD only status and headers are sent, and `start` is not called; nor is it when the client is
    /// gone by then, or its address has too many streams (answered 429).
    package func openStream(
        status: Status = .ok, headers: Headers, first: [UInt8], start: @escaping @Sendable (StreamChannel) -> Void
    ) {
        let shared = connection.loop.shared
        var opening = StreamOpening(status: status, headers: headers, first: first, start: start)
        if request.method != .head {
            guard let permit = shared.census.take(request.peer) else {
                refuse(
                    Refusal(
                        .tooManyRequests,
                        "This address has \(shared.configuration.maximumStreamsPerAddress) streams open already.",
                        retryAfter: Self.retryAfter))
                return
            }
            opening.permit = permit
        }
        claim()
        shared.configuration.cors.apply(to: &opening.headers, for: request)
        connection.loop.deliver(.answer(.stream(opening)), to: connection)
    }

    /// Seconds after which a client that has too much open may try again.
    static let retryAfter = 5

    private func claim() {
        let wasAnswered = isAnswered.exchange(true, ordering: .relaxed)
        precondition(!wasAnswered, "a request is answered once")
    }
}
