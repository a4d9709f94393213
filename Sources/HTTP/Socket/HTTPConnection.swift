import CShims
import Dispatch
import Glibc

/// One connection of a loop: the shell around `ConnectionMachine` that reads, writes and closes as it says.
final class HTTPConnection: ReactorMember, @unchecked Sendable {
    // Sendable: handlers hold it as the address of their answer; all else happens on the loop's queue.

    /// What is still to be known of the request that is being answered.
    private struct Pending {
        var method: Method
        var path: String
        var version: Version
        var start: Instant
    }

    let loop: EventLoop
    var registration = Registration()
    private let peer: String
    private var permit: Permit?
    private var machine: ConnectionMachine
    private var output = OutputQueue()
    private var pending: Pending?
    /// Who waits for the next part of the streamed body.
    private var reader: (@Sendable (BodyEvent) -> Void)?
    /// A stream whose head is written; it starts when nothing waits before it.
    private var opening: (stream: StreamOpening, chunked: Bool)?

    /// A body up to this size is copied behind its head, so that both go in one piece.
    private static let copiedBody = 16 << 10
    /// How much is put together before it is sent.
    private static let assemblyBound = 64 << 10
    /// How many times one event reads, so that one fast sender does not hold up the others.
    private static let readsPerEvent = 4
    private static let gone = Refusal.malformed("The connection ended.")

    init(_ loop: EventLoop, peer: String, permit: Permit, at now: Instant) {
        self.loop = loop
        self.peer = peer
        self.permit = permit
        let configuration = loop.shared.configuration
        let parser = RequestParser(configuration.limits, peer: peer, streams: configuration.streamsBody)
        machine = ConnectionMachine(parser, timeouts: configuration.timeouts, at: now)
    }

    private var isClosed: Bool { registration.descriptor < 0 }

    // MARK: Events

    var deadline: Instant? { machine.deadline }

    func ready(_ readiness: Poller.Readiness, at now: Instant) {
        if readiness.contains(.failed) {
            close()
            return
        }
        if readiness.contains(.writable), !output.isEmpty { advance(at: now) }
        if readiness.contains(.readable) { read(at: now) }
    }

    func expired(at now: Instant) {
        switch machine.timeExpired(at: now) {
        case .refuse(let refusal):
            put(refusal)
            advance(at: now)
        case .deliver(let event):
            deliver(event, at: now)
            advance(at: now)
        case .close: close()
        case .wait, .sendContinue, .serve, .linger: break
        }
    }

    /// A message has come from another thread, or later than its handler returned.
    func receive(_ message: Message, at now: Instant) {
        guard !isClosed else {
            if case .read(let body) = message { body(.failed(Self.gone)) }
            return
        }
        take(message, at: now)
        advance(at: now)
    }

    private func take(_ message: Message, at now: Instant) {
        switch message {
        case .answer(let answer): put(answer, at: now)
        case .read(let body):
            guard pending != nil, reader == nil else { return }
            reader = body
            machine.bodyWanted(at: now)
        }
    }

    private func deliver(_ event: BodyEvent, at now: Instant) {
        guard let body = reader else { return }
        reader = nil
        for message in loop.call(for: self, { body(event) }) { take(message, at: now) }
    }

    /// Sends an answer that no request was read for, and ends.
    func refuse(_ refusal: Refusal, at now: Instant) {
        _ = machine.end(with: refusal)
        put(refusal)
        advance(at: now)
    }

    /// The server is stopping. What has come already is read first, so that no request is lost unread.
    func stop(at now: Instant) {
        read(at: now)
        guard !isClosed else { return }
        if case .close = machine.stop() { close() }
    }

    func close() {
        guard loop.reactor.close(self) else { return }
        output = OutputQueue()
        opening = nil
        permit = nil
        if let body = reader {
            reader = nil
            body(.failed(Self.gone))
        }
    }

    // MARK: Reading

    private func read(at now: Instant) {
        for _ in 0..<Self.readsPerEvent {
            guard !isClosed, machine.wantsInput else { return }
            let count = shim_receive(registration.descriptor, loop.scratch.baseAddress, loop.scratch.count)
            switch count {
            case 1...:
                take(UnsafeRawBufferPointer(rebasing: loop.scratch[..<count]), at: now)
                if count < loop.scratch.count { return }
            case 0:
                if case .close = machine.inputEnded() { close() } else { advance(at: now) }
                return
            case -Int(EAGAIN), -Int(EINTR): return
            default:
                close()
                return
            }
        }
    }

    private func take(_ bytes: UnsafeRawBufferPointer, at now: Instant) {
        if case .close = machine.lingered(bytes: bytes.count, at: now) {
            close()
            return
        }
        var input = bytes
        advance(&input, at: now)
    }

    private func advance(at now: Instant) {
        var input = UnsafeRawBufferPointer(start: nil, count: 0)
        advance(&input, at: now)
    }

    /// Serves what has come as far as the output lets it, and sends.
    private func advance(_ input: inout UnsafeRawBufferPointer, at now: Instant) {
        var isHeldUp: Bool
        repeat {
            guard flush(at: now, force: false) else { return }
            isHeldUp = serve(&input, at: now)
            guard !isClosed, flush(at: now, force: true) else { return }
        } while isHeldUp && output.isEmpty && opening == nil
        settle()
    }

