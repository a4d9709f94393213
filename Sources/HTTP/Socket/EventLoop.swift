import CShims
import Dispatch
import Glibc
import Locks
import Synchronization

/// One of the queues that serve requests, and its connections.
///
/// It owns what they share while one of them has its turn: the buffer that is read into, the buffer in which answers
/// are put together, and the encoder with its clock.
final class EventLoop: @unchecked Sendable {
    // Sendable: everything mutable is touched on `reactor.queue` alone, but `inbox` and `servingThread`, which are
    // shared as their types say.
    private struct Inbox {
        var messages: [(connection: HTTPConnection, message: Message)] = []
        var isScheduled = false
    }

    let shared: ServerContext
    let reactor: Reactor<HTTPConnection>
    /// Codes this loop's answers.
    let compressor: Compressor
    let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 64)
    /// Answers of the connection whose turn it is, until they are sent together.
    var assembly: [UInt8] = []
    var encoder = ResponseEncoder()
    private(set) var isStopping = false
    private let inbox = Lock(Inbox())
    /// The thread that is inside a handler, 0 when none is.
    private let servingThread = Atomic<UInt>(0)
    private var serving: HTTPConnection?
    private var prompt: [Message] = []

    /// A buffer that one large answer made larger than this is given back.
    private static let assemblyKept = 256 << 10

    init(_ shared: ServerContext, index: Int) throws(SocketError) {
        self.shared = shared
        reactor = try Reactor(label: "http.\(index)")
        compressor = Compressor(label: "http.\(index).gzip")
        assembly.reserveCapacity(64 << 10)
    }

    deinit {
        scratch.deallocate()
    }

    /// Takes over an accepted socket. Nothing is read from it when `refusal` says why not.
    func adopt(_ descriptor: Int32, peer: String, permit: Permit, refusal: Refusal?) {
        dispatchPrecondition(condition: .onQueue(reactor.queue))
        let connection = HTTPConnection(self, peer: peer, permit: permit, at: reactor.refreshClock())
        do throws(SocketError) {
            try reactor.add(connection, descriptor, .readable)
        } catch {
            Glibc.close(descriptor)
            return
        }
        if let refusal {
            connection.refuse(refusal, at: reactor.now)
        } else if isStopping {
            connection.stop(at: reactor.now)
        }
    }

    // MARK: Answers

    /// Runs the program's code for a connection. Answers what it said to it before it returned.
    func call(for connection: HTTPConnection, _ body: () -> Void) -> [Message] {
        serving = connection
        servingThread.store(UInt(pthread_self()), ordering: .relaxed)
        body()
        servingThread.store(0, ordering: .relaxed)
        serving = nil
        guard !prompt.isEmpty else { return [] }
        defer { prompt.removeAll(keepingCapacity: true) }
        return prompt
    }

    /// Brings a message to its connection, from any thread.
    func deliver(_ message: Message, to connection: HTTPConnection) {
        // Only the thread that stored its own name can find it here, and it is on the queue: `serving` is its own.
        if servingThread.load(ordering: .relaxed) == UInt(pthread_self()), serving === connection {
            prompt.append(message)
            return
        }
        let isFirst = inbox.withLock { inbox in
            inbox.messages.append((connection, message))
            defer { inbox.isScheduled = true }
            return !inbox.isScheduled
        }
        if isFirst { reactor.queue.async { [self] in emptyInbox() } }
    }

    private func emptyInbox() {
        let messages = inbox.withLock { inbox in
            defer { inbox = Inbox() }
            return inbox.messages
        }
        let now = reactor.refreshClock()
        for (connection, message) in messages { connection.receive(message, at: now) }
    }

    /// Gives back a large assembly buffer, and empties any.
    func clearAssembly() {
        if assembly.capacity > Self.assemblyKept {
            assembly = []
        } else {
            assembly.removeAll(keepingCapacity: true)
        }
    }

    // MARK: The end

    /// Ends what is idle; what is in flight ends after its answer.
    func stop() {
        dispatchPrecondition(condition: .onQueue(reactor.queue))
        isStopping = true
        for connection in reactor.all { connection.stop(at: reactor.refreshClock()) }
    }

    /// Closes every connection, whatever it is doing.
    func closeAll() {
        dispatchPrecondition(condition: .onQueue(reactor.queue))
        for connection in reactor.all { connection.close() }
    }
}
