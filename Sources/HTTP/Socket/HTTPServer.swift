import CShims
import Dispatch
import Glibc
import Locks

/// An HTTP/1.1 server on its own sockets: it reads requests, has the handler answer them, and carries streams.
///
/// Every handler call happens on one of the loops' queues and must not wait; it may answer at once, or keep the exchange
/// and answer from anywhere.
package final class HTTPServer: Sendable {
    private enum State {
        case ready
        case running(Acceptor)
        case stopped
    }

    /// The loop of all streams; fan-outs run on its queue.
    package let streams: StreamLoop
    private let shared: ServerContext
    private let loops: [EventLoop]
    private let state = Lock(State.ready)

    /// Descriptors that connections leave alone: for the database, files that are served, and the program itself.
    private static let reservedDescriptors = 96

    /// Blocks of memory that the process gives back when they are freed: from larger answers on.
    private static let returnedBlock: Int32 = 128 << 10

    /// Prepares the loops; nothing is bound yet. Raises the process's limit of descriptors as far as it may, and has it
    /// give large blocks of memory back.
    package init(
        configuration: HTTPConfiguration, handler: @escaping @Sendable (Exchange) -> Void
    ) throws(SocketError) {
        shim_return_blocks(Self.returnedBlock)
        let limit = Int(shim_raise_descriptor_limit())
        let reserve = min(Self.reservedDescriptors, max(0, limit) / 2)
        let connections = max(1, min(configuration.maximumConnections, limit - reserve))
        streams = try StreamLoop(timeout: configuration.streamTimeout)
        shared = ServerContext(
            configuration: configuration, handler: handler, budget: ConnectionBudget(limit: connections),
            census: StreamCensus(limit: configuration.maximumStreamsPerAddress), streams: streams)
        let count = configuration.loops ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) - 1)
        var loops: [EventLoop] = []
        for index in 0..<max(1, count) { loops.append(try EventLoop(shared, index: index)) }
        self.loops = loops
    }

    /// Binds, listens, and accepts. Answers the port. A server is started once.
    package func start() throws(SocketError) -> UInt16 {
        let acceptor = try Acceptor(shared.configuration.address, loops: loops, shared)
        state.withLock { state in
            guard case .ready = state else { preconditionFailure("a server is started once") }
            state = .running(acceptor)
        }
        acceptor.start()
        return acceptor.port
    }

    /// How many connections are open, streams included.
    package var connectionCount: Int { shared.budget.count }

    /// How many streams are open.
    package var streamCount: Int { shared.census.count }

    /// Ends the server, and returns when all is closed; after `grace` seconds what is left is closed whatever it does.
    ///
    /// New connections are refused; idle ones end; requests in flight are answered with `Connection: close`, those whose
    /// body is still coming too; each stream gets its farewell, and a clean end. When it returns, the listener is closed,
    /// every `onClose` has returned, and nothing of the server runs on any of its queues: it may be freed. An answer that
    /// comes later yet is dropped. Not to be called on a loop's queue.
    package func stop(grace seconds: Int, farewell: @escaping @Sendable (StreamChannel) -> Frame?) {
        let acceptor = state.withLock { state -> Acceptor? in
            defer { state = .stopped }
            guard case .running(let acceptor) = state else { return nil }
            return acceptor
        }
        guard let acceptor else { return }
        // The listener goes first, on the first loop's queue; what it has dealt out is in the loops' queues by then.
        loops[0].reactor.queue.sync { acceptor.stop() }
        for loop in loops { loop.reactor.queue.async { loop.stop() } }
        streams.queue.async { [streams] in streams.stop(farewell) }
        let closed = DispatchSemaphore(value: 0)
        shared.budget.whenEmpty { closed.signal() }
        if closed.wait(timeout: .now() + .seconds(seconds)) != .success {
            for loop in loops { loop.reactor.queue.sync { loop.closeAll() } }
            streams.queue.sync { streams.closeAll() }
            closed.wait()
        }
        // The last connection has given its place back from within its queue, which is not done yet.
        acceptor.waitForEnd()
        for loop in loops {
            loop.compressor.end()
            loop.reactor.end()
        }
        streams.reactor.end()
    }
}
