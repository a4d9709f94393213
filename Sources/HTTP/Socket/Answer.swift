/// What a handler made of a request, on its way to the loop that sends it.
enum Answer: Sendable {
    case response(Response)
    case stream(StreamOpening)
}

/// The beginning of a stream.
struct StreamOpening: Sendable {
    var status: Status
    var headers: Headers
    var first: [UInt8]
    var start: @Sendable (StreamChannel) -> Void
    /// The address's right to a stream; nil for HEAD, which opens none.
    var permit: Permit?
}

/// What a handler says to a connection.
enum Message: Sendable {
    case answer(Answer)
    /// The next part of the streamed body is wanted.
    case read(@Sendable (BodyEvent) -> Void)
}
