import CShims
import Dispatch
import Glibc

/// The listening socket: accepts connections and deals them to the loops in turn.
///
/// It lives on the first loop's queue. When the process has no descriptor left, it gives up one that it keeps for that,
/// to answer 503 instead of leaving the client in the backlog.
final class Acceptor: @unchecked Sendable {
    // Sendable: everything mutable is touched on `queue`, the first loop's, alone.
    /// The port that was taken.
    let port: UInt16
    private let descriptor: Int32
    private let queue: DispatchQueue
    private let loops: [EventLoop]
    private let shared: ServerContext
    private let source: any DispatchSourceRead
    private var spare: Int32
    private var turn = 0
    private var isStopped = false
    /// Left when the listener is closed.
    private let listenerClosed = DispatchGroup()

    private static let backlog: Int32 = 4096
    /// Bytes that the kernel may hold unsent for a connection. It would take megabytes: clients that send requests and
    /// read nothing would fill its memory with answers, and of a stream a slow one would get all that is old first.
    private static let unsentLimit: Int32 = 128 << 10
    /// How many are accepted before requests have their turn.
    private static let batch = 64
    /// How long accepting rests when the system has no room at all.
    private static let rest = DispatchTimeInterval.milliseconds(100)

    /// Binds and listens. Connections are taken after `start`.
    init(_ address: SocketAddress, loops: [EventLoop], _ shared: ServerContext) throws(SocketError) {
        let descriptor = try Self.listen(address)
        var local = sockaddr_storage()
        let result = shim_local_address(descriptor, &local)
        guard result == 0 else {
            Glibc.close(descriptor)
            throw SocketError("read the port of \(address)", code: -result)
        }
        port = shim_address_port(&local)
        self.descriptor = descriptor
        self.loops = loops
        self.shared = shared
        queue = loops[0].reactor.queue
        spare = open("/dev/null", O_RDONLY | O_CLOEXEC)
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    }

    /// Begins to accept.
    func start() {
        listenerClosed.enter()
        source.setEventHandler { [weak self] in self?.accept() }
        // The only place that closes the listener: nothing watches it any more.
        source.setCancelHandler { [descriptor, self] in
            Glibc.close(descriptor)
            if spare >= 0 { Glibc.close(spare) }
            listenerClosed.leave()
        }
        source.activate()
    }

    /// Accepts what has already connected, then refuses what comes.
    func stop() {
        dispatchPrecondition(condition: .onQueue(queue))
        guard !isStopped else { return }
        accept()
        isStopped = true
        // The listener is closed when its source is gone, a moment later; nobody gets in meanwhile.
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
        source.cancel()
    }

    /// Returns when the listener is closed, after `stop`. Not to be called on the queue.
    func waitForEnd() { listenerClosed.wait() }

    private func accept() {
        guard !isStopped else { return }
        for _ in 0..<Self.batch {
            var peer = sockaddr_storage()
            let accepted = shim_accept(descriptor, &peer)
            switch accepted {
            case 0...: take(accepted, &peer)
            case -EAGAIN: return
            case -EMFILE, -ENFILE, -ENOBUFS, -ENOMEM:
                if !acceptWithSpare() {
                    rest()
                    return
                }
            default: continue  // The connection was gone before it was taken (ECONNABORTED, EINTR and the like).
            }
        }
    }

    private func take(_ socket: Int32, _ peer: inout sockaddr_storage) {
        _ = shim_no_delay(socket)
        _ = shim_unsent_limit(socket, Self.unsentLimit)
        guard let (permit, isOver) = shared.budget.take() else {
            turnAway(socket)
            return
        }
        let refusal = isOver ? Self.noRoom : nil
        let address = SocketAddress.text(of: &peer)
        let loop = loops[turn % loops.count]
        turn &+= 1
        if loop === loops[0] {
            loop.adopt(socket, peer: address, permit: permit, refusal: refusal)
        } else {
            loop.reactor.queue.async { loop.adopt(socket, peer: address, permit: permit, refusal: refusal) }
        }
    }

    /// Gives the spare descriptor to one connection, tells it that there is no room, and takes the spare back.
    private func acceptWithSpare() -> Bool {
        guard spare >= 0 else { return false }
        Glibc.close(spare)
        defer { spare = open("/dev/null", O_RDONLY | O_CLOEXEC) }
        var peer = sockaddr_storage()
        let socket = shim_accept(descriptor, &peer)
        guard socket >= 0 else { return false }
        turnAway(socket)
        return true
    }

    /// Tells a connection that there is no room, as far as that goes without keeping it, and closes it.
    private func turnAway(_ socket: Int32) {
        defer { Glibc.close(socket) }
        let response = shared.configuration.refusal(Self.noRoom)
        var encoder = ResponseEncoder()
        encoder.showClock(unixSeconds: Int64(time(nil)))
        var bytes: [UInt8] = []
        encoder.appendHead(
            response.status, response.headers, framing: .length(response.body.count), to: .http11, persists: false,
            into: &bytes)
        if case .bytes(let body) = response.body { bytes += body }
        _ = bytes.withUnsafeBytes { shim_send(socket, $0.baseAddress, $0.count) }
        _ = shim_finish_sending(socket)
        // What has come is read, so that closing does not reset what was just sent.
        _ = shim_receive(socket, loops[0].scratch.baseAddress, loops[0].scratch.count)
    }

    /// The listener stays readable: without a rest its source would spin.
    private func rest() {
        source.suspend()
        queue.asyncAfter(deadline: .now() + Self.rest) { [self] in source.resume() }
    }

    private static let noRoom = Refusal(
        .serviceUnavailable, "The server has as many connections as it takes.", retryAfter: Exchange.retryAfter)

    private static func listen(_ address: SocketAddress) throws(SocketError) -> Int32 {
        guard let (raw, length) = address.raw else {
            throw SocketError("listen at \(address)", code: EADDRNOTAVAIL)
        }
        let descriptor = shim_socket(Int32(raw.ss_family))
        guard descriptor >= 0 else { throw SocketError("open a socket", code: -descriptor) }
        var storage = raw
        var result = shim_reuse_address(descriptor)
        if result == 0 { result = shim_bind(descriptor, &storage, length) }
        if result == 0 { result = shim_listen(descriptor, backlog) }
        guard result == 0 else {
            Glibc.close(descriptor)
            throw SocketError("listen at \(address)", code: -result)
        }
        return descriptor
    }
}
