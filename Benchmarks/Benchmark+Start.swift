/// How long a start takes.
extension Benchmark {
    static func start(_ session: Session) throws -> Section {
        let records = session.quick ? 20_000 : 100_000
        let folder = Files.parent(of: try session.database(records: records))
        let contest = try Contest(
            "start", rounds: session.quick ? 3 : 10, headline: "listening_ms",
            [
                Contender(name: "rivulet") {
                    let begun = Clock.now
                    let server = try Server(announced: session.startRivulet(in: folder), of: session.workshop)
                    let listening = Clock.now
                    defer { server.stop() }
                    _ = try session.body(of: server, "/models/Post/1000000000")
                    let stopping = Clock.now
                    server.stop()
                    return Figures([
                        "listening_ms": (listening - begun) * 1000, "stopped_ms": (Clock.now - stopping) * 1000,
                    ])
                }
            ])
        let listening = try contest.samples("rivulet", "listening_ms")
        var table = Table(["records in the database", "start to listening, ms", "SIGTERM to end, ms"])
        table.add([
            Show.count(Double(records)), listening.text(Show.plain),
            try contest.samples("rivulet", "stopped_ms").text(Show.plain),
        ])
        return Section(
            title: "Start",
            method: "From starting the process to its line `listening on …`, on an existing database; a record is read "
                + "before it is stopped again.",
            table: table,
            marks: [.atMost(100, "start to listening on an existing database", listening, unit: "ms")])
    }
}
