import Glibc

/// Lines to the two standard outputs.
enum Terminal {
    /// A line on stdout, at once.
    static func print(_ text: String) { write(STDOUT_FILENO, text) }

    /// A line on stderr.
    static func error(_ text: String) { write(STDERR_FILENO, text) }

    private static func write(_ descriptor: Int32, _ text: String) {
        let bytes = Array((text + "\n").utf8)
        var offset = 0
        while offset < bytes.count {
            let written = bytes[offset...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            if written <= 0 { return }
            offset += written
        }
    }
}
