import DataStore

/// Time as text: each character is a tick; a letter is a value, `-` nothing, `|` the end, `#` a failure.
enum Marbles {
    /// What an operator makes of the input, until `ticks` have passed (by default four more than the input has).
    static func run<P: Publisher>(
        _ input: String, ticks: Int? = nil, _ operation: (AnyPublisher<Character, Oops>, VirtualScheduler) -> P
    ) -> String where P.Output == Character, P.Failure == Oops {
        run([input], ticks: ticks) { operation($0[0], $1) }
    }

    /// The same for several inputs side by side.
    static func run<P: Publisher>(
        _ inputs: [String], ticks: Int? = nil, _ operation: ([AnyPublisher<Character, Oops>], VirtualScheduler) -> P
    ) -> String where P.Output == Character, P.Failure == Oops {
        let scheduler = VirtualScheduler()
        let subjects = inputs.map { _ in PassthroughSubject<Character, Oops>() }
        let end = ticks ?? (inputs.map(\.count).max() ?? 0) + 4
        var output = Array(repeating: "", count: end + 1)
        let cancellable = operation(subjects.map { $0.eraseToAnyPublisher() }, scheduler).sink { completion in
            if case .finished = completion {
                output[scheduler.now.tick] += "|"
            } else {
                output[scheduler.now.tick] += "#"
            }
        } receiveValue: { value in
            output[scheduler.now.tick].append(value)
        }
        for (index, input) in inputs.enumerated() {
            for (tick, mark) in input.enumerated() where mark != "-" {
                scheduler.schedule(after: .init(tick: tick)) {
                    switch mark {
                    case "|": subjects[index].send(completion: .finished)
                    case "#": subjects[index].send(completion: .failure(Oops()))
                    default: subjects[index].send(mark)
                    }
                }
            }
        }
        for tick in 0...end { scheduler.run(until: tick) }
        cancellable.cancel()
        var line = output.map { $0.isEmpty ? "-" : $0.count == 1 ? $0 : "(\($0))" }
        while line.last == "-" { line.removeLast() }
        return line.joined()
    }
}
