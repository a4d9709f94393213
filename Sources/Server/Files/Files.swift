import HTTP

/// What is served where no route is: the folder of `--public`, or the console.
struct Files: Sendable {
    private let folder: FileFolder?
    private let cors: CORS
    private let console = ConsoleFiles()

    private static let allow = "GET, HEAD, OPTIONS"

    init(folder: String?, cors: CORS) {
        self.folder = folder.map { FileFolder($0) }
        self.cors = cors
    }

    /// Answers with a file, or 404.
    @Sendable func answer(_ exchange: Exchange) {
        let request = exchange.request
        guard let response = folder.map({ $0.response(to: request) }) ?? console.response(to: request) else {
            return exchange.respond(Problem(.notFound, "There is nothing at this path.").response)
        }
        switch request.method {
        case .get, .head: exchange.respond(response)
        case .options:
            var options = Response(.noContent)
            options.headers.add("Allow", Self.allow)
            exchange.respond(cors.preflight(request, allow: Self.allow) ?? options)
        default:
            var problem = Problem(.methodNotAllowed, "The path is a file; it can be read.")
            problem.allow = Self.allow
            exchange.respond(problem.response)
        }
    }
}
