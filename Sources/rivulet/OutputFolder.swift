import Codegen
import Glibc

/// A folder that generated files are written to. Names are resolved in the folder itself, links are not followed, and a
/// file is either the old one or the new one, never half of it.
final class OutputFolder {
    struct Failure: Error {
        let message: String
    }

    private let path: String
    /// Nil when the folder is not there and is not to be made.
    private let descriptor: Int32?

    /// `isMade`: whether a folder that is not there is made, with those above it.
    init(_ path: String, isMade: Bool) throws(Failure) {
        self.path = path
        if isMade { try Self.make(path) }
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 || (errno == ENOENT && !isMade) else { throw Self.failure(path) }
        self.descriptor = descriptor < 0 ? nil : descriptor
    }

    deinit { if let descriptor { close(descriptor) } }

    /// What stands in the folder, by name. Of a file that is no generated one only the beginning is read.
    func present() throws(Failure) -> [String: OutputPlan.Present] {
        guard let descriptor else { return [:] }
        // The stream of entries owns its descriptor.
        let own = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard own >= 0, let entries = fdopendir(own) else { throw Self.failure(path) }
        defer { closedir(entries) }
        var present: [String: OutputPlan.Present] = [:]
        while let entry = readdir(entries) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let name, name != ".", name != ".." else { continue }
            present[name] = try read(name, in: descriptor)
        }
        return present
    }

    /// Replaces a file by a new one.
    func write(_ file: GeneratedFile) throws(Failure) {
        guard let descriptor else { throw Failure(message: "\(path) is not there") }
        let temporary = ".\(file.name).\(getpid())"
        unlinkat(descriptor, temporary, 0)
        let output = openat(descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
        guard output >= 0 else { throw Self.failure("\(path)/\(temporary)") }
        let isWritten = Self.write(Array(file.text.utf8), to: output) && fsync(output) == 0
        let reason = errno
        close(output)
        guard isWritten, renameat(descriptor, temporary, descriptor, file.name) == 0 else {
            let failure = Self.failure("\(path)/\(file.name)", isWritten ? errno : reason)
            unlinkat(descriptor, temporary, 0)
            throw failure
        }
    }

    func remove(_ name: String) throws(Failure) {
        guard let descriptor else { return }
        guard unlinkat(descriptor, name, 0) == 0 else { throw Self.failure("\(path)/\(name)") }
    }

    private func read(_ name: String, in folder: Int32) throws(Failure) -> OutputPlan.Present {
        let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            // A link, a socket, or a file that is kept from us: in any case not one of ours.
            if [ELOOP, ENXIO, EACCES, ENOENT].contains(errno) { return .other }
            throw Self.failure("\(path)/\(name)")
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw Self.failure("\(path)/\(name)") }
        guard status.st_mode & S_IFMT == S_IFREG else { return .other }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = Glibc.read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.failure("\(path)/\(name)") }
            bytes += buffer[..<count]
            if count == 0 || !GeneratedFile.isGenerated(bytes) { return .file(bytes) }
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var offset = 0
        while offset < bytes.count {
            let count = bytes[offset...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            offset += count
        }
        return true
    }

    /// Makes each folder of a path that is not there.
    private static func make(_ path: String) throws(Failure) {
        var end = path.startIndex
        while end < path.endIndex {
            end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
            let part = String(path[..<end])
            guard mkdir(part, 0o777) == 0 || errno == EEXIST else { throw failure(part) }
        }
    }

    private static func failure(_ path: String, _ reason: Int32 = errno) -> Failure {
        Failure(message: "\(path): \(String(cString: strerror(reason)))")
    }
}
