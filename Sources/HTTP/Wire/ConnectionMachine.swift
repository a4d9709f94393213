/// The protocol logic of one connection (RFC 9112 §9): which request is served when, what is read ahead, when the
/// connection goes on and when and how it ends. Pure: bytes, times and the progress of the output are told to it, and it
/// answers what is to be done.
///
///     reading ─serve→ answering ─answered→ reading        one request at a time, so that answers leave in order
///        │               │  └─streamOpened→ streaming     the socket belongs to the stream
///        └─refuse→ ending ←┘ (close wanted)
///                    └─output drained→ lingering ─→ closed    the client reads the answer before it sees a reset
///
/// While a request is being answered, a streamed body of it is delivered, part by part, as it is asked for.
package struct ConnectionMachine {
    /// What the owner of the socket does next.
    package enum Action {
        /// Nothing, until something happens.
        case wait
        /// Send the interim answer 100, and ask again.
        case sendContinue
        /// Have the request served; `answered` or `streamOpened` follows. `streamed`: its body comes when asked for.
        case serve(Request, streamed: Bool)
        /// Hand on what was asked for of a streamed body.
        case deliver(BodyEvent)
        /// Send the answer that says so; nothing follows it.
        case refuse(Refusal)
        /// End the sending side (`shutdown`), go on reading, and tell `lingered`.
        case linger
        /// Close the socket.
        case close
    }

    private enum Phase {
        case reading
        case answering(persists: Bool, BodyState)
        case streaming
        case ending
        case lingering(start: Instant, heard: Instant, bytes: Int)
        case closed
    }

    /// How much of the body is still in the connection while its request is being answered.
    private enum BodyState {
        /// Nothing: the next byte is the next request's.
        case read
        case coming(isWanted: Bool, expectsContinue: Bool)
        /// Where it ends can no longer be known.
        case broken
    }

    /// How many bytes of later requests are kept while an answer is pending.
    static let readAheadBound = 64 << 10

    private let timeouts: WireTimeouts
    private var parser: RequestParser
    private var phase = Phase.reading
    private var readAhead = ReadAhead()
    private var hasEnded = false
    private var isStopping = false
    private var hasServed = false
    /// When the state began whose time is bounded: idleness, a head, or the last progress of a body.
    private var since: Instant
    /// When output last moved, while some waits.
    private var stalledSince: Instant?

    /// A new connection, whose bytes go to `parser`.
    package init(_ parser: RequestParser, timeouts: WireTimeouts, at now: Instant) {
        self.timeouts = timeouts
        self.parser = parser
        since = now
    }

    // MARK: Input

    /// Bytes have come, or the last action is done: says what is next. Takes what it needs from `input`, which is empty
    /// when the answer is `wait`.
    package mutating func next(_ input: inout UnsafeRawBufferPointer, at now: Instant) -> Action {
        switch phase {
        case .reading:
            return readRequest(&input, at: now)
        case .answering(let persists, .coming(isWanted: true, expectsContinue: true)):
            phase = .answering(persists: persists, .coming(isWanted: true, expectsContinue: false))
            return .sendContinue
        case .answering(let persists, .coming(isWanted: true, expectsContinue: false)):
            return readBody(&input, persists: persists, at: now)
        case .answering:
            hold(&input)
            return .wait
        case .streaming, .ending, .lingering, .closed:
            input = UnsafeRawBufferPointer(rebasing: input[input.count...])
            return .wait
        }
    }

    /// Keeps bytes for later; the owner does this when output is in the way.
    package mutating func hold(_ input: inout UnsafeRawBufferPointer) {
        readAhead.append(&input)
    }

    /// The next part of the streamed body is wanted; `next` will deliver it.
    package mutating func bodyWanted(at now: Instant) {
        guard case .answering(let persists, .coming(_, let expectsContinue)) = phase else { return }
        since = now
        phase = .answering(persists: persists, .coming(isWanted: true, expectsContinue: expectsContinue))
    }

    /// The client will send nothing more; what it sent before is still served.
    package mutating func inputEnded() -> Action {
        hasEnded = true
        switch phase {
        case .reading: return stalledSince == nil ? close() : .wait
        case .lingering: return close()
        case .answering, .streaming, .ending, .closed: return .wait
        }
    }

    /// Whether the owner is to read more from the socket.
    package var wantsInput: Bool {
        guard !hasEnded else { return false }
        return switch phase {
        case .reading: stalledSince == nil
        case .answering: stalledSince == nil && readAhead.count < Self.readAheadBound
        case .lingering: true
        case .streaming, .ending, .closed: false
        }
    }

    private mutating func readRequest(_ input: inout UnsafeRawBufferPointer, at now: Instant) -> Action {
        let wasBetween = parser.isBetweenRequests
        let hadBytes = !input.isEmpty || readAhead.count > 0
        switch parse(&input) {
        case .needMore:
            if hasEnded {
                // Answers to what came before may still be on their way out.
                phase = .ending
            } else if hadBytes, parser.isReadingBody || wasBetween && hasServed {
                // Progress of a body, or the start of a head. A connection's first head has its time from the start.
                since = now
            }
            return .wait
        case .continueExpected:
            since = now
            return .sendContinue
        case .request(let parsed):
            hasServed = true
            phase = .answering(persists: parsed.persists, .read)
            return .serve(parsed.request, streamed: false)
        case .head(let parsed):
            hasServed = true
            phase = .answering(
                persists: parsed.persists, .coming(isWanted: false, expectsContinue: parsed.expectsContinue))
            return .serve(parsed.request, streamed: true)
        case .refuse(let refusal):
            return end(with: refusal)
        case .part, .end:
            preconditionFailure("a body is streamed while its request is being answered")
        }
    }

    private mutating func readBody(
        _ input: inout UnsafeRawBufferPointer, persists: Bool, at now: Instant
    ) -> Action {
        let hadBytes = !input.isEmpty || readAhead.count > 0
        switch parse(&input) {
        case .needMore:
            if hadBytes { since = now }
            return hasEnded ? breakBody(Self.cut) : .wait
        case .part(let bytes):
            phase = .answering(persists: persists, .coming(isWanted: false, expectsContinue: false))
            return .deliver(.bytes(bytes))
        case .end:
            phase = .answering(persists: persists, .read)
            return .deliver(.end)
        case .refuse(let refusal):
            return breakBody(refusal)
        case .continueExpected, .request, .head:
            preconditionFailure("a request is read when the one before it is answered")
        }
    }

    private mutating func breakBody(_ refusal: Refusal) -> Action {
        phase = .answering(persists: false, .broken)
        return .deliver(.failed(refusal))
    }

    private static let cut = Refusal.malformed("The connection ended inside the body.")

    // MARK: Output

    /// Whether the connection will go on after the answer that is pending; it says so in its head.
    package var persists: Bool {
        guard case .answering(let persists, .read) = phase, !isStopping else { return false }
        return persists && !(hasEnded && readAhead.count == 0)
    }

    /// The pending answer has been put out, with `persists` as it was said in its head.
    package mutating func answered(persists: Bool, at now: Instant) {
        guard case .answering = phase else { return }
        since = now
        phase = persists ? .reading : .ending
    }

    /// The pending request is answered by a stream: the socket leaves this connection once all output is sent.
    package mutating func streamOpened() {
        guard case .answering = phase else { return }
        phase = .streaming
        readAhead = ReadAhead()
    }

    /// The socket takes no more, and output waits. `moved`: some of it went since the last time.
    package mutating func outputWaits(moved: Bool, at now: Instant) {
        if moved || stalledSince == nil { stalledSince = now }
    }

    /// All output is sent: says how the connection goes on. After `wait` the owner calls `next`.
    package mutating func outputDrained(at now: Instant) -> Action {
        stalledSince = nil
        guard case .ending = phase else { return .wait }
        if hasEnded { return close() }
        phase = .lingering(start: now, heard: now, bytes: 0)
        return .linger
    }

    /// Bytes came after the last answer; they are dropped.
    package mutating func lingered(bytes count: Int, at now: Instant) -> Action {
        guard case .lingering(let start, _, let bytes) = phase else { return .wait }
        guard bytes + count <= WireTimeouts.lingerBytes else { return close() }
        phase = .lingering(start: start, heard: now, bytes: bytes + count)
        return .wait
    }

    // MARK: Time, and the end

    /// When `timeExpired` is to be called; it may move at any event.
    package var deadline: Instant? {
        if let stalledSince { return stalledSince.after(seconds: timeouts.progress) }
        switch phase {
        case .reading:
            if parser.isReadingBody { return since.after(seconds: timeouts.body) }
            let idle = parser.isBetweenRequests && hasServed
            return since.after(seconds: idle ? timeouts.keepAlive : timeouts.header)
        case .answering(_, .coming(isWanted: true, _)):
            return since.after(seconds: timeouts.body)
        case .lingering(let start, let heard, _):
            return min(
                start.after(seconds: WireTimeouts.linger), heard.after(seconds: WireTimeouts.lingerSilence))
        case .answering, .streaming, .ending, .closed:
            return nil
        }
    }

    /// Time has passed: says what follows from it, `wait` if the deadline is still ahead.
    package mutating func timeExpired(at now: Instant) -> Action {
        guard let deadline, deadline <= now else { return .wait }
        guard stalledSince == nil else { return close() }
        switch phase {
        case .reading where parser.isReadingBody: return end(with: slowBody)
        case .reading where !parser.isBetweenRequests:
            return end(
                with: Refusal(
                    .requestTimeout, "The header block was not complete after \(timeouts.header) seconds."))
        case .answering: return breakBody(slowBody)
        case .reading, .streaming, .ending, .lingering, .closed: return close()
        }
    }

    private var slowBody: Refusal {
        Refusal(.requestTimeout, "No more of the body came for \(timeouts.body) seconds.")
    }

    /// The server is stopping: an idle connection ends, any other after the answer that is due.
    package mutating func stop() -> Action {
        isStopping = true
        guard case .reading = phase, parser.isBetweenRequests, readAhead.count == 0 else { return .wait }
        guard stalledSince == nil else {
            phase = .ending
            return .wait
        }
        return close()
    }

    /// Ends the connection with an answer that no request was read for. Everything is answered `wait` then, until the
    /// output is drained.
    package mutating func end(with refusal: Refusal) -> Action {
        phase = .ending
        readAhead = ReadAhead()
        return .refuse(refusal)
    }

    private mutating func close() -> Action {
        phase = .closed
        return .close
    }

    /// Parses what was kept before what has just come.
    private mutating func parse(_ input: inout UnsafeRawBufferPointer) -> RequestParser.Step {
        guard readAhead.count > 0 else { return parser.next(&input) }
        readAhead.append(&input)
        return readAhead.consume { parser.next(&$0) }
    }
}
