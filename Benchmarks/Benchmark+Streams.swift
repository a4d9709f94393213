/// Streams: many subscribers of the same changes.
extension Benchmark {
    private static let (ours, nchan, limit) = ("rivulet", "nginx + nchan", "C, one send a frame")

    /// How much longer a peer's body must be for frames of the same length as ours.
    private struct Padding {
        let nchan, limit: Int
    }

    static func fanOut(_ session: Session) throws -> Section {
        let padding = try padding(session)
        var table = Table([
            "subscribers, window", "server", "frames/s", "÷ nchan", "CPU µs/frame", "÷ nchan", "÷ C", "last p50 ms",
            "last p99 ms",
        ])
        var marks: [Mark] = []
        let sizes = session.quick ? [(1000, 1), (1000, 8)] : [(1000, 1), (1000, 8), (5000, 1), (10000, 1)]
        for (subscribers, window) in sizes {
            let load = ["-n", "\(subscribers)", "-w", "\(window)", "-d", session.seconds]
            let contest = try Contest(
                "fan-out \(subscribers), window \(window)", rounds: session.rounds, headline: "frame_rate",
                contenders(session, padding, load))
            for name in contest.names {
                table.add([
                    "\(Show.count(Double(subscribers))), \(window)", name,
                    try contest.samples(name, "frame_rate").text(Show.count),
                    try contest.ratios(name, to: nchan, "frame_rate").text(Show.ratio),
                    try contest.samples(name, "server_cpu_us").text(Show.plain),
                    try contest.ratios(name, to: nchan, "server_cpu_us").text(Show.ratio),
                    try contest.ratios(name, to: limit, "server_cpu_us").text(Show.ratio),
                    try contest.samples(name, "last_p50_us").text(Show.milliseconds),
                    try contest.samples(name, "last_p99_us").text(Show.milliseconds),
                ])
            }
            if subscribers == 1000 {
                marks.append(
                    .atLeast(
                        1, "fan-out to 1 000 subscribers, window \(window) ÷ nchan, frames/s",
                        try contest.ratios(ours, to: nchan, "frame_rate")))
            }
        }
        return Section(
            title: "A change, to everyone",
            method:
                "One publisher; every subscriber must get every event once and in order. The window bounds the events "
                + "on their way: with 1 the next is published when the last subscriber has the one before. Ours is a "
                + "durable `POST /models/Post` seen by `/observe/Post`; nchan (one worker) keeps messages in memory; the C "
                + "program only copies. Frames have the same length. “Last” is from publishing to the last subscriber.",
            table: table, marks: marks)
    }

    static func memory(_ session: Session) throws -> Section {
        var table = Table(["subscribers", "server", "bytes a subscriber", "resident MB", "all connected after ms"])
        var marks: [Mark] = []
        for subscribers in session.quick ? [1000] : [1000, 10000] {
            func connect(_ path: String) -> (Server) throws -> Figures {
                { server in
                    try session.workshop.measure(
                        "sse_load",
                        ["-p", "\(server.port)", "-u", path, "-e", "0", "-n", "\(subscribers)", "-i", server.processes])
                }
            }
            let contest = try Contest(
                "memory \(subscribers)", rounds: min(session.rounds, 3), headline: "rss_each",
                [
                    Contender(name: ours) { try session.withRivulet { try connect("/observe/Post")($0) } },
                    Contender(name: nchan) { try session.withNginx { try connect("/events")($0) } },
                ])
            for name in contest.names {
                table.add([
                    Show.count(Double(subscribers)), name, try contest.samples(name, "rss_each").text(Show.count),
                    try contest.samples(name, "rss_kib").text { Show.plain($0 / 1024) },
                    try contest.samples(name, "connect_seconds").text { Show.plain($0 * 1000) },
                ])
            }
            if subscribers == 1000 {
                marks.append(
                    .atMost(3072, "memory a subscriber, at 1 000", try contest.samples(ours, "rss_each"), unit: "bytes")
                )
            }
        }
        return Section(
            title: "Memory of a subscriber",
            method:
                "Resident memory with all subscribers connected and idle, less that before the first, by their number; "
                + "a fresh server each time. The kernel's socket memory is the same for every server and not in it.",
            table: table, marks: marks)
    }

