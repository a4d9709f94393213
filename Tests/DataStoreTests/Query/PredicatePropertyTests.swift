import DataStore
import Glibc
import Testing

/// Where SQL, memory, normal form, both spellings and the tests' own evaluator must agree.
///
/// `RIVULET_TEST_SEED` repeats a run, `RIVULET_TEST_ROUNDS` lengthens it.
@Suite("Predicates agree everywhere")
struct PredicatePropertyTests {
    @Test("100 000 comparisons on random schemas, rows and predicates")
    func agreement() throws {
        let seed = PredicatePropertyTests.seed
        print("predicates: seed \(seed)")
        var generator = SplitMix64(seed: seed)
        var comparisons = 0
        var matches = 0
        for round in 0..<PredicatePropertyTests.rounds {
            let world = try PredicateWorld(using: &generator, rows: 40)
            let padding = try Predicate.parse(PredicatePropertyTests.padding, for: world.leaf, in: world.schema)
            for turn in 0..<50 {
                let specimen = PredicateSpecimen.random(world, depth: 3, using: &generator)
                // Large predicates are written in another way.
                let found = try check(
                    specimen, world, turn % 5 == 0 ? padding : nil, "seed \(seed), round \(round)", using: &generator)
                guard let found else { return }
                comparisons += world.leaves.count
                matches += found
            }
        }
        print("predicates: \(comparisons) comparisons, \(matches) matches")
        #expect(comparisons >= 2000 * PredicatePropertyTests.rounds)
        #expect(matches > comparisons / 10 && matches < comparisons * 9 / 10)
    }

    /// The number of matches, or nil after a failure.
    private func check(
        _ specimen: PredicateSpecimen, _ world: PredicateWorld, _ padding: Predicate?, _ place: String,
        using generator: inout SplitMix64
    ) throws -> Int? {
        let text = specimen.swiftSpelling(using: &generator)
        let json = specimen.jsonSpelling
        let predicate = try Predicate.parse(text, for: world.leaf, in: world.schema)
        let normal = predicate.normalized
        let fromJSON = try Predicate.parse(" \n\(json)", for: world.leaf, in: world.schema)
        let reread = try Predicate.parse(normal.description, for: world.leaf, in: world.schema)
        guard fromJSON.normalized == normal, reread.normalized == normal, normal.normalized == normal else {
            Issue.record("normal form of \(text): \(normal), \(fromJSON.normalized), \(reread.normalized); \(place)")
            return nil
        }
        let wanted = world.leaves.filter { specimen.matches($0, in: world) }.map { $0.record.key }
        var forms = [("", predicate), ("normal ", normal)]
        if let padding { forms.append(("large ", .or([predicate, padding]))) }
        for (form, predicate) in forms {
            let compiled = CompiledPredicate(predicate)
            let memory = world.leaves.filter { row in
                compiled.matches(row.record) { hop, key in world.row(of: hop.target, key: key)?.record }
            }.map { $0.record.key }
            let sql = try keys(SQL("SELECT \"id\" FROM \"Leaf\" WHERE ") + predicate.sql(alias: "Leaf"), world)
            guard memory == wanted, Set(sql) == Set(wanted), sql.count == wanted.count else {
                Issue.record("\(form)\(predicate): wanted \(wanted), memory \(memory), SQL \(sql); \(text); \(place)")
                return nil
            }
        }
        return wanted.count
    }

    private func keys(_ sql: SQL, _ world: PredicateWorld) throws -> [Key] {
        var keys: [Key] = []
        try world.connection.query(sql) { (row) throws(SQLiteError) in keys.append(Key([.text(row.text(0))])) }
        return keys
    }

    @Test("order and pages: every row once, whatever the limit")
    func pages() throws {
        let seed = PredicatePropertyTests.seed
        print("pages: seed \(seed)")
        var generator = SplitMix64(seed: seed)
        for round in 0..<PredicatePropertyTests.rounds {
            let world = try PredicateWorld(using: &generator, rows: 30)
            let names = world.leaf.fields.filter { $0.type.scalar != nil || isEnumeration($0) }.map(\.name)
            for _ in 0..<5 {
                let count = Int.random(in: 1...4, using: &generator)
                let chosen = names.shuffled(using: &generator).prefix(count)
                let sort = chosen.map { (Bool.random(using: &generator) ? "-" : "") + $0 }.joined(separator: ",")
                let parsed = try Sort.parse(sort, for: world.leaf)
                let rows = world.leaves.sorted { precedes($0, $1, Array(chosen), sort) }
                let wanted = rows.map(\.record.key)
                let place = "sort \(sort), seed \(seed), round \(round)"
                #expect(world.leaves.map(\.record).sorted(by: parsed.precedes).map(\.key) == wanted, "\(place)")
                let limit = Int.random(in: 1...31, using: &generator)
                #expect(try walk(world, parsed, limit: limit) == wanted, "\(place), limit \(limit)")
            }
        }
    }

    private func isEnumeration(_ field: FieldDefinition) -> Bool {
        guard !field.type.isList, case .enumeration = field.type.item else { return false }
        return true
    }

    /// The order by cells, then by id.
    private func precedes(
        _ left: PredicateWorld.Row, _ right: PredicateWorld.Row, _ names: [String], _ sort: String
    ) -> Bool {
        for (name, term) in zip(names, sort.split(separator: ",")) {
            let (a, b) = (left.cells[name] ?? .null, right.cells[name] ?? .null)
            if a != b { return term.hasPrefix("-") ? Cell.precedes(b, a) : Cell.precedes(a, b) }
        }
        return Cell.precedes(left.cells["id"] ?? .null, right.cells["id"] ?? .null)
    }

    private func walk(_ world: PredicateWorld, _ sort: Sort, limit: Int) throws -> [Key] {
        var query = Query(world.leaf, sort: sort, limit: limit)
        var walked: [Key] = []
        while walked.count <= world.leaves.count {
            let page = try keys(query.select, world)
            walked += page.prefix(limit)
            guard page.count > limit, let last = walked.last, let row = world.row(of: "Leaf", key: last) else { break }
            query = query.after(try query.cursor(from: query.token(after: row.record)))
        }
        return walked
    }

    /// Matches nothing, in many comparisons.
    private static let padding = (0..<300).map { "id.beginsWith('no \($0)')" }.joined(separator: " or ")

    static let seed = number("RIVULET_TEST_SEED") ?? UInt64.random(in: 0...UInt64.max)
    static let rounds = number("RIVULET_TEST_ROUNDS").map { Int(clamping: $0) } ?? 50

    private static func number(_ variable: String) -> UInt64? {
        getenv(variable).flatMap { UInt64(String(cString: $0)) }
    }
}
