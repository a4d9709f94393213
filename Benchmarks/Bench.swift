import Glibc

/// `swift run -c release bench`: measures the server beside its peers and limits and writes `docs/performance.md`.
@main
enum Bench {
    static func main() {
        do {
            exit(try run() ? 0 : 1)
        } catch {
            Progress.line("bench: \(error)")
            exit(2)
        }
    }

    /// False when a mark is missed and that was asked for.
    private static func run() throws -> Bool {
        let benchmarks = Benchmark.all
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard let options = try Options.read(arguments, benchmarks: benchmarks.map(\.name)) else { return true }
        let begun = Clock.now
        let workshop = try Workshop(options)
        let session = Session(workshop: workshop, quick: options.quick)
        var sections: [Section] = []
        for benchmark in benchmarks where options.only?.contains(benchmark.name) ?? true {
            sections.append(try benchmark.run(session))
        }
        let command = (["swift run -c release bench"] + arguments).joined(separator: " ")
        let machine = Machine(workshop, command: command, minutes: (Clock.now - begun) / 60)
        let document = Document(machine: machine, sections: sections)
        print(document.markdown)
        if options.output != nil || (options.only == nil && !options.quick) {
            try document.write(to: options.output ?? workshop.root + "/docs/performance.md")
        }
        workshop.clear()
        return !options.check || sections.allSatisfy { $0.marks.allSatisfy(\.reached) }
    }
}
