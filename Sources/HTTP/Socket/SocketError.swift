import Glibc

/// A system call on a socket that failed.
package struct SocketError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What was tried, as words: `bind to 127.0.0.1:80`.
    package let operation: String
    /// The errno.
    package let code: Int32

    /// Takes both.
    package init(_ operation: String, code: Int32) {
        self.operation = operation
        self.code = code
    }

    /// A sentence for the log: what was tried and why it failed.
    package var description: String {
        "cannot \(operation): \(String(cString: strerror(code)))"
    }
}
