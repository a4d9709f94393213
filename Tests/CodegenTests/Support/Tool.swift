import Glibc

/// A program that is run to its end.
struct Tool {
    let code: Int32
    /// Both of its outputs.
    let output: String

    /// `words`: the program, as it is found in PATH, and its arguments. `folder`: where it runs. `environment`: what it
    /// has beside the tests' own variables.
    init(_ words: [String], folder: String = "/", environment: [String: String] = [:]) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Failure("pipe: \(errno)") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO)
        let variables = environment.map { "\($0.key)=\($0.value)" }
        let arguments = (["env", "-C", folder] + variables + words).map { strdup($0) } + [nil]
        defer { for text in arguments { free(text) } }
        var id: pid_t = 0
        let result = posix_spawn(&id, "/usr/bin/env", &actions, nil, arguments, environ)
        close(ends[1])
        defer { close(ends[0]) }
        guard result == 0 else { throw Failure("\(words): \(String(cString: strerror(result)))") }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = read(ends[0], &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { break }
            bytes += buffer[..<count]
        }
        var status: Int32 = 0
        guard waitpid(id, &status, 0) == id else { throw Failure("waitpid: \(errno)") }
        code = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
        output = String(decoding: bytes, as: UTF8.self)
    }

    /// The command `rivulet`, which is built beside the tests.
    static func rivulet(_ words: [String], environment: [String: String] = [:]) throws -> Tool {
        try Tool(["\(buildFolder())/rivulet"] + words, environment: environment)
    }

    /// The compiler, with the library's modules as they are built beside the tests, and if `linking` their objects.
    static func swiftc(_ words: [String], linking: Bool = false, folder: String) throws -> Tool {
        let build = try buildFolder()
        let modules = [
            "-I", "\(build)/Modules", "-Xcc", "-fmodule-map-file=\(Fixture.root)/Sources/CSQLite/module.modulemap",
        ]
        guard linking else { return try Tool(["swiftc"] + modules + words, folder: folder) }
        let objects = try Fixture.read("\(build)/rivuletPackageTests.product/Objects.LinkFileList").split(
            separator: "\n"
        )
        .map { $0.trimmingQuotes }
        .filter { path in ["Amplify", "DataStore", "GraphQL", "Locks"].contains { path.contains("/\($0).build/") } }
        // Objects that were built under the sanitizer need its library.
        let isSanitized = dlsym(nil, "__tsan_init") != nil
        return try Tool(
            ["swiftc"] + modules + words + objects + ["-lsqlite3"] + (isSanitized ? ["-sanitize=thread"] : []),
            folder: folder)
    }

    /// Where the tests are built.
    private static func buildFolder() throws -> String {
        var name = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        guard readlink("/proc/self/exe", &name, name.count - 1) > 0 else { throw Failure("readlink: \(errno)") }
        let own = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        for file in [own, CommandLine.arguments.first ?? ""] {
            guard let slash = file.lastIndex(of: "/") else { continue }
            let folder = String(file[..<slash])
            if access("\(folder)/rivulet", X_OK) == 0 { return folder }
        }
        throw Failure("there is no rivulet beside \(own)")
    }
}

extension Substring {
    /// Without the quotation marks around it.
    fileprivate var trimmingQuotes: String {
        hasPrefix("'") || hasPrefix("\"") ? String(dropFirst().dropLast()) : String(self)
    }
}
