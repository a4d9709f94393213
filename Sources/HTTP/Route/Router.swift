/// Finds what serves a method and a path. Built once; finding takes neither lock nor dictionary.
///
/// A literal segment goes before `:name`, that before `*name`. HEAD is served by GET's handler, and OPTIONS is
/// answered for every known path.
package struct Router<Handler: Sendable>: Sendable {
    /// What was found.
    package enum Match {
        case found(Handler, PathParameters)
        /// The path is known, or `*`, and OPTIONS was asked: `allow` lists its methods.
        case options(allow: String)
        /// The path is known, but not with this method.
        case methodNotAllowed(allow: String)
        case notFound
        /// A segment's percent-encoding is malformed, or its bytes are no UTF-8.
        case malformedPath
    }

    private let root: Node
    /// The methods that any path has.
    private let allow: String

    /// Builds the table. Two routes of one method and pattern are a mistake and trap.
    package init(_ routes: [Route<Handler>]) {
        var root = Node()
        for route in routes { root.insert(route, Self.segments(of: route.pattern)[...]) }
        root.finish()
        self.root = root
        var names: [String] = []
        for name in routes.map(\.method.rawValue) + ["HEAD", "OPTIONS"] where !names.contains(name) {
            names.append(name)
        }
        allow = names.joined(separator: ", ")
    }

    /// Finds the route of a raw path, as it stands in the request.
    package func match(_ method: Method, _ path: String) -> Match {
        var path = path
        return path.withUTF8 { match(method, UnsafeRawBufferPointer($0)) }
    }

    private func match(_ method: Method, _ path: UnsafeRawBufferPointer) -> Match {
        guard path.first == ByteClass.slash else {
            // The server as a whole is asked (RFC 9110 §9.3.7).
            return method == .options && path.elementsEqual([UInt8(ascii: "*")]) ? .options(allow: allow) : .notFound
        }
        var parameters = PathParameters()
        do throws(PercentCoding.Fault) {
            guard let endpoint = try root.find(path, from: 1, &parameters) else { return .notFound }
            if let handler = endpoint.handler(for: method) { return .found(handler, parameters) }
            return method == .options ? .options(allow: endpoint.allow) : .methodNotAllowed(allow: endpoint.allow)
        } catch {
            return .malformedPath
        }
    }

    private static func segments(of pattern: String) -> [String] {
        precondition(pattern.utf8.first == ByteClass.slash, "a pattern starts with /: \(pattern)")
        return pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    }
}

extension Router {
    /// The methods of one pattern.
    private struct Endpoint: Sendable {
        var handlers: [(method: Method, handler: Handler)] = []
        var allow = ""

        func handler(for method: Method) -> Handler? {
            let wanted = method == .head ? .get : method
            return handlers.first { $0.method == method }?.handler ?? handlers.first { $0.method == wanted }?.handler
        }
    }

    /// One segment's place in the tree of patterns.
    private struct Node: Sendable {
        private var literals: [(segment: [UInt8], node: Node)] = []
        private var variables: [(name: String, node: Node)] = []
        private var endpoint: Endpoint?
        private var rest: Endpoint?

        mutating func insert(_ route: Route<Handler>, _ segments: ArraySlice<String>) {
            guard let segment = segments.first else {
                Self.add(route, to: &endpoint)
                return
            }
            let others = segments.dropFirst()
            switch segment.utf8.first {
            case UInt8(ascii: "*"):
                precondition(others.isEmpty, "* ends a pattern: \(route.pattern)")
                Self.add(route, to: &rest)
            case UInt8(ascii: ":"):
                let name = String(segment.dropFirst())
                let index = variables.firstIndex { $0.name == name } ?? variables.count
                if index == variables.count { variables.append((name, Node())) }
                variables[index].node.insert(route, others)
            default:
                let bytes = [UInt8](segment.utf8)
                let index = literals.firstIndex { $0.segment == bytes } ?? literals.count
                if index == literals.count { literals.append((bytes, Node())) }
                literals[index].node.insert(route, others)
            }
        }

        /// Writes the Allow lists, once all routes are in.
        mutating func finish() {
            Self.finish(&endpoint)
            Self.finish(&rest)
            for index in literals.indices { literals[index].node.finish() }
            for index in variables.indices { variables[index].node.finish() }
        }

        func find(
            _ path: UnsafeRawBufferPointer, from start: Int, _ parameters: inout PathParameters
        ) throws(PercentCoding.Fault) -> Endpoint? {
            // Past the last segment `start` lies behind the end, where a `/` would have been.
            guard start <= path.count else { return endpoint }
            var end = start
            while end < path.count, path[end] != ByteClass.slash { end += 1 }
            let raw = UnsafeRawBufferPointer(rebasing: path[start..<end])
            if let node = try literal(raw), let found = try node.find(path, from: end + 1, &parameters) {
                return found
            }
            for variable in variables {
                parameters.push(variable.name, try PercentCoding.decode(raw, plusIsSpace: false))
                if let found = try variable.node.find(path, from: end + 1, &parameters) { return found }
                parameters.pop()
            }
            guard let rest else { return nil }
            parameters.take(rest: try Self.segments(path, from: start))
            return rest
        }

        private func literal(_ raw: UnsafeRawBufferPointer) throws(PercentCoding.Fault) -> Node? {
            if literals.isEmpty { return nil }
            guard raw.contains(ByteClass.percent) else {
                return literals.first { $0.segment.count == raw.count && $0.segment.elementsEqual(raw) }?.node
            }
            let decoded = try PercentCoding.decode(raw, plusIsSpace: false)
            return literals.first { $0.segment.elementsEqual(decoded.utf8) }?.node
        }

        private static func segments(
            _ path: UnsafeRawBufferPointer, from start: Int
        ) throws(PercentCoding.Fault) -> [String] {
            var segments: [String] = []
            var start = start
            for index in start...path.count where index == path.count || path[index] == ByteClass.slash {
                let raw = UnsafeRawBufferPointer(rebasing: path[start..<index])
                segments.append(try PercentCoding.decode(raw, plusIsSpace: false))
                start = index + 1
            }
            return segments
        }

        private static func add(_ route: Route<Handler>, to endpoint: inout Endpoint?) {
            var filled = endpoint ?? Endpoint()
            precondition(
                !filled.handlers.contains { $0.method == route.method },
                "two routes for \(route.method.rawValue) \(route.pattern)")
            filled.handlers.append((route.method, route.handler))
            endpoint = filled
        }

        private static func finish(_ endpoint: inout Endpoint?) {
            guard var filled = endpoint else { return }
            var names = filled.handlers.map(\.method.rawValue)
            if names.contains("GET"), !names.contains("HEAD") { names.append("HEAD") }
            if !names.contains("OPTIONS") { names.append("OPTIONS") }
            filled.allow = names.joined(separator: ", ")
            endpoint = filled
        }
    }
}
