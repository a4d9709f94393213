/// Reads over HTTP, against what nginx needs for the same bytes.
extension Benchmark {
    /// The smallest route.
    static func tiny(_ session: Session) throws -> Section {
        let path = "/healthz"
        let contest = try Contest(
            "tiny", rounds: session.rounds, headline: "rate",
            [
                Contender(name: "rivulet") { try session.withRivulet { try read(session, $0, path) } },
                Contender(name: "nginx, `return`") { try session.withNginx { try read(session, $0, path) } },
                Contender(name: "C, one send an answer") { try session.withLeast { try read(session, $0, path) } },
            ])
        return try Section(
            title: "The smallest answer",
            method: "`GET \(path)` over 64 kept connections, one request in flight on each.",
            table: table(contest), marks: [])
    }

    /// One record by its key.
    static func getByID(_ session: Session) throws -> Section {
        let records = 10_000
        let database = try session.database(records: records)
        let answer = try session.withRivulet(from: database) { try session.body(of: $0, "/models/Post/1000000000") }
        let contest = try Contest(
            "get", rounds: session.rounds, headline: "rate",
            [
                Contender(name: "rivulet") {
                    try session.withRivulet(from: database) {
                        try read(session, $0, "/models/Post/@", ["-k", "\(records)"])
                    }
                },
                file(answer, session),
            ])
        return try Section(
            title: "A record by its key",
            method: "`GET /models/Post/ID`, random among \(Show.count(Double(records))) records, over 64 connections; "
                + "nginx serves one file of the same \(answer.utf8.count) bytes.",
            table: table(contest),
            marks: [
                .atLeast(
                    0.5, "GET by id ÷ nginx static, requests/s",
                    contest.ratios(contest.names[0], to: contest.names[1], "rate"))
            ])
    }

    /// A page of records.
    static func list(_ session: Session) throws -> Section {
        let path = "/models/Post?limit=100"
        let database = try session.database(records: 1000)
        let answer = try session.withRivulet(from: database) { try session.body(of: $0, path) }
        let contest = try Contest(
            "list", rounds: session.rounds, headline: "rate",
            [
                Contender(name: "rivulet") {
                    try session.withRivulet(from: database) { try read(session, $0, path) }
                },
                file(answer, session),
            ])
        return try Section(
            title: "A page of 100 records",
            method: "`GET \(path)` over 64 connections; nginx serves one file of the same "
                + "\(Show.count(Double(answer.utf8.count))) bytes.",
            table: table(contest), marks: [])
    }

    private static func file(_ text: String, _ session: Session) -> Contender {
        Contender(name: "nginx, one file") {
            try session.withNginx(files: ["answer.json": text]) { try read(session, $0, "/answer.json") }
        }
    }

    private static func read(
        _ session: Session, _ server: Server, _ path: String, _ more: [String] = []
    ) throws -> Figures {
        try session.workshop.measure(
            "http_load",
            [
                "-p", "\(server.port)", "-c", "64", "-d", session.seconds, "-w", session.warmUp, "-u", path,
                "-i", server.processes,
            ] + more)
    }

    /// The second contender is the measure.
    private static func table(_ contest: Contest) throws -> Table {
        let peer = contest.names[1]
        var table = Table(["server", "requests/s", "÷ nginx", "CPU µs/request", "÷ nginx", "p50 ms", "p99 ms"])
        for name in contest.names {
            table.add([
                name, try contest.samples(name, "rate").text(Show.count),
                try contest.ratios(name, to: peer, "rate").text(Show.ratio),
                try contest.samples(name, "server_cpu_us").text(Show.plain),
                try contest.ratios(name, to: peer, "server_cpu_us").text(Show.ratio),
                try contest.samples(name, "p50_us").text(Show.milliseconds),
                try contest.samples(name, "p99_us").text(Show.milliseconds),
            ])
        }
        return table
    }
}