    /// Requests answered while the streams of the same server are fed as fast as they take it.
    static func requestsWhileFed(_ session: Session) throws -> Section {
        let subscribers = session.quick ? 1000 : 5000
        let padding = try padding(session)
        let workshop = session.workshop
        let seconds = session.quick ? "0.6" : "1.5"
        func fed(_ arguments: [String]) -> (Server) throws -> Figures {
            { server in
                let feed = try workshop.startTool(
                    "sse_load",
                    ["-p", "\(server.port)", "-n", "\(subscribers)", "-d", session.quick ? "1.2" : "2.5", "-w", "8"]
                        + arguments)
                guard feed.readLine(within: 60) == "ready" else {
                    throw Failure("no subscribers\n\(workshop.lastWords())")
                }
                let figures = try ask(server)
                let fed = try Figures(output: try feed.finish(within: 60))
                return figures.with("frame_rate", try fed["frame_rate"])
            }
        }
        func ask(_ server: Server) throws -> Figures {
            try workshop.measure(
                "http_load",
                ["-p", "\(server.port)", "-c", "8", "-d", seconds, "-w", "0.2", "-u", "/healthz"]
            ).with("frame_rate", 0)
        }
        let (quiet, quietNginx) = ("rivulet, quiet", "nginx, quiet")
        let (fedRivulet, fedNginx) = ("rivulet, fed", "nginx + nchan, fed")
        let contest = try Contest(
            "fed", rounds: session.quick ? 1 : session.rounds, headline: "p99_us",
            [
                Contender(name: quiet) { try session.withRivulet { try ask($0) } },
                Contender(name: fedRivulet) { try session.withRivulet { try fed(oursArguments)($0) } },
                Contender(name: quietNginx) { try session.withNginx { try ask($0) } },
                Contender(name: fedNginx) { try session.withNginx { try fed(nchanArguments(padding))($0) } },
            ])
        var table = Table(["server", "requests/s", "p50 ms", "p99 ms", "longest ms", "frames/s beside it"])
        for name in contest.names {
            table.add([
                name, try contest.samples(name, "rate").text(Show.count),
                try contest.samples(name, "p50_us").text(Show.milliseconds),
                try contest.samples(name, "p99_us").text(Show.milliseconds),
                try contest.samples(name, "max_us").text(Show.milliseconds),
                try contest.samples(name, "frame_rate").text(Show.count),
            ])
        }
        return Section(
            title: "Requests while streams are fed",
            method:
                "`GET /healthz` over 8 connections, with nothing else to do and while \(Show.count(Double(subscribers))) "
                + "subscribers of the same server are fed without a pause (window 8). The clients of both share the "
                + "machine with the server.",
            table: table, marks: [])
    }

    private static func contenders(_ session: Session, _ padding: Padding, _ load: [String]) -> [Contender] {
        func feed(_ server: Server, _ arguments: [String]) throws -> Figures {
            try session.workshop.measure(
                "sse_load", ["-p", "\(server.port)", "-i", server.processes] + load + arguments)
        }
        return [
            Contender(name: ours) { try session.withRivulet { try feed($0, oursArguments) } },
            Contender(name: nchan) { try session.withNginx { try feed($0, nchanArguments(padding)) } },
            Contender(name: limit) { try session.withLeast { try feed($0, limitArguments(padding)) } },
        ]
    }

    private static var oursArguments: [String] {
        ["-u", "/observe/Post", "-P", "/models/Post", "-b", Session.post()]
    }

    private static func nchanArguments(_ padding: Padding) -> [String] {
        ["-u", "/events", "-P", "/publish", "-b", Session.post(padding: padding.nchan)]
    }

    private static func limitArguments(_ padding: Padding) -> [String] {
        ["-u", "/events", "-P", "/publish", "-s", "202", "-b", Session.post(padding: padding.limit)]
    }

    private static func padding(_ session: Session) throws -> Padding {
        let none = Padding(nchan: 0, limit: 0)
        let bytes = try contenders(session, none, ["-n", "1", "-e", "20"]).map { try $0.measure()["frame_bytes"] }
        return Padding(nchan: max(0, Int(bytes[0] - bytes[1])), limit: max(0, Int(bytes[0] - bytes[2])))
    }
}
