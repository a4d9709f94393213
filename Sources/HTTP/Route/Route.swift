/// One line of a server's table of contents: a method, a pattern of paths, and what serves them.
///
/// A pattern is literal segments, `:name` for one segment of any text, and at its end `*name` for one or more.
package struct Route<Handler: Sendable>: Sendable {
    package let method: Method
    package let pattern: String
    package let handler: Handler

    /// Takes all parts. The pattern starts with `/`; a malformed one traps when the router is built.
    package init(_ method: Method, _ pattern: String, _ handler: Handler) {
        self.method = method
        self.pattern = pattern
        self.handler = handler
    }
}
