import CShims
import Glibc

/// Answers as bytes, and their way to the socket.
extension HTTPConnection {
    /// A body up to this size is copied behind its head, so that both go in one piece.
    private static let copiedBody = 16 << 10

    func put(_ answer: Answer, at now: Instant) {
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

    func put(_ refusal: Refusal) {
        loop.encoder.showClock(unixSeconds: Int64(time(nil)))
        let response = loop.shared.configuration.refusal(refusal)
        put(response, .get, .http11, persists: false)
        loop.shared.configuration.log?(
            AccessRecord(
                method: "", path: "", status: response.status.code, bytes: response.body.count, nanoseconds: 0,
                peer: peer))
    }

    func put(_ response: Response, _ method: Method, _ version: Version, persists: Bool) {
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

    func put(_ stream: StreamOpening, _ method: Method, _ version: Version, persists: Bool) {
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
    func flush(at now: Instant, force: Bool) -> Bool {
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
            descriptor, chunked: chunked, peer: peer, place: permit, share: streamPermit, start: stream.start)
    }

    private func fail() -> Bool {
        loop.clearAssembly()
        close()
        return false
    }

    /// Tells the reactor what to wake this connection for.
    func settle() {
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
