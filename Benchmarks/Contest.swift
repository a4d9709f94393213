/// One of those that are measured side by side.
struct Contender {
    let name: String
    /// One round, with everything fresh.
    let measure: () throws -> Figures
}

/// Contenders measured in turn, A B A B, so that what else the machine does meets all of them.
struct Contest {
    let names: [String]
    private let rounds: [[Figures]]

    /// Runs all rounds; `headline` is the figure that is shown as they go.
    init(_ label: String, rounds count: Int, headline: String, _ contenders: [Contender]) throws {
        names = contenders.map(\.name)
        var rounds: [[Figures]] = []
        for round in 1...count {
            var figures: [Figures] = []
            for contender in contenders {
                let result = try contender.measure()
                Progress.line("\(label)  \(round)/\(count)  \(contender.name)  \(Show.plain(try result[headline]))")
                figures.append(result)
            }
            rounds.append(figures)
        }
        self.rounds = rounds
    }

    /// A figure of one contender, in all rounds.
    func samples(_ name: String, _ figure: String) throws -> Samples {
        let place = try place(name)
        return Samples(try rounds.map { try $0[place][figure] })
    }

    /// A figure of one contender divided by the same of another, round by round.
    func ratios(_ name: String, to other: String, _ figure: String) throws -> Samples {
        let (upper, lower) = (try place(name), try place(other))
        return Samples(try rounds.map { try $0[upper][figure] / $0[lower][figure] })
    }

    private func place(_ name: String) throws(Failure) -> Int {
        guard let place = names.firstIndex(of: name) else { throw Failure("no contender \(name)") }
        return place
    }
}
