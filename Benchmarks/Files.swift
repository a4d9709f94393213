import Glibc

/// Files and folders, by path.
enum Files {
    /// The folder that a path is in.
    static func parent(of path: String) -> String {
        let parts = path.split(separator: "/").dropLast()
        return "/" + parts.joined(separator: "/")
    }

    /// The path without symbolic links.
    static func resolved(_ path: String) throws(Failure) -> String {
        guard let text = realpath(path, nil) else { throw Failure("\(path): \(lastError())") }
        defer { free(text) }
        return String(cString: text)
    }

    /// Makes a folder and those above it.
    static func makeFolder(_ path: String) throws(Failure) {
        if mkdir(path, 0o755) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, path.count > 1 else { throw Failure("\(path): \(lastError())") }
        try makeFolder(parent(of: path))
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw Failure("\(path): \(lastError())") }
    }

    /// The text of a file, nil when it cannot be read.
    static func read(_ path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Replaces a file.
    static func write(_ text: String, to path: String) throws(Failure) {
        guard let file = fopen(path, "w") else { throw Failure("\(path): \(lastError())") }
        let bytes = Array(text.utf8)
        let written = fwrite(bytes, 1, bytes.count, file)
        guard fclose(file) == 0, written == bytes.count else { throw Failure("\(path): \(lastError())") }
    }

    /// Copies a file, if it is there.
    static func copy(_ path: String, to other: String) throws(Failure) {
        guard let from = fopen(path, "r") else { return }
        defer { fclose(from) }
        guard let into = fopen(other, "w") else { throw Failure("\(other): \(lastError())") }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var written = true
        while case let count = fread(&buffer, 1, buffer.count, from), count > 0 {
            written = written && fwrite(buffer, 1, count, into) == count
        }
        guard fclose(into) == 0, written else { throw Failure("\(other): \(lastError())") }
    }

    /// Removes a file, or a folder with what is in it.
    static func remove(_ path: String) {
        guard unlink(path) != 0 else { return }
        for name in names(in: path) { remove(path + "/" + name) }
        rmdir(path)
    }

    /// The names in a folder; none when it is not there.
    static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }
}
