import CShims
import Dispatch
import Glibc

/// One connection of a loop: the shell around `ConnectionMachine` that reads, writes and closes as it says.
final class HTTPConnection: ReactorMember, @unchecked Sendable {
    // Sendable: handlers hold it as the address of their answer; all else happens on the loop's queue.

    /// What is still to be known of the request that is being answered.
    struct Pending {
        var method: Method
        var path: String
        var version: Version
        var start: Instant
    }

    let loop: EventLoop
    var registration = Registration()
    let peer: String
    var permit: Permit?
    var machine: ConnectionMachine
    var output = OutputQueue()
    var pending: Pending?
    /// Who waits for the next part of the streamed body.
    var reader: (@Sendable (BodyEvent) -> Void)?
    /// A stream whose head is written; it starts when nothing waits before it.
    var opening: (stream: StreamOpening, chunked: Bool)?

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

    var isClosed: Bool { registration.descriptor < 0 }

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
        if let body = reader {
            reader = nil
            body(.failed(Self.gone))
        }
        // Last: a server that is stopping waits for it, and is freed then.
        permit = nil
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
}
