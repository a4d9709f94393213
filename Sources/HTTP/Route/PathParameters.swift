/// What the variable segments of a route matched, decoded once.
package struct PathParameters: Sendable {
    private var values: [(name: String, value: String)] = []
    /// What the trailing `*name` matched: one or more segments; empty when the route has none.
    package private(set) var rest: [String] = []

    /// Nothing matched.
    package init() {}

    /// The value of `:name`; nil when the route has no such segment.
    package subscript(_ name: String) -> String? {
        values.first { $0.name == name }?.value
    }

    mutating func push(_ name: String, _ value: String) { values.append((name, value)) }
    mutating func pop() { values.removeLast() }
    mutating func take(rest segments: [String]) { rest = segments }
}
