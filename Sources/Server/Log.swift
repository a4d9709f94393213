import DataStore
import Glibc
import Locks

/// The log on stderr: one line an event, JSON or text.
///
/// It never holds a query string, a body or a credential.
package final class Log: Sendable {
    /// The process's one log.
    package static let shared = Log()

    private struct State: Sendable {
        var isJSON = true
        var failures = 0
    }

    private let state = Lock(State())

    /// Chooses the form.
    package func configure(_ format: Configuration.LogFormat) {
        let isJSON = format == .json || format == .automatic && isatty(STDERR_FILENO) == 0
        state.withLock { $0.isJSON = isJSON }
    }

    /// Something worth knowing happened.
    package func note(_ message: String, _ fields: [(String, String)] = []) { write("info", message, fields) }

    /// Something is wrong that someone should look at.
    package func warn(_ message: String, _ fields: [(String, String)] = []) { write("warning", message, fields) }

    /// The program cannot do what it was started for.
    package func fail(_ message: String) { write("error", message, []) }

    /// Something failed; answers the name under which it is found.
    package func failure(_ message: String) -> String {
        let number = state.withLock { state in
            state.failures += 1
            return state.failures
        }
        let instance = "urn:rivulet:failure:\(getpid())-\(number)"
        write("error", message, [("instance", instance)])
        return instance
    }

    private func write(_ level: String, _ message: String, _ fields: [(String, String)]) {
        let time = Scalar.dateTime.answer(Instant.now.inMilliseconds.stored)
        var line: [UInt8]
        if state.withLock({ $0.isJSON }) {
            let members = [("time", time.string), ("level", level), ("message", message)] + fields
            var writer = JSONWriter()
            writer.write(.object(members.map { JSON.Member(Text($0.0), .string(Text($0.1))) }))
            line = writer.bytes
        } else {
            let rest = fields.map { " \($0.0)=\($0.1)" }.joined()
            let text = "\(time) \(level) \(message)\(rest)"
            // A line stays a line, whatever is in it.
            line = text.utf8.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: " ") : $0 }
        }
        line.append(UInt8(ascii: "\n"))
        var offset = 0
        while offset < line.count {
            let written = line[offset...].withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            if written <= 0 { return }
            offset += written
        }
    }
}
