import Dispatch
import Glibc

/// A run of the command `rivulet`, as it was built beside the tests.
struct CommandRun {
    let code: Int32
    let output: String
    let errors: String

    /// Runs it to its end, without any variable but those that are given.
    init(_ words: [String], environment: [String: String] = [:]) throws {
        let process = try CommandProcess(words, environment: environment)
        output = try process.readOutput()
        errors = try process.readErrors()
        code = try process.wait()
    }
}

/// A running command, with its two outputs.
final class CommandProcess {
    let id: pid_t
    private let output: Int32
    private let errors: Int32
    private var isOver = false

    init(_ words: [String], environment: [String: String] = [:], folder: String = "/tmp") throws {
        let path = try Self.path()
        var outputs: [Int32] = [0, 0]
        var failures: [Int32] = [0, 0]
        guard pipe(&outputs) == 0, pipe(&failures) == 0 else { throw Failure("pipe: \(errno)") }
        // The command must not hold its own ends, or those of another test's command.
        for end in outputs + failures { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { for end in [outputs[1], failures[1]] { close(end) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, outputs[1], STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, failures[1], STDERR_FILENO)
        var id: pid_t = 0
        // env sets folder and variables, and becomes the command.
        let variables = environment.map { "\($0.key)=\($0.value)" }
        let arguments = (["env", "-i", "-C", folder] + variables + [path] + words).map { strdup($0) } + [nil]
        defer { for text in arguments { free(text) } }
        let result = posix_spawn(&id, "/usr/bin/env", &actions, nil, arguments, [nil])
        guard result == 0 else { throw Failure("\(path): \(String(cString: strerror(result)))") }
        self.id = id
        output = outputs[0]
        errors = failures[0]
    }

    deinit {
        if !isOver {
            kill(id, SIGKILL)
            waitpid(id, nil, 0)
        }
        for end in [output, errors] { close(end) }
    }

    func readOutput() throws -> String { try Self.read(output, untilLine: false) }

    func readErrors() throws -> String { try Self.read(errors, untilLine: false) }

    /// The first line of the output, without its end.
    func firstLine() throws -> String { try Self.read(output, untilLine: true) }

    func signal(_ number: Int32) { kill(id, number) }

    /// Its exit code, once it has ended; 128 and the number of the signal that ended it.
    func wait() throws -> Int32 {
        var status: Int32 = 0
        guard waitpid(id, &status, 0) == id else { throw Failure("waitpid: \(errno)") }
        isOver = true
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }

    private static func read(_ descriptor: Int32, untilLine: Bool) throws -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: untilLine ? 1 : 4096)
        while true {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 30_000) == 1 else { throw Failure("the command says nothing") }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count >= 0 else { throw Failure("read: \(errno)") }
            if count == 0 || untilLine && buffer[0] == 10 { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }

    /// The tests' own executable stands in the same folder.
    private static func path() throws -> String {
        var name = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        guard readlink("/proc/self/exe", &name, name.count - 1) > 0 else { throw Failure("readlink: \(errno)") }
        let own = CommandLine.arguments.first ?? ""
        let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        for file in [String(decoding: bytes, as: UTF8.self), own] {
            guard let slash = file.lastIndex(of: "/") else { continue }
            let path = "\(file[..<slash])/rivulet"
            if access(path, X_OK) == 0 { return path }
        }
        throw Failure("there is no rivulet beside \(own)")
    }
}
