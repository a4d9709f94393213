import DataStore
import Testing

/// The index finds every query that a change concerns, and passes over those that it says it does.
@Suite("The index of live queries")
struct QueryIndexTests {
    private final class Member {
        let predicate: Predicate
        let compiled: CompiledPredicate

        init(_ predicate: Predicate) {
            self.predicate = predicate
            compiled = CompiledPredicate(predicate)
        }

        /// Whether a list of the query may be another after the change.
        func isConcerned(_ change: Change) -> Bool {
            if predicate.crossesRelations { return true }
            return change.old.map { compiled.matches($0) } ?? false || change.new.map { compiled.matches($0) } ?? false
        }
    }

    /// `RIVULET_TEST_SEED` repeats a run, `RIVULET_TEST_ROUNDS` lengthens it.
    @Test("random queries that come and go, random changes: as many as a scan finds")
    func agreement() throws {
        let seed = PredicatePropertyTests.seed
        print("query index: seed \(seed)")
        var generator = SplitMix64(seed: seed)
        var (scanned, candidates, concerned) = (0, 0, 0)
        for round in 0..<PredicatePropertyTests.rounds {
            let world = try PredicateWorld(using: &generator, rows: 30)
            var index = QueryIndex<Member>()
            var members: [Member] = []
            for turn in 0..<80 {
                let member = Member(try predicate(in: world, using: &generator))
                index.insert(member, member.predicate, of: world.leaf)
                members.append(member)
                if Int.random(in: 0..<3, using: &generator) == 0 {
                    let gone = members.remove(at: Int.random(in: members.indices, using: &generator))
                    index.remove(gone, gone.predicate, of: world.leaf)
                }
                let changes = (0..<Int.random(in: 1...3, using: &generator)).map {
                    change(in: world, Int64($0), &generator)
                }
                let found = index.candidates(changes)
                let wanted = members.filter { member in changes.contains(where: member.isConcerned) }
                let right = found.filter { member in changes.contains(where: member.isConcerned) }
                let place = "seed \(seed), round \(round), turn \(turn)"
                guard ids(right) == ids(wanted), ids(found).count == found.count else {
                    let lost = wanted.filter { !ids(found).contains(ObjectIdentifier($0)) }.map(\.predicate.description)
                    Issue.record("lost \(lost), \(found.count) found of \(ids(found).count); \(place)")
                    return
                }
                guard ids(index.all) == ids(members), index.all.count == members.count else {
                    Issue.record("\(index.all.count) and not \(members.count) are in it; \(place)")
                    return
                }
                scanned += members.count
                candidates += found.count
                concerned += wanted.count
            }
            for member in members { index.remove(member, member.predicate, of: world.leaf) }
            #expect(index.isEmpty)
        }
        print("query index: \(scanned) queries, \(candidates) candidates, \(concerned) concerned")
        #expect(concerned > scanned / 20 && candidates < scanned * 3 / 4)
    }

    private func ids(_ members: [Member]) -> Set<ObjectIdentifier> { Set(members.map(ObjectIdentifier.init)) }

    /// Terms that must hold: most have an equality of the record's own, some have anything.
    private func predicate(in world: PredicateWorld, using generator: inout SplitMix64) throws -> Predicate {
        var terms: [String] = []
        for _ in 0..<Int.random(in: 0...2, using: &generator) {
            if let term = equality(in: world, using: &generator) { terms.append(term) }
        }
        if terms.isEmpty || Int.random(in: 0..<3, using: &generator) == 0 {
            terms.append(PredicateSpecimen.random(world, depth: 2, using: &generator).jsonSpelling)
        }
        let json = "{\"and\":[\(terms.joined(separator: ","))]}"
        let predicate = try Predicate.parse(json, for: world.leaf, in: world.schema)
        return Bool.random(using: &generator) ? predicate : predicate.normalized
    }

    /// One field that is one of some values, in any of their spellings.
    private func equality(in world: PredicateWorld, using generator: inout SplitMix64) -> String? {
        guard let field = world.leaf.fields.filter({ !$0.type.isList }).randomElement(using: &generator) else {
            return nil
        }
        let samples = field.role == .key ? [] : Samples.of(ValuePath.Item(field.type.item))
        var literals = (0..<Int.random(in: 1...3, using: &generator)).compactMap { _ in
            samples.randomElement(using: &generator)?.literals.randomElement(using: &generator)
        }
        if field.role == .key { literals = ["\"Leaf-\(Int.random(in: 0..<32, using: &generator))\""] }
        guard let first = literals.first else { return nil }
        if literals.count == 1 { return "{\"\(field.name)\":{\"eq\":\(first)}}" }
        return "{\"\(field.name)\":{\"in\":[\(literals.joined(separator: ","))]}}"
    }

    private func change(in world: PredicateWorld, _ seq: Int64, _ generator: inout SplitMix64) -> Change {
        let old = world.leaves.randomElement(using: &generator)?.record
        let new = world.leaves.randomElement(using: &generator)?.record
        let kind: Change.Kind = [.create, .update, .update, .delete].randomElement(using: &generator) ?? .update
        return Change(
            seq: seq, transaction: 0, kind: kind, source: .local, time: "", old: kind == .create ? nil : old,
            new: kind == .delete ? nil : new)
    }

