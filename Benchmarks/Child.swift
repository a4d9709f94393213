@preconcurrency import Glibc

/// A process that this program started. It is ended by its own id and never outlives this program: the helper
/// `with_parent` has the kernel end it when its parent ends, however that happens.
final class Child {
    let id: pid_t
    private let name: String
    private let output: Int32
    private var unread: [UInt8] = []
    private var ended = false

    /// Starts `arguments`, through `with_parent` when its path is given; what it says on standard error is appended to
    /// the file `log`.
    init(_ arguments: [String], through helper: String?, log: String) throws(Failure) {
        let command = (helper.map { [$0] } ?? []) + arguments
        name = arguments[0].split(separator: "/").last.map(String.init) ?? arguments[0]
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Failure("pipe: \(lastError())") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_APPEND, 0o644)
        var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var child: pid_t = 0
        let code = posix_spawnp(&child, command[0], &actions, nil, &words, environ)
        close(ends[1])
        guard code == 0 else {
            close(ends[0])
            throw Failure("cannot start \(command[0]): \(String(cString: strerror(code)))")
        }
        id = child
        output = ends[0]
    }

    deinit {
        if !ended {
            kill(id, SIGKILL)
            _ = reap()
        }
        close(output)
    }

    /// The next line of its output, without the line feed; nil at its end or after the time.
    func readLine(within seconds: Double) -> String? {
        let deadline = Clock.now + seconds
        while true {
            if let end = unread.firstIndex(of: 10) {
                defer { unread.removeSubrange(...end) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            guard read(until: deadline) else { return nil }
        }
    }

    /// Everything that it still prints until it ends by itself with status 0.
    func finish(within seconds: Double) throws(Failure) -> String {
        let deadline = Clock.now + seconds
        while read(until: deadline) {}
        guard Clock.now < deadline else { throw Failure("\(name) did not end within \(seconds) s") }
        let status = reap()
        guard status == 0 else { throw Failure("\(name) ended with status \(status)") }
        return String(decoding: unread, as: UTF8.self)
    }

    /// Asks it to end, insists after the time, and returns when it is gone.
    func stop(within seconds: Double = 5) {
        guard !ended else { return }
        kill(id, SIGTERM)
        let deadline = Clock.now + seconds
        while Clock.now < deadline {
            if isGone() { return }
            usleep(1000)
        }
        kill(id, SIGKILL)
        _ = reap()
    }

    /// Whether it has ended.
    func isGone() -> Bool {
        var status: Int32 = 0
        if !ended, waitpid(id, &status, WNOHANG) == id { ended = true }
        return ended
    }

    /// Appends what has come; false at the end of the output or after the deadline.
    private func read(until deadline: Double) -> Bool {
        var interest = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        let left = deadline - Clock.now
        guard left > 0, poll(&interest, 1, Int32(left * 1000) + 1) > 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = Glibc.read(output, &buffer, buffer.count)
        guard count > 0 else { return false }
        unread += buffer[..<count]
        return true
    }

    /// The exit status, or 128 and the number of the signal that ended it.
    private func reap() -> Int32 {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 && errno == EINTR {}
        ended = true
        return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
    }
}

/// The text of `errno`.
func lastError() -> String {
    String(cString: strerror(errno))
}
