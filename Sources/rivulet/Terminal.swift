import Glibc

/// Lines to the two standard outputs.
enum Terminal {
    /// A line on stdout, at once.
    static func print(_ text: String) { write(STDOUT_FILENO, text) }

    /// A line on stderr.
    static func error(_ text: String) { write(STDERR_FILENO, text) }

    /// A line on stderr in the place of the one before, on a terminal; a line of its own elsewhere. An empty text only
    /// takes away what stands there.
    static func progress(_ text: String) {
        guard isatty(STDERR_FILENO) == 1 else { return text.isEmpty ? () : error(text) }
        write(STDERR_FILENO, "\r\u{1B}[K\(text)", end: "")
    }

    private static func write(_ descriptor: Int32, _ text: String, end: String = "\n") {
        let bytes = Array((text + end).utf8)
        var offset = 0
        while offset < bytes.count {
            let written = bytes[offset...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            if written <= 0 { return }
            offset += written
        }
    }
}
