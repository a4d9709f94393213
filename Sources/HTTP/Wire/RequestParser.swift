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
        /// The request cannot be read. The connection must end: where the next request starts is unknown.
        case refuse(Refusal)
    }

    private enum Phase {
        case head
        case counted(ParsedRequest, remaining: Int)
        case chunked(ParsedRequest, ChunkedDecoder)
        case refused(Refusal)
    }

    private let limits: WireLimits
    private let peer: String
    private var phase = Phase.head
    private var scanner = HeadScanner()
    /// The bytes of an unfinished head.
    private var held: [UInt8] = []
    private var body: [UInt8] = []

    /// Starts before a request. `peer` is the address that requests are said to come from.
    package init(_ limits: WireLimits, peer: String) {
        self.limits = limits
        self.peer = peer
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
            case .counted(let request, let remaining):
                phase = .head
                return readCounted(request, remaining, &input)
            case .chunked(let request, var decoder):
                phase = .head
                let progress = try decoder.read(&input, into: &body)
                if case .complete = progress { return finish(request) }
                phase = .chunked(request, decoder)
                return .needMore
            case .refused(let refusal):
                return .refuse(refusal)
            }
        } catch {
            phase = .refused(error)
            held = []
            body = []
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
        let length = try scanner.framing.length(scanner.line.version, limit: limits.body)
        let parsed = ParsedRequest(bytes, scanner, end: end, peer: peer)
        let wantsContinue = scanner.framing.expectsContinue && scanner.line.version == .http11
        scanner = HeadScanner()
        input = UnsafeRawBufferPointer(rebasing: input[(end - alreadyHeld)...])
        switch length {
        case .none:
            return .request(parsed)
        case .count(let count):
            // A declared length is a promise, not a fact: room is made as bytes come.
            body.reserveCapacity(min(count, max(input.count, 16 << 10)))
            phase = .counted(parsed, remaining: count)
        case .chunked:
            phase = .chunked(parsed, ChunkedDecoder(limits))
        }
        return wantsContinue ? .continueExpected : next(&input)
    }

    private mutating func readCounted(
        _ request: ParsedRequest, _ remaining: Int, _ input: inout UnsafeRawBufferPointer
    ) -> Step {
        let count = min(remaining, input.count)
        body.append(contentsOf: UnsafeRawBufferPointer(rebasing: input[..<count]))
        input = UnsafeRawBufferPointer(rebasing: input[count...])
        if count == remaining { return finish(request) }
        phase = .counted(request, remaining: remaining - count)
        return .needMore
    }

    private mutating func finish(_ head: ParsedRequest) -> Step {
        var parsed = head
        parsed.request.body = body
        body = []
        return .request(parsed)
    }
}
