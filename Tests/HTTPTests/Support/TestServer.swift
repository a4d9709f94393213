import Dispatch
import HTTP

/// A server on a free port of loopback.
struct TestServer {
    let server: HTTPServer
    let port: UInt16

    init(
        _ configure: (inout HTTPConfiguration) -> Void = { _ in },
        handler: @escaping @Sendable (Exchange) -> Void
    ) throws {
        guard let address = SocketAddress("127.0.0.1:0") else { throw Client.Failure(description: "no address") }
        var configuration = HTTPConfiguration(address: address)
        configure(&configuration)
        server = try HTTPServer(configuration: configuration, handler: handler)
        port = try server.start()
    }

    func client(receiveBuffer: Int32? = nil) throws -> Client {
        try Client(port: port, receiveBuffer: receiveBuffer)
    }

    func stop(grace: Int = 5) {
        server.stop(grace: grace) { _ in Frame(payload: [UInt8]("bye\n".utf8)) }
    }
}

func text(_ body: String, status: Status = .ok) -> Response {
    Response(status, type: "text/plain", [UInt8](body.utf8))
}

func get(_ path: String, _ fields: String = "", version: String = "1.1") -> String {
    "GET \(path) HTTP/\(version)\r\nHost: h\r\n\(fields)\r\n"
}
