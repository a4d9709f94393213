import Glibc

/// What the person at the terminal sees while measurements run; on standard error, so that tables alone are on standard
/// output.
enum Progress {
    static func line(_ text: String) {
        let bytes = Array((text + "\n").utf8)
        _ = write(2, bytes, bytes.count)
    }
}
