/// Reads over HTTP, against what nginx needs for the same bytes.
extension Benchmark {
    /// The smallest route.
    static func tiny(_ session: Session) throws -> Section {
        let contest = try readContest(
            session, "tiny", path: "/healthz", peer: "nginx `return`", peerPath: "/healthz", database: nil,
            peerFile: nil)
        return try Section(
            title: "The smallest answer",
            method: "`GET /healthz` over 64 kept connections, one request in flight on each.",
            table: readTable(contest), marks: [])
    }

    /// One record by its key.
    static func getByID(_ session: Session) throws -> Section {
        let records = 10_000
        let database = try session.database(records: records)
        var answer = ""
        _ = try session.withRivulet(from: database) { server in
            answer = try session.body(of: server, "/models/Post/1000000000")
            return Figures()
        }
        let contest = try readContest(
            session, "get", path: "/models/Post/@", keys: records, peer: "nginx, one file", peerPath: "/record.json",
            database: database, peerFile: ("record.json", answer))
        return try Section(
            title: "A record by its key",
            method: "`GET /models/Post/ID`, random among \(Show.count(Double(records))) records, over 64 connections; "
                + "nginx serves one file of the same \(answer.utf8.count) bytes.",
            table: readTable(contest),
            marks: [
                .atLeast(
                    0.5, "GET by id ÷ nginx static, requests/s",
                    try contest.ratios("rivulet", to: "nginx, one file", "rate"))
            ])
    }

    /// A page of records.
    static func list(_ session: Session) throws -> Section {
        let database = try session.database(records: 1000)
        var answer = ""
        _ = try session.withRivulet(from: database) { server in
            answer = try session.body(of: server, "/models/Post?limit=100")
            return Figures()
        }
        let contest = try readContest(
            session, "list", path: "/models/Post?limit=100", peer: "nginx, one file", peerPath: "/list.json",
            database: database, peerFile: ("list.json", answer))
        return try Section(
            title: "A page of 100 records",
            method: "`GET /models/Post?limit=100` over 64 connections; nginx serves one file of the same "
                + "\(Show.count(Double(answer.utf8.count))) bytes.",
            table: readTable(contest), marks: [])
    }

    private static func readContest(
        _ session: Session, _ label: String, path: String, keys: Int? = nil, peer: String, peerPath: String,
        database: String?, peerFile: (name: String, text: String)?
    ) throws -> Contest {
        func load(_ server: Server, _ path: String, _ more: [String]) throws -> Figures {
            try session.workshop.measure(
                "http_load",
                [
                    "-p", "\(server.port)", "-c", "64", "-d", session.seconds, "-w", session.warmUp, "-u", path,
                    "-i", server.processes,
                ] + more)
        }
        let files = peerFile.map { [$0.name: $0.text] } ?? [:]
        return try Contest(
            label, rounds: session.rounds, headline: "rate",
            [
                Contender(name: "rivulet") {
                    try session.withRivulet(from: database) { try load($0, path, keys.map { ["-k", "\($0)"] } ?? []) }
                },
                Contender(name: peer) { try session.withNginx(files: files) { try load($0, peerPath, []) } },
            ])
    }

    private static func readTable(_ contest: Contest) throws -> Table {
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
