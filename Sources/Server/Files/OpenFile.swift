import Glibc
import HTTP

/// A folder that is open, so that what is opened in it is in it. Closed when it goes.
struct OpenFolder: ~Copyable {
    private let descriptor: Int32

    private init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// The folder at a path that the operator chose.
    static func open(_ path: String) -> OpenFolder? {
        let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        return descriptor < 0 ? nil : OpenFolder(descriptor: descriptor)
    }

    /// A folder inside this one; never a link.
    func folder(_ name: String) -> OpenFolder? {
        guard Self.isPlain(name) else { return nil }
        let next = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        return next < 0 ? nil : OpenFolder(descriptor: next)
    }

    /// A regular file of this folder; never a link.
    func file(_ name: String) -> OpenFile? {
        guard Self.isPlain(name) else { return nil }
        // A pipe must not make the open wait.
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        return file < 0 ? nil : OpenFile.regular(file)
    }

    /// Whether it names something of the folder that is meant to be seen: what begins with a dot is not, be it a secret
    /// that lies there or the way up; but for `.well-known`, which is there to be found (RFC 8615).
    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && (name.utf8.first != UInt8(ascii: ".") || name == ".well-known")
            && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
    }
}

/// A regular file that is open, and its state at that time. Closed when it goes, unless it has become a slice.
struct OpenFile: ~Copyable {
    private let descriptor: Int32
    private let status: stat

    private init(descriptor: Int32, status: stat) {
        self.descriptor = descriptor
        self.status = status
    }

    deinit { close(descriptor) }

    /// Takes over a descriptor, and closes it when it is no regular file's.
    fileprivate static func regular(_ descriptor: Int32) -> OpenFile? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        return OpenFile(descriptor: descriptor, status: status)
    }

    /// The length in bytes.
    var size: Int { Int(status.st_size) }

    /// When it was changed last, in seconds since 1970.
    var modified: Int { status.st_mtim.tv_sec }

    /// Whether it was changed before the other was.
    func isOlder(than other: borrowing OpenFile) -> Bool {
        let (own, others) = (status.st_mtim, other.status.st_mtim)
        return (own.tv_sec, own.tv_nsec) < (others.tv_sec, others.tv_nsec)
    }

    /// Names this state of the file.
    var state: String {
        [Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec), size].map { String($0, radix: 16) }
            .joined(separator: "-")
    }

    /// A part of it as a body.
    consuming func slice(_ range: Range<Int>) -> FileSlice {
        let descriptor = descriptor
        discard self
        return FileSlice(descriptor: descriptor, offset: Int64(range.lowerBound), count: range.count)
    }
}
