import CConsole
import HTTP

/// The web console, built into the program.
struct ConsoleFiles: Sendable {
    private struct File: Sendable {
        let bytes: [UInt8]
        let type: String
        let tag: String
    }

    private let files: [String: File]

    init() {
        var files: [String: File] = [:]
        for file in UnsafeBufferPointer(start: rivulet_console_files(), count: rivulet_console_file_count()) {
            let path = String(cString: file.path)
            let bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
            files[path] = File(bytes: bytes, type: MediaTypes.ofFile(path), tag: Self.tag(of: bytes))
        }
        self.files = files
    }

    /// The file at a request's path; nil when there is none.
    func response(to request: Request) -> Response? {
        guard let file = files[request.path == "/" ? "/index.html" : request.path] else { return nil }
        var response = Response(.ok, type: file.type, file.bytes)
        if EntityTags.names(file.tag, in: request) { response = Response(.notModified) }
        response.headers.add("ETag", file.tag)
        // A new version of the program has new files under the same names.
        response.headers.add("Cache-Control", "no-cache")
        response.addPageHeaders()
        return response
    }

    /// Names the content (FNV-1a).
    private static func tag(of bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return "\"\(String(hash, radix: 16))\""
    }
}

extension Response {
    /// What keeps a page to itself: no foreign scripts, no frames around it, no guessing of types.
    mutating func addPageHeaders() {
        headers.add("X-Content-Type-Options", "nosniff")
        headers.add("Referrer-Policy", "no-referrer")
        headers.add(
            "Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
        )
    }
}