    private static let sdl = """
        enum Color { RED GREEN }
        type Inner { n: Int }
        type Thing @model {
          id: ID! n: Int x: Float t: String on: Boolean at: AWSDateTime time: AWSTime color: Color
          tags: [String] inner: Inner ownerID: ID owner: Owner @belongsTo(references: ["ownerID"])
        }
        type Owner @model { id: ID! name: String things: [Thing] @hasMany(references: ["ownerID"]) }
        """

    /// Predicate, record before, record after, whether it is a candidate. The record is `{"id":"1"}` and these members.
    static let table: [(String, String?, String?, Bool)] = [
        // Equality, before or after.
        ("n == 5", nil, #""n":5"#, true),
        ("n == 5", #""n":5"#, nil, true),
        ("n == 5", #""n":5"#, #""n":6"#, true),
        ("n == 5", #""n":4"#, #""n":5"#, true),
        ("n == 5", #""n":4"#, #""n":6"#, false),
        ("n == 5", #""n":null"#, nil, false),
        // Numbers by value.
        ("n == 5.0", nil, #""n":5"#, true),
        ("x == 5", nil, #""x":5.0"#, true),
        ("x == 0", nil, #""x":-0.0"#, true),
        ("x == 5", nil, #""x":5.5"#, false),
        // Text by bytes.
        (#"t == "é""#, nil, #""t":"é""#, true),
        (#"t == "é""#, nil, #""t":"e\u0301""#, false),
        (#"t == """#, nil, #""t":"""#, true),
        // Instants and times of day, whatever their spelling.
        (#"at == "2026-01-01T01:00:00+01:00""#, nil, #""at":"2026-01-01T00:00Z""#, true),
        (#"at == "2026-01-01T01:00:00+01:00""#, nil, #""at":"2026-01-01T01:00Z""#, false),
        (#"time == "08:00:00+01:00""#, nil, #""time":"07:00""#, true),
        (#"time == "07:00""#, nil, #""time":"07:00Z""#, true),
        (#"time == "07:00""#, nil, #""time":"08:00Z""#, false),
        // Booleans and enumerations.
        ("on == true", nil, #""on":true"#, true),
        ("on == true", nil, #""on":false"#, false),
        (#"color == "RED""#, nil, #""color":"GREEN""#, false),
        // Membership.
        ("n.in(1, 5)", nil, #""n":5"#, true),
        ("n.in(1, 5)", #""n":1"#, #""n":5"#, true),
        ("n.in(1, 5)", nil, #""n":2"#, false),
        // The key before other fields, and one term is enough.
        (#"n == 5 && id == "2""#, nil, #""n":5"#, false),
        (#"n == 5 && id == "1""#, nil, #""n":6"#, true),
        (#"on == true && t == "a""#, nil, #""on":true,"t":"b""#, false),
        (#"n.in(1, 2) && t == "a""#, nil, #""n":1,"t":"b""#, false),
        ("n == 5 && n > 1", nil, #""n":4"#, false),
        (#"n == 5 && (t == "a" || t == "b")"#, nil, #""n":4,"t":"a""#, false),
        // No term: always, even where nothing matches.
        ("n == 5.5", nil, #""n":5"#, true),
        ("n > 100", nil, #""n":5"#, true),
        ("n != 5", nil, #""n":5"#, true),
        ("n == null", nil, #""n":5"#, true),
        (#"n == 5 || t == "a""#, nil, #""n":4"#, true),
        (#"tags.contains("a")"#, nil, #""tags":["b"]"#, true),
        ("inner.n == 5", nil, #""inner":{"n":4}"#, true),
        (#"n == 5 && owner.name == "a""#, nil, #""n":4"#, true),
    ]

    @Test("which changes find a query", arguments: table)
    func candidates(_ text: String, _ old: String?, _ new: String?, _ isFound: Bool) throws {
        let schema = try TestStore.schema(Self.sdl)
        let model = try #require(schema.model(named: "Thing"))
        func record(_ members: String?) throws -> Record? {
            guard let members else { return nil }
            let json = try TestStore.json("{\"id\":\"1\",\(members)}")
            return try RecordReader(model).create(from: json, now: Instant.now.inMilliseconds)
        }
        var index = QueryIndex<Member>()
        let query = Query(model, where: try Predicate.parse(text, for: model, in: schema))
        let member = Member(query.predicate)
        index.insert(member, query.predicate, of: model)
        let change = Change(
            seq: 1, transaction: 1, kind: old == nil ? .create : new == nil ? .delete : .update, source: .local,
            time: "", old: try record(old), new: try record(new))
        #expect(index.candidates([change]).count == (isFound ? 1 : 0))
        #expect(isFound || !member.isConcerned(change))
        index.remove(member, query.predicate, of: model)
        #expect(index.isEmpty && index.candidates([change]).isEmpty)
    }
}
