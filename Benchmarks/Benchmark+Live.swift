/// A live list that every write changes.
extension Benchmark {
    static func liveQuery(_ session: Session) throws -> Section {
        let workshop = session.workshop
        let database = try session.database(records: 10_000)
        let query = "/observeQuery/Post?where=status+%3D%3D+%22draft%22&sort=-rating&limit=10"
        func write(_ subscribers: Int, _ more: [String]) -> () throws -> Figures {
            {
                try session.withRivulet(from: database) { server in
                    try workshop.measure(
                        "sse_load",
                        [
                            "-p", "\(server.port)", "-u", query, "-n", "\(subscribers)", "-l", "-P", "/models/Post",
                            "-b", Session.post(rating: "@"), "-f", "1000000", "-d", session.seconds, "-i",
                            server.processes,
                        ] + more)
                }
            }
        }
        let alone = "no subscriber, 64 writers"
        let contest = try Contest(
            "live", rounds: session.rounds, headline: "ack_rate",
            [
                Contender(name: alone) {
                    try session.withRivulet(from: database) { server in
                        let figures = try workshop.measure(
                            "http_load",
                            [
                                "-p", "\(server.port)", "-c", "64", "-d", session.seconds, "-m", "POST", "-u",
                                "/models/Post",
                                "-s", "201", "-f", "1000000", "-b", Session.post(rating: "@"), "-i", server.processes,
                            ])
                        return figures.with("ack_rate", try figures["rate"]).with("ack_p50_us", try figures["p50_us"])
                            .with("frame_rate", 0).with("behind_us", 0)
                            .with("server_cpu_event_us", try figures["server_cpu_us"]).with("last_p50_us", .nan)
                    }
                },
                Contender(name: "1 subscriber, 64 writers", measure: write(1, ["-c", "64", "-w", "0"])),
                Contender(name: "1 000 subscribers, 64 writers", measure: write(1000, ["-c", "64", "-w", "0"])),
                Contender(name: "1 000 subscribers, 1 writer, window 1", measure: write(1000, ["-w", "1"])),
            ])
        var table = Table([
            "subscribers and writers", "writes/s", "÷ no subscriber", "frames/s", "CPU µs/write", "write p50 ms",
            "last p50 ms",
            "behind ms",
        ])
        for name in contest.names {
            table.add([
                name, try contest.samples(name, "ack_rate").text(Show.count),
                try contest.ratios(name, to: alone, "ack_rate").text(Show.ratio),
                try contest.samples(name, "frame_rate").text(Show.count),
                try contest.samples(name, "server_cpu_event_us").text(Show.plain),
                try contest.samples(name, "ack_p50_us").text(Show.milliseconds),
                name == alone ? "" : try contest.samples(name, "last_p50_us").text(Show.milliseconds),
                name == alone ? "" : try contest.samples(name, "behind_us").text(Show.milliseconds),
            ])
        }
        return Section(
            title: "A live list",
            method:
                "All subscribe the same sorted list of 10 (`/observeQuery`), and every write changes it: a new record at "
                + "its top, in a table of 10 000. Everyone must arrive at the last state; with 64 writers a slow "
                + "subscriber may pass over states. “Last” is from the write to the last subscriber that shows it, "
                + "“behind” from the last answer to a writer to the last frame.",
            table: table, marks: [])
    }
}
