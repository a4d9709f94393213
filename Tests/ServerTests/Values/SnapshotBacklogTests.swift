import DataStore
import Server
import Testing

/// What is sent of a live query's snapshots when sending is slower than writing.
@Suite struct SnapshotBacklogTests {
    /// `+n` adds the snapshot of position n, `-` takes the next, `@n` is the time in milliseconds.
    @Test(
        "Histories",
        arguments: [
            ("-", "nil"),
            ("+1 - -", "1#0 nil"),
            ("+1 +2 +3 - - - -", "1#0 2#1 3#2 nil"),
            // Exactly as old as patience allows, and a millisecond older.
            ("+1 +2 @100 - -", "1#0 2#1"),
            ("+1 +2 @101 - -", "2#1 nil"),
            ("+1 @50 +2 @101 +3 - -", "3#2 nil"),
            ("+1 @60 +2 - @161 +3 - -", "1#0 3#2 nil"),
            // A single one is never too old.
            ("+1 @5000 - +2 -", "1#0 2#1"),
            // Five of 64 bytes are more than 300.
            ("+1 +2 +3 +4 +5 - -", "5#4 nil"),
            ("+1 +2 +3 +4 - +5 - - - - -", "1#0 2#1 3#2 4#3 5#4 nil"),
        ])
    func history(_ steps: String, _ expected: String) {
        var backlog = SnapshotBacklog(byteLimit: 300)
        var now: UInt64 = 0
        var seen: [String] = []
        for step in steps.split(separator: " ") {
            let number = Int64(step.dropFirst()) ?? 0
            switch step.first {
            case "+": backlog.add(Snapshot(position: Position(epoch: "e", seq: number), items: []), at: now)
            case "@": now = UInt64(number) * 1_000_000
            default: seen.append(backlog.next(at: now).map { "\($0.snapshot.position.seq)#\($0.ordinal)" } ?? "nil")
            }
        }
        #expect(seen.joined(separator: " ") == expected)
    }
}