    /// True when it stopped because output must go first.
    private func serve(_ input: inout UnsafeRawBufferPointer, at now: Instant) -> Bool {
        while true {
            guard output.isEmpty, loop.assembly.count < Self.assemblyBound else {
                machine.hold(&input)
                return true
            }
            switch machine.next(&input, at: now) {
            case .wait: return false
            case .sendContinue: loop.assembly += ResponseEncoder.continueBytes
            case .serve(let request, let streamed):
                pending = Pending(method: request.method, path: request.path, version: request.version, start: now)
                let handler = loop.shared.handler
                let messages = loop.call(for: self) { handler(Exchange(request, streamed: streamed, on: self)) }
                for message in messages { take(message, at: now) }
            case .deliver(let event): deliver(event, at: now)
            case .refuse(let refusal): put(refusal)
            case .close, .linger:
                close()
                return false
            }
        }
    }

    // MARK: Writing

    private func put(_ answer: Answer, at now: Instant) {
        guard let request = pending else { return }
        pending = nil
        reader = nil
        loop.encoder.showClock(unixSeconds: Int64(time(nil)))
        let persists = machine.persists
        switch answer {
        case .response(let response):
            put(response, request.method, request.version, persists: persists)
            log(request, response.status, bytes: response.body.count)
        case .stream(let stream):
            put(stream, request.method, request.version, persists: persists)
            log(request, stream.status, bytes: 0)
        }
        if opening == nil { machine.answered(persists: persists, at: now) }
    }

    private func put(_ refusal: Refusal) {
        loop.encoder.showClock(unixSeconds: Int64(time(nil)))
        let response = loop.shared.configuration.refusal(refusal)
        put(response, .get, .http11, persists: false)
        loop.shared.configuration.log?(
            AccessRecord(
                method: "", path: "", status: response.status.code, bytes: response.body.count, nanoseconds: 0,
                peer: peer))
    }

    private func put(_ response: Response, _ method: Method, _ version: Version, persists: Bool) {
        let framing = ResponseEncoder.framing(response.status, count: response.body.count)
        loop.encoder.appendHead(
            response.status, response.headers, framing: framing, to: version, persists: persists, into: &loop.assembly)
        guard method != .head, framing != .bodiless else { return }
        switch response.body {
        case .none: break
        case .bytes(let bytes) where bytes.count <= Self.copiedBody: loop.assembly += bytes
        case .bytes(let bytes):
            moveAssembly()
            output.append(bytes)
        case .file(let file):
            moveAssembly()
            output.append(file)
        }
    }

    private func put(_ stream: StreamOpening, _ method: Method, _ version: Version, persists: Bool) {
        let chunked = version == .http11
        let isHead = method == .head
        // A connection that was a stream takes no more requests.
        loop.encoder.appendHead(
            stream.status, stream.headers, framing: chunked ? .chunked : .untilClose, to: version,
            persists: isHead && persists, into: &loop.assembly)
        guard !isHead else { return }
        if !stream.first.isEmpty {
            Frame(payload: stream.first).withWire(chunked: chunked) { loop.assembly.append(contentsOf: $0) }
        }
        opening = (stream, chunked)
        machine.streamOpened()
    }

    private func moveAssembly() {
        output.append(loop.assembly)
        loop.clearAssembly()
    }

    /// Sends what is put together, and what waits from before. False when the connection is closed by then.
    private func flush(at now: Instant, force: Bool) -> Bool {
        if loop.assembly.isEmpty, output.isEmpty {
            return force ? drained(at: now) : true
        }
        if output.isEmpty {
            let count = loop.assembly.withUnsafeBytes {
                shim_send(registration.descriptor, $0.baseAddress, $0.count)
            }
            if count == loop.assembly.count {
                loop.clearAssembly()
                return drained(at: now)
            }
            guard count >= 0 || count == -Int(EAGAIN) || count == -Int(EINTR) else { return fail() }
            output.append([UInt8](loop.assembly[max(0, count)...]))
            loop.clearAssembly()
            machine.outputWaits(moved: count > 0, at: now)
            return true
        }
        if !loop.assembly.isEmpty { moveAssembly() }
        switch output.send(to: registration.descriptor) {
        case .drained: return drained(at: now)
        case .waits(let moved):
            machine.outputWaits(moved: moved, at: now)
            return true
        case .failed: return fail()
        }
    }

    /// All output is sent: the connection goes on, becomes a stream, or ends.
    private func drained(at now: Instant) -> Bool {
        switch machine.outputDrained(at: now) {
        case .linger:
            let result = shim_finish_sending(registration.descriptor)
            guard result == 0 else { return fail() }
        case .close:
            close()
            return false
        case .wait, .sendContinue, .serve, .deliver, .refuse:
            guard let (stream, chunked) = opening else { return true }
            opening = nil
            handOver(stream, chunked: chunked)
            return false
        }
        return true
    }

    /// The socket leaves this loop for that of the streams, and what was kept for requests is freed.
    private func handOver(_ stream: StreamOpening, chunked: Bool) {
        guard let descriptor = loop.reactor.remove(self), let permit, let streamPermit = stream.permit else { return }
        self.permit = nil
        loop.shared.streams.adopt(
            descriptor, chunked: chunked, peer: peer, permits: [permit, streamPermit], start: stream.start)
    }

    private func fail() -> Bool {
        loop.clearAssembly()
        close()
        return false
    }

    /// Tells the reactor what to wake this connection for.
    private func settle() {
        guard !isClosed else { return }
        var interest: Poller.Readiness = machine.wantsInput ? .readable : []
        if !output.isEmpty { interest.insert(.writable) }
        loop.reactor.watch(self, interest)
        loop.reactor.schedule(self)
    }

    private func log(_ request: Pending, _ status: Status, bytes: Int) {
        guard let log = loop.shared.configuration.log else { return }
        log(
            AccessRecord(
                method: request.method.rawValue, path: request.path, status: status.code, bytes: bytes,
                nanoseconds: Instant.now.nanoseconds &- request.start.nanoseconds, peer: peer))
    }
}
