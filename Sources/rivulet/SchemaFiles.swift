import DataStore
import Glibc

/// Reads a `schema.graphql`, or a folder of `*.graphql`.
enum SchemaFiles {
    struct Failure: Error {
        let message: String
    }

    private static let maximumBytes = 4 << 20

    /// The files in the order of their names.
    static func read(_ path: String) throws(Failure) -> [SchemaSource] {
        var status = stat()
        guard stat(path, &status) == 0 else { throw failure(path) }
        guard status.st_mode & S_IFMT == S_IFDIR else { return [try file(path)] }
        guard let folder = opendir(path) else { throw failure(path) }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".graphql"), !name.hasPrefix(".") { names.append(name) }
        }
        guard !names.isEmpty else { throw Failure(message: "\(path) has no *.graphql file") }
        var sources: [SchemaSource] = []
        for name in names.sorted() { sources.append(try file(path.hasSuffix("/") ? path + name : "\(path)/\(name)")) }
        return sources
    }

    private static func file(_ path: String) throws(Failure) -> SchemaSource {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(path) }
            if count == 0 { break }
            bytes += buffer[..<count]
            guard bytes.count <= maximumBytes else { throw Failure(message: "\(path) is larger than 4 MiB") }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(message: "\(path) is not UTF-8 text")
        }
        return SchemaSource(path: path, text: text)
    }

    private static func failure(_ path: String) -> Failure {
        Failure(message: "\(path): \(String(cString: strerror(errno)))")
    }
}
