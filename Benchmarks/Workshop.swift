import Glibc

/// The programs and folders of a run: finds the package, checks for the peers, builds the C programs, and gives out
/// folders that are removed at the end.
final class Workshop {
    /// The folder of `Package.swift`.
    let root: String
    /// The server to measure.
    let rivulet: String
    /// The program that measures the library.
    private let library: String
    private let tools: String
    private let run: String
    private var folders = 0

    private static let nchanModule = "/usr/lib/nginx/modules/ngx_nchan_module.so"
    private static let nginxProgram = "/usr/sbin/nginx"

    /// Everything is ready afterwards, or the failure says what is missing and how to get it.
    init(_ options: Options) throws(Failure) {
        let program = try Files.resolved("/proc/self/exe")
        guard Files.parent(of: program).hasSuffix("/release") else {
            throw Failure("only a release build is worth measuring: swift run -c release bench")
        }
        root = try Workshop.package(above: program)
        rivulet = options.rivulet ?? Files.parent(of: program) + "/rivulet"
        library = Files.parent(of: program) + "/library-bench"
        tools = root + "/.build/bench/bin"
        run = root + "/.build/bench/run-\(getpid())"
        try Workshop.checkPeers()
        Workshop.removeRemains(in: root + "/.build/bench")
        try Files.makeFolder(tools)
        try Files.makeFolder(run)
        Workshop.raiseDescriptorLimit()
        try buildPrograms()
        if options.buildsServer { try buildProduct("rivulet") }
        if options.build { try buildProduct("library-bench") }
        for (path, product) in [(rivulet, "rivulet"), (library, "library-bench")] where access(path, X_OK) != 0 {
            throw Failure("no program at \(path); build it: swift build -c release --product \(product)")
        }
    }

    /// Removes the folders of the run; the logs of a failed run stay.
    func clear() {
        Files.remove(run)
    }

    /// A new, empty folder on the disk that the package is on: a durable write must reach a real one.
    func folder(_ name: String) throws(Failure) -> String {
        folders += 1
        let path = "\(run)/\(folders)-\(name)"
        try Files.makeFolder(path)
        return path
    }

    /// Starts a program that ends with this one.
    func start(_ arguments: [String]) throws(Failure) -> Child {
        try Child(arguments, through: tools + "/with_parent", log: run + "/log")
    }

    /// Starts nginx with that configuration.
    func startNginx(configuration: String, in folder: String) throws(Failure) -> Child {
        let file = folder + "/nginx.conf"
        try Files.write("load_module \(Workshop.nchanModule);\n" + configuration, to: file)
        return try start([Workshop.nginxProgram, "-p", folder, "-c", file])
    }

    /// Starts one of the C programs.
    func startTool(_ name: String, _ arguments: [String] = []) throws(Failure) -> Child {
        try start([tools + "/" + name] + arguments)
    }

    /// Runs one of the C programs to its end and reads its figures.
    func measure(_ tool: String, _ arguments: [String], within seconds: Double = 120) throws(Failure) -> Figures {
        do {
            return try Figures(output: try startTool(tool, arguments).finish(within: seconds))
        } catch {
            throw Failure("\(error)\n\(tool) \(arguments.joined(separator: " "))\n\(lastWords())")
        }
    }

    /// Runs one measurement of `library-bench` to its end and reads its figures.
    func measureLibrary(_ name: String, _ arguments: [String], within seconds: Double = 120) throws(Failure) -> Figures
    {
        do {
            return try Figures(output: try start([library, name] + arguments).finish(within: seconds))
        } catch {
            throw Failure("\(error)\nlibrary-bench \(name) \(arguments.joined(separator: " "))\n\(lastWords())")
        }
    }

    /// The end of what the programs said on standard error.
    func lastWords() -> String {
        guard let text = Files.read(run + "/log") else { return "" }
        return text.split(separator: "\n").suffix(8).joined(separator: "\n")
    }

    /// The first line that a command prints, for the document; "unknown" when there is none.
    func firstLine(of command: [String]) -> String {
        do {
            let shell = ["/bin/sh", "-c", "\"$@\" 2>&1", "sh"]
            return try Child(shell + command, through: nil, log: "/dev/null").readLine(within: 20) ?? "unknown"
        } catch {
            return "unknown"
        }
    }

    private func buildPrograms() throws(Failure) {
        let sources = root + "/Benchmarks/C/"
        let programs = [
            ("with_parent", [], []),
            ("http_load", ["support", "response"], []),
            ("sse_load", ["support", "response", "frames"], []),
            ("least_server", ["support"], []),
            ("sqlite_limit", ["support"], ["-lsqlite3"]),
        ]
        for (name, parts, libraries) in programs {
            let files = ([name] + parts).map { sources + $0 + ".c" }
            try make(
                ["cc", "-std=c2x", "-O2", "-Wall", "-Wextra", "-o", "\(tools)/\(name)"] + files + libraries, name)
        }
    }

    private func buildProduct(_ product: String) throws(Failure) {
        Progress.line("building \(product)")
        try make(["swift", "build", "-c", "release", "--product", product, "--package-path", root], product)
    }

    private func make(_ command: [String], _ what: String) throws(Failure) {
        let log = run + "/build.log"
        do {
            _ = try Child(command, through: nil, log: log).finish(within: 1800)
        } catch {
            throw Failure("cannot build \(what): \(error)\n\(Files.read(log) ?? "")")
        }
    }

    private static func checkPeers() throws(Failure) {
        guard access(nginxProgram, X_OK) == 0, access(nchanModule, R_OK) == 0 else {
            throw Failure("nginx with nchan is missing: apt-get install nginx libnginx-mod-nchan")
        }
        guard access("/usr/include/sqlite3.h", R_OK) == 0 else {
            throw Failure("SQLite's header is missing: apt-get install libsqlite3-dev")
        }
    }

    /// Removes what earlier runs left that failed or were ended.
    private static func removeRemains(in folder: String) {
        for name in Files.names(in: folder) where name.hasPrefix("run-") {
            if let id = pid_t(name.dropFirst(4)), kill(id, 0) != 0 { Files.remove(folder + "/" + name) }
        }
    }

    private static func package(above program: String) throws(Failure) -> String {
        var folder = Files.parent(of: program)
        while access(folder + "/Package.swift", R_OK) != 0 {
            guard folder.count > 1 else { throw Failure("no Package.swift above \(program)") }
            folder = Files.parent(of: folder)
        }
        return folder
    }

    /// Ten thousand subscribers need as many descriptors, here and in each server, which inherits the limit.
    private static func raiseDescriptorLimit() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
