/// Durable writes over HTTP, against SQLite alone.
extension Benchmark {
    static func durablePost(_ session: Session) throws -> Section {
        let workshop = session.workshop
        func limit(batch: Int) -> () throws -> Figures {
            {
                let folder = try workshop.folder("sqlite")
                defer { Files.remove(folder) }
                return try workshop.measure(
                    "sqlite_limit", ["-f", folder + "/limit.db", "-b", "\(batch)", "-d", session.seconds])
            }
        }
        func post(connections: Int) -> () throws -> Figures {
            { try session.withRivulet { try checkedPost(session, $0, connections: connections) } }
        }
        let (many, single, each, batch) = (
            "rivulet, 64 connections", "rivulet, 1 connection", "C, 1 a transaction", "C, 64 a transaction"
        )
        let contest = try Contest(
            "post", rounds: session.rounds, headline: "rate",
            [
                Contender(name: many, measure: post(connections: 64)),
                Contender(name: single, measure: post(connections: 1)),
                Contender(name: each, measure: limit(batch: 1)),
                Contender(name: batch, measure: limit(batch: 64)),
            ])
        var table = Table(["writer", "records/s", "÷ C, 1 a transaction", "CPU µs/record", "p50 ms", "p99 ms"])
        for name in contest.names {
            table.add([
                name, try contest.samples(name, "rate").text(Show.count),
                try contest.ratios(name, to: each, "rate").text(Show.ratio),
                try contest.samples(name, "server_cpu_us").text(Show.plain),
                try contest.samples(name, "p50_us").text(Show.milliseconds),
                try contest.samples(name, "p99_us").text(Show.milliseconds),
            ])
        }
        return Section(
            title: "A durable write",
            method: "`POST /models/Post`, answered after it is on disk; afterwards the server's count must equal the "
                + "answers. The C loops insert the same record and a row of a change log, with the same pragmas "
                + "(WAL, `synchronous=FULL`); their latency is that of a transaction.",
            table: table,
            marks: [
                .atLeast(
                    3, "durable POST at 64 connections ÷ C loop with one transaction per insert, records/s",
                    try contest.ratios(many, to: each, "rate"))
            ])
    }

    /// Writes for the session's time; afterwards every answered record must be there.
    private static func checkedPost(_ session: Session, _ server: Server, connections: Int) throws -> Figures {
        let figures = try session.workshop.measure(
            "http_load",
            [
                "-p", "\(server.port)", "-c", "\(connections)", "-d", session.seconds, "-w", session.warmUp, "-m",
                "POST",
                "-u", "/models/Post", "-s", "201", "-b", Session.post(), "-i", server.processes,
            ])
        let answer = try session.body(of: server, "/models/Post?limit=1&count=exact")
        let wanted = "\"count\":\(Int(try figures["answered"]))"
        guard answer.contains(wanted + "}") || answer.contains(wanted + ",") else {
            throw Failure("\(wanted) is not in \(answer)")
        }
        return figures
    }
}
