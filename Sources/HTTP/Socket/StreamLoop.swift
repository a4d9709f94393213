import CShims
package import Dispatch
import Glibc

/// The queue of all streams, and their sockets. No request is ever served on it, so that a long fan-out delays none.
///
/// A fan-out is one block on `queue` that calls `send` on each channel.
package final class StreamLoop: @unchecked Sendable {
    // Sendable: everything mutable is touched on `queue` alone, which each entry checks.

    /// Where channels live; handlers of channels are called on it.
    package var queue: DispatchQueue { reactor.queue }
    let reactor: Reactor<StreamChannel>
    /// For a client to take some of what waits for it, in seconds.
    let timeout: Int
    /// What clients say is read into this, and dropped.
    let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 64)
    private var farewell: (@Sendable (StreamChannel) -> Frame?)?
    private var closed: [StreamChannel] = []
    private var drained: [StreamChannel] = []
    private var isReporting = false

    init(timeout: Int) throws(SocketError) {
        self.timeout = timeout
        reactor = try Reactor(label: "http.streams")
    }

    deinit {
        scratch.deallocate()
    }

    func check() {
        dispatchPrecondition(condition: .onQueue(queue))
    }

    /// Takes over the socket of a stream whose head is sent, from any thread.
    func adopt(
        _ descriptor: Int32, chunked: Bool, peer: String, place: Permit, share: Permit,
        start: @escaping @Sendable (StreamChannel) -> Void
    ) {
        queue.async { [self] in
            let channel = StreamChannel(
                self, peer: peer, chunked: chunked, place: place, share: share, at: reactor.refreshClock())
            // Frees the slot of a peer that vanished without a word, once something is sent to it.
            let result = shim_user_timeout(descriptor, Int32(clamping: timeout * 1000))
            do throws(SocketError) {
                guard result == 0 else { throw SocketError("set up a stream", code: -result) }
                try reactor.add(channel, descriptor, .readable)
            } catch {
                // The peer is gone already, or the system has no room: for the client both are a cut connection.
                Glibc.close(descriptor)
                return
            }
            start(channel)
            if let farewell { channel.finish(farewell(channel)) }
        }
    }

    // MARK: Reports to the channels' owners, after the call that caused them

    func report(_ channel: StreamChannel) {
        closed.append(channel)
        reportSoon()
    }

    func reportDrain(_ channel: StreamChannel) {
        drained.append(channel)
        reportSoon()
    }

    private func reportSoon() {
        guard !isReporting else { return }
        isReporting = true
        queue.async { [self] in
            isReporting = false
            let (ended, free) = (closed, drained)
            closed = []
            drained = []
            for channel in free { channel.reportDrained() }
            for channel in ended { channel.reportClose() }
        }
    }

    // MARK: The end

    /// Ends every stream in order, also those that are still to come, each after its last frame.
    func stop(_ farewell: @escaping @Sendable (StreamChannel) -> Frame?) {
        check()
        self.farewell = farewell
        for channel in reactor.all { channel.finish(farewell(channel)) }
    }

    /// Closes every stream, whatever waits for it.
    func closeAll() {
        check()
        for channel in reactor.all { channel.close() }
    }
}
