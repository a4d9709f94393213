/// The protocol logic of one connection (RFC 9112 §9): which request is served when, what is read ahead, when the
/// connection goes on and when and how it ends. Pure: bytes, times and the progress of the output are told to it, and it
/// answers what is to be done.
///
///     reading ─serve→ answering ─answered→ reading        one request at a time, so that answers leave in order
///        │               │  └─streamOpened→ streaming     the socket belongs to the stream
///        └─refuse→ ending ←┘ (close wanted)
///                    └─output drained→ lingering ─→ closed    the client reads the answer before it sees a reset
package struct ConnectionMachine {
    /// What the owner of the socket does next.
    package enum Action {
        /// Nothing, until something happens.
        case wait
        /// Send the interim answer 100, and ask again.
        case sendContinue
        /// Have the request served; `answered` or `streamOpened` follows.
        case serve(Request)
        /// Send the answer that says so; nothing follows it.
        case refuse(Refusal)
        /// End the sending side (`shutdown`), go on reading, and tell `lingered`.
        case linger
        /// Close the socket.
        case close
    }

    private enum Phase {
        case reading
        case answering(persists: Bool)
        case streaming
        case ending
        case lingering(start: Instant, heard: Instant, bytes: Int)
        case closed
    }

    /// How many bytes of later requests are kept while an answer is pending.
    static let readAheadBound = 64 << 10

    private let timeouts: WireTimeouts
    private var parser: RequestParser
    private var phase = Phase.reading
    private var readAhead: [UInt8] = []
    private var readAheadStart = 0
    private var hasEnded = false
    private var isStopping = false
    private var hasServed = false
    /// When the state began whose time is bounded: idleness, a head, or the last progress of a body.
    private var since: Instant
    /// When output last moved, while some waits.
    private var stalledSince: Instant?

    /// A new connection from `peer`.
    package init(limits: WireLimits, timeouts: WireTimeouts, peer: String, at now: Instant) {
        self.timeouts = timeouts
        parser = RequestParser(limits, peer: peer)
        since = now
    }

    // MARK: Input

    /// Bytes have come, or the last action is done: says what is next. Takes what it needs from `input`, which is empty
    /// when the answer is `wait`.
    package mutating func next(_ input: inout UnsafeRawBufferPointer, at now: Instant) -> Action {
        switch phase {
        case .reading: break
        case .answering:
            hold(&input)
            return .wait
        case .streaming, .ending, .lingering, .closed:
            input = UnsafeRawBufferPointer(rebasing: input[input.count...])
            return .wait
        }
        let wasBetween = parser.isBetweenRequests
        let hadBytes = !input.isEmpty || readAheadStart < readAhead.count
        switch parse(&input) {
        case .needMore:
            if hasEnded {
                // Answers to what came before may still be on their way out.
                phase = .ending
                return .wait
            }
            if hadBytes, wasBetween || parser.isReadingBody, !parser.isBetweenRequests {
                // On a new connection the time of the first head runs from the start.
                if hasServed || parser.isReadingBody { since = now }
            }
            return .wait
        case .continueExpected:
            since = now
            return .sendContinue
        case .request(let parsed):
            hasServed = true
            phase = .answering(persists: parsed.persists)
            return .serve(parsed.request)
        case .refuse(let refusal):
            return end(with: refusal)
        }
    }

    /// Keeps bytes for later; the owner does this when output is in the way.
    package mutating func hold(_ input: inout UnsafeRawBufferPointer) {
        guard !input.isEmpty else { return }
        if readAheadStart > Self.readAheadBound {
            readAhead.removeFirst(readAheadStart)
            readAheadStart = 0
        }
        readAhead.append(contentsOf: input)
        input = UnsafeRawBufferPointer(rebasing: input[input.count...])
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
        case .answering: stalledSince == nil && readAhead.count - readAheadStart < Self.readAheadBound
        case .lingering: true
        case .streaming, .ending, .closed: false
        }
    }

    // MARK: Output

    /// Whether the connection will go on after the answer that is pending; it says so in its head.
    package var persists: Bool {
        guard case .answering(let persists) = phase, !isStopping else { return false }
        return persists && !(hasEnded && readAheadStart == readAhead.count)
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
        readAhead = []
        readAheadStart = 0
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
        guard stalledSince == nil, case .reading = phase, !parser.isBetweenRequests else { return close() }
        return end(
            with: parser.isReadingBody
                ? Refusal(.requestTimeout, "No more of the body came for \(timeouts.body) seconds.")
                : Refusal(.requestTimeout, "The header block was not complete after \(timeouts.header) seconds."))
    }

    /// The server is stopping: an idle connection ends, any other after the answer that is due.
    package mutating func stop() -> Action {
        isStopping = true
        guard case .reading = phase, parser.isBetweenRequests, readAheadStart == readAhead.count else { return .wait }
        guard stalledSince == nil else {
            phase = .ending
            return .wait
        }
        return close()
    }

    /// Ends the connection with an answer that no request was read for: `wait` is then answered to everything until
    /// the output is drained.
    package mutating func end(with refusal: Refusal) -> Action {
        phase = .ending
        readAhead = []
        readAheadStart = 0
        return .refuse(refusal)
    }

    private mutating func close() -> Action {
        phase = .closed
        return .close
    }

    /// Parses what was kept before what has just come.
    private mutating func parse(_ input: inout UnsafeRawBufferPointer) -> RequestParser.Step {
        guard readAheadStart < readAhead.count else { return parser.next(&input) }
        hold(&input)
        var kept: [UInt8] = []
        swap(&kept, &readAhead)
        let step = kept.withUnsafeBytes { bytes in
            var rest = UnsafeRawBufferPointer(rebasing: bytes[readAheadStart...])
            let step = parser.next(&rest)
            readAheadStart = bytes.count - rest.count
            return step
        }
        if readAheadStart < kept.count { readAhead = kept } else { readAheadStart = 0 }
        return step
    }
}
