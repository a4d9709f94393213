/// Makes requests of bytes (RFC 9112). Pure: it reads no socket and no clock, and any split of the bytes gives the
/// same steps.
///
/// Strict where two readers could disagree: a message whose framing is in doubt is refused, and after a refusal nothing
/// more is read. It keeps only what belongs to an unfinished head, line or body; the rest stays in the input.
package struct RequestParser {
    /// What the bytes gave.
    package enum Step {
        /// All input is taken; more must come.
        case needMore
        /// The head is read and the client waits for 100 before it sends the body (RFC 9110 §10.1.1).
        case continueExpected
        /// A whole request. What follows it is still in the input.
        case request(ParsedRequest)
        /// A request whose body is to be streamed: `part`s follow, then `end`.
        case head(ParsedRequest)
        /// The next bytes of a streamed body.
        case part([UInt8])
        /// The end of a streamed body.
        case end
        /// The request cannot be read. The connection must end: where the next request starts is unknown.
        case refuse(Refusal)
    }

    private enum Phase {
        case head
        case counted(remaining: Int)
        case chunked(ChunkedDecoder)
        case refused(Refusal)
    }

    private let limits: WireLimits
    private let peer: String
    private let streams: @Sendable (Request) -> Bool
    private var phase = Phase.head
    private var scanner = HeadScanner()
    /// The bytes of an unfinished head.
    private var held: [UInt8] = []
    private var body: [UInt8] = []
    /// The request whose body is being gathered; nil while a body is streamed.
    private var gathering: ParsedRequest?

    /// Starts before a request. `peer` is the address that requests are said to come from. `streams` says of a head
    /// whether its body, if there is one, is to come in parts, and then without a bound.
    package init(
        _ limits: WireLimits, peer: String, streams: @escaping @Sendable (Request) -> Bool = { _ in false }
    ) {
        self.limits = limits
        self.peer = peer
        self.streams = streams
    }

    /// Whether no byte of a next request has been taken.
    package var isBetweenRequests: Bool {
        if case .head = phase { held.isEmpty } else { false }
    }

    /// Whether a head has been read and its body is coming.
    package var isReadingBody: Bool {
        switch phase {
        case .counted, .chunked: true
        case .head, .refused: false
        }
    }

    /// Takes what it can from the front of `input`. Call it again after any step but `needMore` and `refuse`.
    package mutating func next(_ input: inout UnsafeRawBufferPointer) -> Step {
        do throws(Refusal) {
            switch phase {
            case .head:
                return try readHead(&input)
            case .counted(let remaining):
                let count = min(remaining, input.count)
                body.append(contentsOf: UnsafeRawBufferPointer(rebasing: input[..<count]))
                input = UnsafeRawBufferPointer(rebasing: input[count...])
                phase = .counted(remaining: remaining - count)
                return yield(isComplete: count == remaining)
            case .chunked(var decoder):
                // The decoder leaves its place while it works, so that its buffers are not copied.
                phase = .head
                let progress = try decoder.read(&input, into: &body)
                phase = .chunked(decoder)
                return yield(isComplete: progress == .complete)
            case .refused(let refusal):
                return .refuse(refusal)
            }
        } catch {
            phase = .refused(error)
            held = []
            body = []
            gathering = nil
            return .refuse(error)
        }
    }

    private mutating func readHead(_ input: inout UnsafeRawBufferPointer) throws(Refusal) -> Step {
        guard !input.isEmpty else { return .needMore }
        if held.isEmpty {
            if let step = try readHead(in: input, &input, alreadyHeld: 0) { return step }
            held.append(contentsOf: input)
            input = UnsafeRawBufferPointer(rebasing: input[input.count...])
            return .needMore
        }
        var buffer: [UInt8] = []
        swap(&buffer, &held)
        let before = buffer.count
        buffer.append(contentsOf: input)
        let step = try buffer.judge { bytes throws(Refusal) in
            try readHead(in: bytes, &input, alreadyHeld: before)
        }
        if let step { return step }
        held = buffer
        input = UnsafeRawBufferPointer(rebasing: input[input.count...])
        return .needMore
    }

    /// Reads the head in `bytes`, of which all but the first `alreadyHeld` are `input`. Nil when it is not complete.
    private mutating func readHead(
        in bytes: UnsafeRawBufferPointer, _ input: inout UnsafeRawBufferPointer, alreadyHeld: Int
    ) throws(Refusal) -> Step? {
        guard case .complete(let end) = try scanner.scan(bytes, limits) else { return nil }
        let framing = scanner.framing
        let parsed = ParsedRequest(bytes, scanner, end: end, peer: peer)
        scanner = HeadScanner()
        input = UnsafeRawBufferPointer(rebasing: input[(end - alreadyHeld)...])
        let length = try framing.length(parsed.request.version)
        if case .none = length { return .request(parsed) }
        let isStreamed = streams(parsed.request)
        var bounds = limits
        if isStreamed { bounds.body = .max }
        switch length {
        case .count(let count):
            guard count <= bounds.body else { throw Framing.tooLarge(bounds.body) }
            // A declared length is a promise, not a fact: room is made as bytes come.
            body.reserveCapacity(min(count, max(input.count, 16 << 10)))
            phase = .counted(remaining: count)
        case .chunked, .none:
            phase = .chunked(ChunkedDecoder(bounds))
        }
        if isStreamed { return .head(parsed) }
        gathering = parsed
        return parsed.expectsContinue ? .continueExpected : next(&input)
    }

    /// What the body's bytes so far make: a part of a streamed body as soon as there is one, another body when whole.
    private mutating func yield(isComplete: Bool) -> Step {
        if var parsed = gathering {
            guard isComplete else { return .needMore }
            phase = .head
            gathering = nil
            parsed.request.body = body
            body = []
            return .request(parsed)
        }
        if !body.isEmpty {
            defer { body = [] }
            if isComplete { phase = .counted(remaining: 0) }
            return .part(body)
        }
        guard isComplete else { return .needMore }
        phase = .head
        return .end
    }
}
