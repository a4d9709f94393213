/// The library by itself, inside a process of its own: `library-bench`.
extension Benchmark {
    /// Inserts, against the loop in C at equal batch size.
    static func libraryInsert(_ session: Session) throws -> Section {
        let workshop = session.workshop
        var table = Table(["writer", "rows a transaction", "records/s", "÷ C", "CPU µs/record", "CPU ÷ C"])
        var marks: [Mark] = []
        for batch in [1, 64, 1000] {
            func fresh(_ measure: @escaping (_ database: [String]) throws -> Figures) -> () throws -> Figures {
                {
                    let folder = try workshop.folder("library")
                    defer { Files.remove(folder) }
                    return try measure(["-f", folder + "/library.db", "-b", "\(batch)", "-d", session.seconds])
                }
            }
            let c = "C"
            let ours = [("records", "insert-records"), ("DynamicModel", "insert-dynamic"), ("Codable", "insert-typed")]
            let contest = try Contest(
                "library insert, \(batch)", rounds: session.rounds, headline: "rate",
                ours.map { name, measurement in
                    Contender(name: name, measure: fresh { try workshop.measureLibrary(measurement, $0) })
                } + [Contender(name: c, measure: fresh { try workshop.measure("sqlite_limit", $0) })])
            for name in contest.names {
                table.add([
                    name, "\(batch)", try contest.samples(name, "rate").text(Show.count),
                    try contest.ratios(name, to: c, "rate").text(Show.ratio),
                    try contest.samples(name, "server_cpu_us").text(Show.plain),
                    try contest.ratios(name, to: c, "server_cpu_us").text(Show.ratio),
                ])
            }
            marks += [
                .atLeast(
                    0.9, "library insert of records, \(batch) a transaction ÷ C loop",
                    try contest.ratios("records", to: c, "rate")),
                .atLeast(
                    0.6, "library insert of Codable models, \(batch) a transaction ÷ C loop",
                    try contest.ratios("Codable", to: c, "rate")),
            ]
        }
        return Section(
            title: "Inserts by the library",
            method: "New records in a file of their own, each transaction awaited on disk: as values (what the server "
                + "does), as `DynamicModel` and as a `Codable` struct through `DataStoreCategory`. The loop in C inserts "
                + "the same record and a row of a change log, with the same pragmas.",
            table: table, marks: marks)
    }

    /// Predicates, JSON and the matching of changes, which need no peer outside of the process.
    static func libraryCore(_ session: Session) throws -> Section {
        let workshop = session.workshop
        func measured(_ name: String, _ headline: String, _ arguments: [String] = []) throws -> Contest {
            try Contest(
                "library \(name)", rounds: session.rounds, headline: headline,
                [
                    Contender(name: name) {
                        try workshop.measureLibrary(name, arguments + ["-d", session.seconds])
                    }
                ])
        }
        let predicate = try measured("predicate", "rate")
        let json = try Contest(
            "library json", rounds: session.rounds, headline: "encode",
            [
                Contender(name: "json") {
                    let figures = try workshop.measureLibrary("json", ["-d", session.seconds])
                    var all = figures
                    for way in ["encode", "decode"] {
                        for peer in ["coder", "tree"] {
                            all = all.with("\(way)_\(peer)_ratio", try figures["\(way)_\(peer)"] / figures[way])
                        }
                    }
                    return all
                }
            ])
        let live = try measured("live", "cost", ["-n", "10000"])
        var table = Table(["what", "measured", "÷ ours"])
        table.add([
            "a predicate of three terms, ns", try predicate.samples("predicate", "ns").text(Show.plain), "1",
        ])
        let peers = [
            "encode": [("coder", "JSONEncoder"), ("tree", "JSONSerialization")],
            "decode": [("coder", "JSONDecoder"), ("tree", "JSONSerialization")],
        ]
        var marks: [Mark] = [
            .atLeast(
                20_000_000, "predicates of three terms a second", try predicate.samples("predicate", "rate"), unit: "")
        ]
        for way in ["encode", "decode"] {
            table.add(["record \(way), µs", try json.samples("json", way).text(Show.plain), "1"])
            for (peer, name) in peers[way] ?? [] {
                let ratio = try json.samples("json", "\(way)_\(peer)_ratio")
                table.add([
                    "\(name), µs", try json.samples("json", "\(way)_\(peer)").text(Show.plain),
                    ratio.text(Show.ratio),
                ])
                marks.append(.atLeast(5, "record \(way), \(name) ÷ ours, CPU", ratio))
            }
        }
        table.add(["a change under 10 000 live queries, µs", try live.samples("live", "cost").text(Show.plain), ""])
        marks.append(
            .atMost(5, "CPU of 10 000 live queries for one change", try live.samples("live", "cost"), unit: "µs"))
        return Section(
            title: "The library's inner loops",
            method: "Processor time. Records of five fields and two times; JSON in arrays of 100, read with all checks "
                + "of a request's body. The live queries are on distinct equality predicates; each change takes a "
                + "record out of one list and puts it into another, and both are told; the writing is not in it.",
            table: table, marks: marks)
    }
}
