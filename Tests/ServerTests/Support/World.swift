import DataStore
import HTTP
import Server

/// A running server with a schema of its own, on a free port of loopback.
final class World: Sendable {
    let app: App

    /// A blog, with a model of a composite key and one whose name has a look-alike.
    static let blog = """
        enum Status { DRAFT PUBLISHED }
        type Address { city: String! zip: String }
        type Post @model {
          id: ID!
          title: String!
          rating: Int
          status: Status
          address: Address
          tags: [String]
          meta: AWSJSON
          comments: [Comment] @hasMany
        }
        type Comment @model { id: ID! content: String! post: Post @belongsTo }
        type Order @model { customer: ID! @primaryKey(sortKeyFields: ["date"]) date: AWSDate! total: Float }
        type Kind @model { id: ID! }
        """

    /// Posts a (rating 1) and b (rating 2), a comment c of a, an order of ada on 2026-01-02.
    static let seeds = [
        ("Post", #"[{"id":"a","title":"Aa","rating":1,"address":{"city":"Ulm"}},{"id":"b","title":"Bb","rating":2}]"#),
        ("Comment", #"{"id":"c","content":"Cc","postCommentsId":"a"}"#),
        ("Order", #"{"customer":"ada","date":"2026-01-02","total":1.5}"#),
    ]

    init(schema: String = blog, seeded: Bool = false, _ configure: (inout Configuration) -> Void = { _ in }) throws {
        var configuration = Configuration()
        configuration.database = ":memory:"
        guard configuration.setPort(0) else { throw Failure("port 0 is no port") }
        configure(&configuration)
        let load = Schema.load([SchemaSource(path: "schema.graphql", text: schema)])
        guard let schema = load.schema else { throw Failure("the schema of the test is wrong: \(load.diagnostics)") }
        app = try App(configuration, schema: schema)
        guard seeded else { return }
        for (model, body) in Self.seeds {
            let answer = try call("POST /models/\(model)", body)
            guard answer.status == 201 else { throw Failure("seed of \(model): \(answer.text)") }
        }
    }

    func stop() { app.stop() }

    /// One request on a connection of its own.
    @discardableResult
    func call(_ line: String, _ headers: [(String, String)] = [], _ body: String? = nil) throws -> Answer {
        try Connection(self).call(line, headers, body)
    }

    @discardableResult
    func call(_ line: String, _ body: String) throws -> Answer { try call(line, [], body) }

    func stream(_ target: String, _ headers: [(String, String)] = [], receiveBuffer: Int32? = nil) throws
        -> EventReader
    {
        try EventReader(port: app.port, target, headers, receiveBuffer: receiveBuffer)
    }

    /// Whether a stream opens.
    func opens(_ target: String) throws -> Bool {
        let socket = try Socket(port: app.port)
        try socket.send(Connection.request("GET \(target)", [], nil))
        return try Answer.head(socket).status == 200
    }

    /// The head of the log, as a write that changes nothing tells it.
    func position() throws -> String {
        guard let position = try call("POST /transaction", "[]")["Rivulet-Seq"] else { throw Failure("no position") }
        return position
    }
}

/// A kept-alive connection to a world.
final class Connection {
    private let socket: Socket

    init(_ world: World) throws { socket = try Socket(port: world.app.port) }

    @discardableResult
    func call(_ line: String, _ headers: [(String, String)] = [], _ body: String? = nil) throws -> Answer {
        try socket.send(Self.request(line, headers, body))
        return try Answer.read(socket, isHead: line.hasPrefix("HEAD "))
    }

    @discardableResult
    func call(_ line: String, _ body: String) throws -> Answer { try call(line, [], body) }

    /// The bytes of a request; `line` is its method and target.
    static func request(_ line: String, _ headers: [(String, String)], _ body: String?) -> [UInt8] {
        var text = "\(line) HTTP/1.1\r\nHost: test\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        if let body { text += "Content-Length: \(body.utf8.count)\r\n" }
        return Array("\(text)\r\n\(body ?? "")".utf8)
    }
}
