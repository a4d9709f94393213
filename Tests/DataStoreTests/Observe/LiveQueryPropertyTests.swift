import DataStore
import Testing

/// After every transaction a live query shows what a fresh read shows, and tells it exactly when it is another list.
///
/// `RIVULET_TEST_SEED` repeats a run, `RIVULET_TEST_ROUNDS` lengthens it.
@Suite("Live queries agree with reads")
struct LiveQueryPropertyTests {
    private struct Watch {
        let query: Query
        let projection: Projection?
        let recorder: SnapshotRecorder
        let text: String
        var shown: [String]
    }

    @Test("random queries and transactions", arguments: [true, false])
    func agreement(_ inMemory: Bool) throws {
        let seed = PredicatePropertyTests.seed
        print("live queries: seed \(seed)")
        var generator = SplitMix64(seed: seed)
        var (transactions, changing, silent) = (0, 0, 0)
        for round in 0..<max(PredicatePropertyTests.rounds / 10, 1) {
            let test = try TestStore(RandomScript.sdl, inMemory: inMemory)
            let outsider = inMemory ? nil : try test.outsider()
            let script = RandomScript(test: test, outsider: outsider)
            _ = try script.run(.many, using: &generator)
            var watches: [Watch] = []
            for turn in 0..<60 {
                if watches.count < 12 { watches.append(try watch(test, using: &generator)) }
                let text = try script.run(turn % 12 == 11 ? .many : .few, using: &generator)
                try test.settle()
                transactions += 1
                for index in watches.indices {
                    let watch = watches[index]
                    let wanted = try Array(test.lines(watch.query, watch.projection))
                    let snapshots = watch.recorder.snapshots()
                    let place = "\(watch.text) after \(text); seed \(seed), round \(round), turn \(turn)"
                    guard snapshots.count == (wanted == watch.shown ? 0 : 1),
                        (snapshots.last?.lines ?? watch.shown) == wanted
                    else {
                        Issue.record("\(snapshots.map(\.lines)) and not \(wanted) from \(watch.shown): \(place)")
                        return
                    }
                    if snapshots.isEmpty { silent += 1 } else { changing += 1 }
                    watches[index].shown = wanted
                }
                if Int.random(in: 0..<8, using: &generator) == 0,
                    let gone = watches.indices.randomElement(using: &generator)
                {
                    test.store.live.unwatch(watches[gone].query, watches[gone].projection, watches[gone].recorder)
                    watches.remove(at: gone)
                }
            }
        }
        print("live queries: \(transactions) transactions, \(changing) snapshots, \(silent) silences")
        #expect(changing > transactions && silent > transactions)
    }

    private func watch(_ test: TestStore, using generator: inout SplitMix64) throws -> Watch {
        let predicates = [
            "", "a > 1", "a == null || b < 3", "not (a == 2)", "owner.r >= 2", "s.beginsWith('x') && a != 0",
            "ownerID.attributeExists()",
            "up.a == 1", "not (owner.r == 1) && a >= 0", "false", "id.beginsWith('1')",
        ]
        let sorts = ["", "a", "-a", "b,-a", "-s,a", "updatedAt", "-_version,b", "a,b,s", "-ownerID", "s"]
        let limits: [Int?] = [nil, nil, 1, 2, 3, 5, 20, 60]
        let predicate = predicates.randomElement(using: &generator) ?? ""
        let sort = sorts.randomElement(using: &generator) ?? ""
        let limit = limits.randomElement(using: &generator) ?? nil
        let fields = Bool.random(using: &generator) ? nil : ["a", "s,b", "id"].randomElement(using: &generator)
        let query = try test.query("Item", where: predicate, sort: sort, limit: limit)
        let projection = try fields.map { try Projection.parse($0, for: query.model) }
        let recorder = SnapshotRecorder()
        let text =
            "where \(predicate), sort \(sort), limit \(limit.map { "\($0)" } ?? "none"), fields \(fields ?? "all")"
        let first = try test.watch(query, recorder, fields: projection).get().lines
        #expect(first == (try test.lines(query, projection)), "\(text)")
        return Watch(query: query, projection: projection, recorder: recorder, text: text, shown: first)
    }
}
