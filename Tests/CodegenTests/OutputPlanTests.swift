import Codegen
import Testing

/// What is done to a folder, decided as a value.
@Suite struct OutputPlanTests {
    /// `folder`: what stands there, `name` and what it holds: `new` as it would be written, `old` another generated one,
    /// `own` somebody's, `dir`. The files to be are A and B.
    struct Example: Sendable, CustomTestStringConvertible {
        let folder: [String: String]
        let does: String
        var removesStale = true

        init(_ folder: [String: String], _ does: String, removesStale: Bool = true) {
            self.folder = folder
            self.does = does
            self.removesStale = removesStale
        }

        var testDescription: String { "\(folder.sorted { $0.key < $1.key })" }
    }

    @Test(
        "Only what differs is written, only ours is removed, nobody else's is touched",
        arguments: [
            Example([:], "write A, write B"), Example(["A": "new"], "write B, 1 right"),
            Example(["A": "new", "B": "new"], "2 right"), Example(["A": "old", "B": "new"], "write A, 1 right"),
            Example(["A": "new", "B": "new", "C": "old"], "remove C, 2 right"),
            Example(["A": "new", "B": "new", "C": "old"], "2 right", removesStale: false),
            Example(["A": "new", "B": "new", "C": "own", "D": "dir"], "2 right"),
            Example(["A": "own", "B": "new"], "foreign A, 1 right"), Example(["A": "dir"], "foreign A, write B"),
            Example(["D": "old", "C": "old"], "write A, write B, remove C, remove D"),
        ])
    func plan(_ example: Example) {
        let files = ["B", "A"].map { GeneratedFile(name: $0, text: GeneratedFile.marker + "\n\($0)\n") }
        let present = example.folder.map { name, what in
            let text =
                switch what {
                case "new": GeneratedFile.marker + "\n\(name)\n"
                case "old": GeneratedFile.marker + "\nanother\n"
                // The marker alone on the first line marks; more on that line does not.
                default: GeneratedFile.marker + " Not.\n"
                }
            return (name, what == "dir" ? OutputPlan.Present.other : .file(Array(text.utf8)))
        }
        let plan = OutputPlan(
            files, over: Dictionary(uniqueKeysWithValues: present), removesStale: example.removesStale)
        let done =
            plan.foreign.map { "foreign \($0)" } + plan.writes.map { "write \($0.name)" }
            + plan.removals.map { "remove \($0)" } + (plan.unchanged > 0 ? ["\(plan.unchanged) right"] : [])
        #expect(done.joined(separator: ", ") == example.does)
        #expect(plan.isEmpty == (plan.writes.isEmpty && plan.removals.isEmpty && plan.foreign.isEmpty))
    }
}
