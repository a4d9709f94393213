import CShims
import Dispatch
import Glibc

/// One open stream: its client's socket, what waits for it, and its heartbeat.
///
/// It is confined to its loop's queue (`StreamLoop.queue`): everything is called there, and the handlers are, too.
/// Handlers are never called from within a call to the channel, so that a fan-out may send to one channel after the
/// other without its list changing underneath. A closed channel ignores everything.
package final class StreamChannel: ReactorMember, @unchecked Sendable {
    // Sendable: touched on `loop.queue` alone, which each entry checks.

    private enum Phase {
        case open
        /// The last frame is queued.
        case finishing
        /// All is sent; the client is to close its side.
        case lingering(until: Instant)
        case closed
    }

    /// The client's address without its port.
    package let peer: String
    var registration = Registration()
    /// How many bytes wait because the client does not take them; 0 when all is sent.
    package private(set) var pendingBytes = 0
    /// Called when `pendingBytes` goes to zero after it was more.
    package var onDrain: (() -> Void)?
    /// Called once, when the stream is over: finished, closed, the client gone, or too slow.
    package var onClose: (() -> Void)? {
        didSet { if case .closed = phase, onClose != nil { loop.report(self) } }
    }

    private let loop: StreamLoop
    private let chunked: Bool
    private var phase = Phase.open
    /// Its place among the connections.
    private var place: Permit?
    /// Its part of what its address may have.
    private var share: Permit?
    /// What waits, in order; `sent` bytes of the first are gone.
    private var queue: [Frame] = []
    private var first = 0
    private var sent = 0
    private var heard = 0
    private var lastWrite: Instant
    private var lastProgress: Instant
    private var heartbeatFrame: Frame?
    private var heartbeatSeconds = 0

    /// How much a client may say on a stream, where nobody listens, in bytes.
    private static let heardBound = 64 << 10
    private static let gathered = 64
    private static let lingerSeconds = 2

    init(_ loop: StreamLoop, peer: String, chunked: Bool, place: Permit, share: Permit, at now: Instant) {
        self.loop = loop
        self.peer = peer
        self.chunked = chunked
        self.place = place
        self.share = share
        lastWrite = now
        lastProgress = now
    }

    /// Whether frames are still taken.
    package var isOpen: Bool {
        if case .open = phase { true } else { false }
    }

    // MARK: Sending

    /// Sends a frame, at once if nothing waits before it; else it waits, as a reference.
    package func send(_ frame: Frame) {
        loop.check()
        guard isOpen else { return }
        enqueue(frame)
    }

    /// Sends frames with one call to the system, as far as the socket takes them.
    package func send(_ frames: [Frame]) {
        loop.check()
        guard isOpen, !frames.isEmpty else { return }
        if frames.count == 1 {
            enqueue(frames[0])
            return
        }
        let waited = pendingBytes > 0
        for frame in frames { append(frame) }
        if !waited { flush() }
    }

    /// Sends a last frame, then the end of the stream, and closes in order once the client has taken all.
    package func finish(_ last: Frame? = nil) {
        loop.check()
        guard isOpen else { return }
        phase = .finishing
        let waited = pendingBytes > 0
        if let last { append(last) }
        if chunked { append(.lastChunk) }
        if waited { return }
        if pendingBytes > 0 { flush() } else { drained() }
    }

    /// Closes at once; what waits is lost.
    package func close() {
        loop.check()
        shut()
    }

    /// From now on sends `frame` whenever nothing has been sent for so many seconds.
    package func heartbeat(every seconds: Int, _ frame: Frame) {
        loop.check()
        heartbeatSeconds = max(1, seconds)
        heartbeatFrame = frame
        loop.reactor.schedule(self)
    }

    private func enqueue(_ frame: Frame) {
        guard pendingBytes == 0 else {
            append(frame)
            return
        }
        let count = frame.withWire(chunked: chunked) { shim_send(registration.descriptor, $0.baseAddress, $0.count) }
        lastWrite = loop.reactor.now
        if count == frame.wireCount(chunked: chunked) { return }
        guard count >= 0 || count == -Int(EAGAIN) || count == -Int(EINTR) else {
            shut()
            return
        }
        append(frame)
        sent = max(0, count)
        pendingBytes -= sent
        wait()
    }

    private func append(_ frame: Frame) {
        queue.append(frame)
        pendingBytes += frame.wireCount(chunked: chunked)
    }

    /// Sends what waits, many frames at a time.
    private func flush() {
        while first < queue.count {
            let count = sendGathered()
            if count == -Int(EAGAIN) || count == -Int(EINTR) {
                wait()
                return
            }
            guard count > 0 else {
                shut()
                return
            }
            lastWrite = loop.reactor.now
            lastProgress = loop.reactor.now
            advance(by: count)
        }
        drained()
    }

    private func sendGathered() -> Int {
        let last = min(queue.count, first + Self.gathered)
        return withUnsafeTemporaryAllocation(of: iovec.self, capacity: last - first) { parts in
            for index in first..<last {
                let skipped = index == first ? sent : 0
                // The queue holds the frames until all of this is over, so that what is lent here stays.
                parts[index - first] = queue[index].withWire(chunked: chunked) { wire in
                    iovec(
                        iov_base: UnsafeMutableRawPointer(mutating: wire.baseAddress.map { $0 + skipped }),
                        iov_len: wire.count - skipped)
                }
            }
            return shim_send_gather(registration.descriptor, parts.baseAddress, last - first)
        }
    }

    private func advance(by count: Int) {
        pendingBytes -= count
        sent += count
        while first < queue.count {
            let length = queue[first].wireCount(chunked: chunked)
            guard sent >= length else { break }
            sent -= length
            first += 1
        }
        if first == queue.count {
            queue = []
            first = 0
        } else if first > 1024 {
            queue.removeFirst(first)
            first = 0
        }
    }

    /// Output waits: wakes when the socket takes more, or when it has not for too long.
    private func wait() {
        if !registration.interest.contains(.writable) {
            lastProgress = loop.reactor.refreshClock()
            loop.reactor.watch(self, [.readable, .writable])
        }
        loop.reactor.schedule(self)
    }

    private func drained() {
        let waited = registration.interest.contains(.writable)
        if waited { loop.reactor.watch(self, .readable) }
        switch phase {
        case .open: if waited, onDrain != nil { loop.reportDrain(self) }
        case .finishing:
            guard shim_finish_sending(registration.descriptor) == 0 else {
                shut()
                return
            }
            phase = .lingering(until: loop.reactor.refreshClock().after(seconds: Self.lingerSeconds))
            loop.reactor.schedule(self)
        case .lingering, .closed: break
        }
    }

    // MARK: Events

    var deadline: Instant? {
        switch phase {
        case .closed: nil
        case .lingering(let until): until
        case .open, .finishing:
            if pendingBytes > 0 {
                lastProgress.after(seconds: loop.timeout)
            } else if heartbeatFrame != nil {
                lastWrite.after(seconds: heartbeatSeconds)
            } else {
                nil
            }
        }
    }

    func ready(_ readiness: Poller.Readiness, at now: Instant) {
        if readiness.contains(.failed) {
            shut()
            return
        }
        if readiness.contains(.writable), pendingBytes > 0 { flush() }
        if readiness.contains(.readable), registration.descriptor >= 0 { hear() }
    }

    func expired(at now: Instant) {
        if case .lingering = phase {
            shut()
        } else if pendingBytes > 0 {
            shut()
        } else if isOpen, let heartbeatFrame {
            enqueue(heartbeatFrame)
        }
    }

    /// Reads what the client says, and drops it. Its end of sending is the end of the stream.
    private func hear() {
        let count = shim_receive(registration.descriptor, loop.scratch.baseAddress, loop.scratch.count)
        if count > 0 {
            heard += count
            if heard > Self.heardBound { shut() }
        } else if count != -Int(EAGAIN), count != -Int(EINTR) {
            shut()
        }
    }

    /// Leaves the set and closes; the owner hears of it later, since it may be in the middle of a fan-out.
    private func shut() {
        guard loop.reactor.close(self) else { return }
        phase = .closed
        queue = []
        first = 0
        pendingBytes = 0
        share = nil
        heartbeatFrame = nil
        loop.report(self)
    }

    /// Calls the handler of the end, lets go of both handlers, which may hold the channel, and then gives the
    /// connection's place back: a server that is stopping waits for that, and so for the handler.
    func reportClose() {
        guard case .closed = phase else { return }
        let body = onClose
        onClose = nil
        onDrain = nil
        body?()
        place = nil
    }

    /// Calls the handler of the drain, if nothing has come to wait again since.
    func reportDrained() {
        guard isOpen, pendingBytes == 0 else { return }
        onDrain?()
    }
}
