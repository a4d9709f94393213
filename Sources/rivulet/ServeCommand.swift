import DataStore
import Dispatch
import Glibc
import Server

/// `rivulet serve`: starts the server and waits for the signals that end it.
enum ServeCommand {
    @Sendable static func run(_ words: [String]) throws(UsageError) -> Int32 {
        let arguments = try Arguments(words, flags: Flag.serve, command: "serve")
        try arguments.requireNoWords()
        var configuration = Configuration()
        try arguments.apply(to: &configuration)
        let log = Log.shared
        log.configure(configuration.logFormat)

        guard let schema = LoadedSchema.read(arguments.text(.schema), { log.note($0) }) else { return 1 }
        if schema.hasAccessRules, !configuration.ignoresAccessRules {
            log.warn(
                "The schema has @auth rules, and this version does not enforce them: everyone could read and write. Remove them, or start with --insecure-ignore-auth.")
            return 1
        }
        let app: App
        do throws(App.StartFailure) {
            app = try App(configuration, schema: schema)
        } catch {
            switch error {
            case .database(let failure): log.warn(failure.explanation)
            case .listen(let address, let failure): log.warn("cannot listen at \(address): \(failure)")
            }
            return 1
        }
        for line in app.plan.lines { log.note("migration", [("step", line)]) }
        Terminal.print("listening on http://\(configuration.host):\(app.port)")
        Signals().wait(
            reload: { log.note("SIGHUP: nothing to reload") },
            end: {
                log.note("stopping")
                app.stop()
                log.note("stopped")
            })
        return 0
    }
}

/// The signals of a server: TERM and INT end it in order, a second one at once, HUP reloads.
private struct Signals {
    private let sources: [Int32: any DispatchSourceSignal]
    private let queue = DispatchQueue(label: "rivulet.signals")

    init() {
        var sources: [Int32: any DispatchSourceSignal] = [:]
        for number in [SIGTERM, SIGINT, SIGHUP] {
            signal(number, SIG_IGN)
            sources[number] = DispatchSource.makeSignalSource(signal: number, queue: queue)
        }
        self.sources = sources
    }

    /// Returns when `end` has.
    func wait(reload: @escaping @Sendable () -> Void, end: @escaping @Sendable () -> Void) {
        let ended = DispatchSemaphore(value: 0)
        let worker = DispatchQueue(label: "rivulet.end")
        let isEnding = EndingFlag()
        for number in [SIGTERM, SIGINT] {
            sources[number]?.setEventHandler {
                // The second one: whoever asks twice does not want to wait.
                if !isEnding.begin() { _exit(1) }
                worker.async {
                    end()
                    ended.signal()
                }
            }
        }
        sources[SIGHUP]?.setEventHandler(handler: reload)
        for source in sources.values { source.activate() }
        ended.wait()
    }
}

/// Whether the end has begun. Only used on the signals' queue.
private final class EndingFlag: @unchecked Sendable {
    private var isEnding = false

    func begin() -> Bool {
        defer { isEnding = true }
        return !isEnding
    }
}
