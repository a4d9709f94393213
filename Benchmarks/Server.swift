import Glibc

/// A running server: ours, a peer or a limit.
struct Server {
    let port: Int
    private let child: Child

    /// Waits for the first line of a server that prints `listening on http://127.0.0.1:PORT`.
    init(announced child: Child, of workshop: Workshop) throws(Failure) {
        guard let line = child.readLine(within: 30), let end = line.split(separator: ":").last, let port = Int(end)
        else {
            child.stop()
            throw Failure("a server did not say where it listens\n\(workshop.lastWords())")
        }
        self.child = child
        self.port = port
    }

    /// Waits until a server that says nothing has its worker process and accepts connections.
    init(silent child: Child, port: Int, of workshop: Workshop) throws(Failure) {
        self.child = child
        self.port = port
        let deadline = Clock.now + 10
        while children.isEmpty || !Loopback.accepts(port) {
            guard Clock.now < deadline, !child.isGone() else {
                child.stop()
                throw Failure("a server does not listen\n\(workshop.lastWords())")
            }
            usleep(2000)
        }
    }

    /// The process and its children, as the load clients take them.
    var processes: String {
        ([String(child.id)] + children).joined(separator: ",")
    }

    /// Ends it and waits until it is gone.
    func stop() {
        child.stop(within: 12)
    }

    private var children: [String] {
        (Files.read("/proc/\(child.id)/task/\(child.id)/children") ?? "").split(separator: " ").map(String.init)
    }
}

/// Ports of 127.0.0.1.
enum Loopback {
    /// A port that was free just now, for servers that cannot choose one themselves.
    static func freePort() throws(Failure) -> Int {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = address(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
            }
        }
        guard bound else { throw Failure("no free port: \(lastError())") }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// Whether something listens there.
    static func accepts(_ port: Int) -> Bool {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = address(port: port)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    private static func address(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return address
    }
}
