import Glibc

/// A folder that is gone when the test is.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/rivulet-tests-XXXXXX".utf8CString)
        path = try template.withUnsafeMutableBufferPointer { name in
            guard let name = name.baseAddress, mkdtemp(name) != nil else {
                throw Failure("mkdtemp: \(String(cString: strerror(errno)))")
            }
            return String(cString: name)
        }
    }

    deinit { Self.remove(path) }

    /// The path of `name` in it.
    func path(_ name: String) -> String { "\(path)/\(name)" }

    func write(_ name: String, _ text: String) throws {
        let descriptor = open(path(name), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else { throw Failure("\(name): \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard bytes.withUnsafeBytes({ Glibc.write(descriptor, $0.baseAddress, $0.count) }) == bytes.count else {
            throw Failure("\(name) is not written")
        }
    }

    func makeFolder(_ name: String) throws {
        guard mkdir(path(name), 0o700) == 0 else { throw Failure("\(name): \(String(cString: strerror(errno)))") }
    }

    /// Removes a file, a link itself, or a folder with all that is in it.
    private static func remove(_ path: String) {
        guard unlink(path) != 0, let folder = opendir(path) else { return }
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { remove("\(path)/\(name)") }
        }
        closedir(folder)
        rmdir(path)
    }
}

extension TemporaryFolder {
    /// The text of a file in it.
    func text(_ name: String) throws -> String { try Fixture.read(path(name)) }

    /// The names of what it holds, hidden ones too, in order.
    func names(_ folder: String = ".") -> [String] {
        guard let entries = opendir(path(folder)) else { return [] }
        defer { closedir(entries) }
        var names: [String] = []
        while let entry = readdir(entries) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
