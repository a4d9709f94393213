import DataStore

/// Random transactions on items and their owners, through the store or, where there is one, another program's connection.
///
/// Some are refused, because they delete what is not there or point at nothing: then nothing of them may be seen.
struct RandomScript {
    enum Size { case few, many }

    static let sdl = """
        type Item @model {
          id: ID! a: Int b: Int s: String
          ownerID: ID owner: Owner @belongsTo(references: ["ownerID"])
          upID: ID up: Item @belongsTo(references: ["upID"]) down: [Item] @hasMany(references: ["upID"])
        }
        type Owner @model { id: ID! r: Int items: [Item] @hasMany(references: ["ownerID"]) }
        """

    let test: TestStore
    let outsider: Connection?

    /// Runs one transaction, and says what it was.
    func run(_ size: Size, using generator: inout SplitMix64) throws -> String {
        if size == .many {
            let items = try (0..<60).map { _ in try item(pointing: false, using: &generator) }
            return describe(items, try test.answer(to: items))
        }
        if let outsider, Int.random(in: 0..<3, using: &generator) == 0 {
            return try runOutside(outsider, using: &generator)
        }
        if Int.random(in: 0..<10, using: &generator) == 0 {
            let condition = "a == \(Int.random(in: 0..<4, using: &generator))"
            return "delete \(try test.delete("Item", where: condition)) where \(condition)"
        }
        var operations = try (0..<Int.random(in: 1...3, using: &generator)).map { _ in try operation(using: &generator)
        }
        if Int.random(in: 0..<5, using: &generator) == 0 {
            operations += [try test.create("Item", #"{"id":"200x","a":1}"#), try test.delete("Item", "200x")]
        }
        return describe(operations, try test.answer(to: operations))
    }

    private func describe(_ operations: [Operation], _ answer: TestStore.Answer) -> String {
        let refused = if case .failure = answer { "refused " } else { "" }
        return refused + operations.map { "\($0)".prefix(60) }.joined(separator: "; ")
    }

    private func operation(using generator: inout SplitMix64) throws -> Operation {
        let key = Value.text(Text(id(using: &generator)))
        let owner = Value.text(Text(owner(using: &generator)))
        let number = number(using: &generator)
        switch Int.random(in: 0..<12, using: &generator) {
        case 0, 1: return try test.replace("Owner", owner, by: #"{"r":\#(number)}"#)
        case 2: return try test.delete("Owner", owner)
        case 3, 4: return try test.delete("Item", key)
        case 5, 6: return try test.merge("Item", key, patch: #"{"a":\#(number)}"#)
        default: return try item(pointing: true, using: &generator)
        }
    }

    private func item(pointing: Bool, using generator: inout SplitMix64) throws -> Operation {
        let s = ["null", #""x""#, #""xy""#, #""é""#].randomElement(using: &generator) ?? "null"
        var body = #"{"a":\#(number(using: &generator)),"b":\#(number(using: &generator)),"s":\#(s)"#
        if pointing, Bool.random(using: &generator) { body += #","ownerID":"\#(owner(using: &generator))""# }
        if pointing, Int.random(in: 0..<4, using: &generator) == 0 { body += #","upID":"\#(id(using: &generator))""# }
        return try test.replace("Item", .text(Text(id(using: &generator))), by: body + "}")
    }

    private func number(using generator: inout SplitMix64) -> String {
        ["null", "0", "1", "2", "3"].randomElement(using: &generator) ?? "null"
    }

    private func id(using generator: inout SplitMix64) -> String { "\(Int.random(in: 100..<220, using: &generator))" }

    private func owner(using generator: inout SplitMix64) -> String { "o\(Int.random(in: 0..<4, using: &generator))" }

    private func runOutside(_ outsider: Connection, using generator: inout SplitMix64) throws -> String {
        let (id, other, owner) = (id(using: &generator), id(using: &generator), owner(using: &generator))
        let (a, b) = (number(using: &generator), number(using: &generator))
        let statements = [
            "REPLACE INTO Item(id,a,b) VALUES('\(id)',\(a),\(b))", "UPDATE Item SET a=\(a) WHERE b IS \(b)",
            "DELETE FROM Item WHERE a IS \(a) AND id<'\(other)'",
            "INSERT OR IGNORE INTO Item(id,a) VALUES('\(id)',\(a))",
            """
            UPDATE Item SET id='\(other)' WHERE id='\(id)' AND NOT EXISTS(SELECT 1 FROM Item WHERE upID='\(id)') \
            AND NOT EXISTS(SELECT 1 FROM Item WHERE id='\(other)')
            """,
            "INSERT INTO Item(id,b) VALUES('\(id)',\(b)) ON CONFLICT DO UPDATE SET b=excluded.b",
            "INSERT OR IGNORE INTO Owner(id,r) VALUES('\(owner)',\(a))", "UPDATE Owner SET r=\(a) WHERE id='\(owner)'",
            "UPDATE Item SET ownerID='\(owner)' WHERE b IS \(b) AND EXISTS(SELECT 1 FROM Owner WHERE id='\(owner)')",
            "UPDATE Item SET upID='\(id)' WHERE id>'\(id)' AND a IS \(a) AND EXISTS(SELECT 1 FROM Item WHERE id='\(id)')",
            "DELETE FROM Owner WHERE id='\(owner)'",
        ]
        let count = Int.random(in: 1...3, using: &generator)
        let chosen = (0..<count).map { _ in statements.randomElement(using: &generator) ?? "" }
        try outsider.execute("BEGIN IMMEDIATE")
        for statement in chosen { try outsider.execute(statement) }
        try outsider.execute("COMMIT")
        return "outside " + chosen.joined(separator: "; ")
    }
}
