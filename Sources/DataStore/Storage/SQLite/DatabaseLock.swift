import Glibc

/// Who uses a database: any number of servers of one schema (shared), or one migration (exclusive).
///
/// It is `flock` on a file of its own beside the database, so it ends with the process however that dies, and the file
/// stays. Not on the database itself: SQLite's locks there are POSIX ones, and those a process loses on all its
/// descriptors as soon as it closes any descriptor of that file. Programs that do not know of it are not kept out;
/// SQLite's own locks guard their writes.
final class DatabaseLock: Sendable {
    /// Why the lock cannot be had.
    enum Failure: Error {
        /// Another process serves or migrates the database.
        case inUse
        /// What `open` or `flock` reported.
        case system(path: String, code: Int32)
    }

    private let descriptor: Int32
    private let path: String

    /// Takes it exclusively when nobody has it, else shared. A process that migrates is waited for, a few seconds.
    init(besides database: String) throws(Failure) {
        path = Self.resolved(database) + "-lock"
        // One that another user made may only be readable here; that is enough for a lock.
        var opened = open(path, O_RDONLY | O_CLOEXEC)
        if opened < 0, errno == ENOENT { opened = open(path, O_RDONLY | O_CREAT | O_CLOEXEC, 0o644) }
        guard opened >= 0 else { throw .system(path: path, code: errno) }
        descriptor = opened
        if try take(LOCK_EX) { return }
        for attempt in 0..<Self.attempts {
            if try take(LOCK_SH) { return }
            if attempt + 1 < Self.attempts { usleep(Self.pause) }
        }
        throw .inUse
    }

    deinit { close(descriptor) }

    /// Gives it up.
    func release() { flock(descriptor, LOCK_UN) }

    /// Makes it exclusive. One that is about to end is waited for, a second. After a failure it is lost.
    func becomeExclusive() throws(Failure) {
        for attempt in 0..<Self.shortAttempts {
            if try take(LOCK_EX) { return }
            if attempt + 1 < Self.shortAttempts { usleep(Self.pause) }
        }
        throw .inUse
    }

    /// Makes it shared. A migration of another process may slip in before, so what was read under the exclusive lock is
    /// to be looked at again.
    func becomeShared() throws(Failure) {
        for _ in 0..<Self.attempts {
            if try take(LOCK_SH) { return }
            usleep(Self.pause)
        }
        throw .inUse
    }

    private static let attempts = 100
    private static let shortAttempts = 20
    /// In microseconds.
    private static let pause: UInt32 = 50_000

    private func take(_ kind: Int32) throws(Failure) -> Bool {
        while flock(descriptor, kind | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return false }
            guard errno == EINTR else { throw .system(path: path, code: errno) }
        }
        return true
    }

    /// The path without symbolic links, as SQLite names its own files beside the database.
    private static func resolved(_ path: String) -> String {
        if let whole = real(path) { return whole }
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        let folder = slash == path.startIndex ? "/" : String(path[..<slash])
        return (real(folder) ?? folder) + path[slash...]
    }

    private static func real(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
