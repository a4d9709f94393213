import HTTP
import Testing

@Suite struct RouterTests {
    private static let router = Router<String>([
        Route(.get, "/", "home"), Route(.get, "/models", "models"), Route(.get, "/models/:model", "list"),
        Route(.post, "/models/:model", "create"), Route(.get, "/models/:model/*key", "read"),
        Route(.put, "/models/:model/*key", "replace"), Route(.get, "/docs/*path", "docs"),
        Route(.get, "/docs/index", "index"), Route(.post, "/transaction", "transaction"),
        Route(.head, "/probe", "probe"), Route(.get, "/probe", "probed"), Route(.get, "/:a/x/:b", "both"),
    ])

    private static func describe(_ method: Method, _ path: String) -> String {
        switch router.match(method, path) {
        case .found(let handler, let parameters):
            let values = ["model", "a", "b"].compactMap { name in parameters[name].map { "\(name)=\($0)" } }
            return ([handler] + values + parameters.rest).joined(separator: " ")
        case .options(let allow): return "options \(allow)"
        case .methodNotAllowed(let allow): return "not \(allow)"
        case .notFound: return "-"
        case .malformedPath: return "malformed"
        }
    }

    static let rows: [(Method, String, String)] = [
        (.get, "/", "home"), (.get, "/models", "models"), (.get, "/models/Post", "list model=Post"),
        (.head, "/models/Post", "list model=Post"), (.post, "/models/Post", "create model=Post"),
        (.get, "/models/Post/1", "read model=Post 1"), (.get, "/models/Post/a%2Fb/c", "read model=Post a/b c"),
        (.get, "/models/", "list model="), (.get, "/models/Post/", "read model=Post "), (.get, "/model", "-"),
        (.get, "/docs/a/b", "docs a b"), (.get, "/docs/index", "index"), (.get, "/docs/index/x", "docs index x"),
        (.get, "/docs", "-"), (.get, "//", "-"), (.get, "*", "-"), (.get, "/%6dodels", "models"),
        (.get, "/models/%zz", "malformed"), (.get, "/models/%ff", "malformed"), (.get, "/m/x/n", "both a=m b=n"),
        (.get, "/models/x/n", "read model=x n"), (.put, "/models", "not GET, HEAD, OPTIONS"),
        (.delete, "/models/Post", "not GET, POST, HEAD, OPTIONS"), (.get, "/transaction", "not POST, OPTIONS"),
        (.options, "/transaction", "options POST, OPTIONS"), (.options, "/nowhere", "-"), (.head, "/probe", "probe"),
        (.get, "/probe", "probed"), (Method(rawValue: "BREW"), "/", "not GET, HEAD, OPTIONS"),
        (.head, "/transaction", "not POST, OPTIONS"), (.options, "*", "options GET, POST, PUT, HEAD, OPTIONS"),
        (.options, "**", "-"), (.post, "*", "-"),
    ]

    @Test("A method and a path find their route", arguments: rows)
    func match(_ method: Method, _ path: String, _ expected: String) {
        #expect(Self.describe(method, path) == expected)
    }
}
