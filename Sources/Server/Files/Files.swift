import HTTP

/// What is served where no route is: the folder of `--public`, or the console.
struct Files: Sendable {
    private let folder: FileFolder?
    private let console = ConsoleFiles()

    init(folder: String?) { self.folder = folder.map { FileFolder($0) } }

    /// Answers with a file, or 404.
    @Sendable func answer(_ exchange: Exchange) {
        let request = exchange.request
        guard let response = folder.map({ $0.response(to: request) }) ?? console.response(to: request) else {
            return exchange.respond(Problem(.notFound, "There is nothing at this path.").response)
        }
        switch request.method {
        case .get, .head: exchange.respond(response)
        default:
            var problem = Problem(.methodNotAllowed, "The path is a file; it can be read.")
            problem.allow = "GET, HEAD, OPTIONS"
            exchange.respond(problem.response)
        }
    }
}
