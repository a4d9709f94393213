import Glibc

/// A folder of a test's own, gone with the value.
final class TemporaryFolder: Sendable {
    let path: String

    init() {
        var template = Array("/tmp/rivulet-tests-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) } ?? "/nowhere"
        }
    }

    deinit {
        for name in names { unlink(path + "/" + name) }
        rmdir(path)
    }

    func file(_ name: String) -> String { path + "/" + name }

    /// Names of the files in it, in order.
    var names: [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Makes a file of that text.
    func write(_ text: String, to name: String) {
        guard let file = fopen(file(name), "wb") else { return }
        fputs(text, file)
        fclose(file)
    }

    /// Makes a symbolic link to a file in it.
    func link(_ name: String, as link: String) { symlink(file(name), file(link)) }

    /// The bytes of a file in it.
    func bytes(of name: String) -> [UInt8] {
        guard let file = fopen(file(name), "rb") else { return [] }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return bytes
    }
}
