import Dispatch
import HTTP
import Locks
import Testing

/// Servers that are stopped and freed in the middle of everything. What is wrong here shows under the address and thread
/// sanitizers; without them as a crash, sometimes.
@Suite struct FreeTests {
    private static let work = DispatchQueue(label: "test.work", attributes: .concurrent)
    private static let rounds = 60

    /// Clients that close from another thread.
    private final class Leavers: @unchecked Sendable {
        // Sendable: nobody else has the clients, and one thread calls `leave`.
        private var clients: [Client]

        init(_ clients: some Sequence<Client>) { self.clients = Array(clients) }

        func leave() { clients = [] }
    }

    /// What one server's handlers have seen.
    private final class Ledger: Sendable {
        struct State {
            var opened = 0
            var closed = 0
            var held: [Exchange] = []
        }
        let state = Lock(State())
    }

    private static func handler(_ ledger: Ledger) -> @Sendable (Exchange) -> Void {
        { exchange in
            switch exchange.request.path {
            case "/stream":
                exchange.openStream(headers: Headers(), first: [UInt8]("hi\n".utf8)) { channel in
                    ledger.state.withLock { $0.opened += 1 }
                    channel.heartbeat(every: 1, Frame(payload: [UInt8](":\n".utf8)))
                    channel.onClose = { [channel] in
                        #expect(!channel.isOpen)
                        ledger.state.withLock { $0.closed += 1 }
                    }
                    // Some wait for a client that does not read.
                    channel.send(Frame(payload: [UInt8](repeating: 0x61, count: 1 << 20)))
                }
            case "/later": work.async { exchange.respond(text("later")) }
            case "/held": ledger.state.withLock { $0.held.append(exchange) }
            case "/body": exchange.readBody { _ in exchange.respond(text("read")) }
            default: exchange.respond(text("done"))
            }
        }
    }

    /// Opens connections in every state.
    private static func clients(of test: TestServer, _ random: inout SplitMix64) throws -> [Client] {
        try (0..<12).map { _ in
            let client = try test.client(receiveBuffer: 4096)
            switch random.next() % 8 {
            case 0: break
            case 1: try client.send(get("/stream"))
            case 2:
                try client.send(get("/stream"))
                _ = try client.read(through: "hi\n\r\n")
            case 3: try client.send(String(repeating: get("/later") + get("/"), count: 50))
            case 4: try client.send(get("/held") + get("/stream"))
            case 5: try client.send("POST /body HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n")
            case 6: try client.send("GET / HTTP/1.1\r\nHo")
            default:
                try client.send(get("/") + get("/stream"))
                client.reset()
            }
            return client
        }
    }

    @Test(
        "Nothing runs when stop has returned, every stream's end was told, and the server goes", arguments: [20_261_130]
    )
    func free(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for round in 0..<Self.rounds {
            let ledger = Ledger()
            weak var freed: HTTPServer?
            let port: UInt16
            var clients: [Client]
            do {
                let test = try TestServer(
                    {
                        $0.loops = 2
                        $0.streamsBody = { $0.path == "/body" }
                    }, handler: Self.handler(ledger))
                freed = test.server
                port = test.port
                clients = try Self.clients(of: test, &random)
                // Some clients go in the same moment.
                let leavers = Leavers(clients.prefix(3))
                clients.removeFirst(3)
                let gone = DispatchGroup()
                Self.work.async(group: gone) { leavers.leave() }
                test.stop(grace: 0)
                #expect(
                    test.server.connectionCount == 0 && test.server.streamCount == 0, "round \(round), seed \(seed)")
                gone.wait()
            }
            let told = ledger.state.withLock { state in
                // Late answers go nowhere.
                for exchange in state.held { exchange.respond(text("late")) }
                state.held = []
                return (state.opened, state.closed)
            }
            #expect(told.0 == told.1, "round \(round), seed \(seed)")
            #expect(freed == nil, "round \(round), seed \(seed)")
            #expect(throws: Client.Failure.self) { try Client(port: port) }
        }
    }
}
