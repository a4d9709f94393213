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

        let signals = Signals()
        guard let schema = LoadedSchema.read(arguments.text(.schema), { log.note($0) }) else { return 1 }
        if schema.hasAccessRules, !configuration.ignoresAccessRules {
            log.fail(
                "The schema has @auth rules, and this version does not enforce them: everyone could read and write. Remove them, or start with --insecure-ignore-auth."
            )
            return 1
        }
        let app: App
        do throws(App.StartFailure) {
            app = try App(configuration, schema: schema) { log.note("migration", [("progress", $0.text)]) }
        } catch {
            switch error {
            case .database(let failure): log.fail(failure.explanation)
            case .listen(let address, let failure): log.fail("cannot listen at \(address): \(failure)")
            }
            return 1
        }
        for line in app.plan.lines { log.note("migration", [("step", line)]) }
        Terminal.print("listening on http://\(configuration.host):\(app.port)")
        signals.handle(
            reload: { log.note("SIGHUP: nothing to reload") },
            end: {
                log.note("stopping")
                app.stop()
                log.note("stopped")
            })
    }
}

/// The signals of a server: TERM and INT end it in order, a second one at once, HUP reloads.
///
/// They are blocked from the start, so that none is lost while the server is not ready for it, and taken one by one.
private struct Signals {
    private var set = sigset_t()

    /// To be made before there is another thread.
    init() {
        sigemptyset(&set)
        for number in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&set, number) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Handles signals until one ends the process: with 0 when `end` has returned.
    func handle(reload: () -> Void, end: @escaping @Sendable () -> Void) -> Never {
        var set = set
        var isEnding = false
        while true {
            var number: Int32 = 0
            guard sigwait(&set, &number) == 0 else { continue }
            if number == SIGHUP {
                reload()
                continue
            }
            // Whoever asks twice does not want to wait.
            if isEnding { _exit(1) }
            isEnding = true
            DispatchQueue(label: "rivulet.end").async {
                end()
                exit(0)
            }
        }
    }
}
