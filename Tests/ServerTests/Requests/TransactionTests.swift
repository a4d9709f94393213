import DataStore
import Testing

/// `POST /transaction`: all operations or none (protocol §2).
@Suite struct TransactionTests {
    private static let good = #"{"op":"create","model":"Post","record":{"id":"n","title":"N"}}"#

    @Test(
        "Operations that are done",
        arguments: [
            Row("POST /transaction", body: "[]", 200, contains: [#"{"items":[]}"#]),
            Row("POST /transaction", body: "[\(good)]", 200, contains: [#"{"items":[{"id":"n","title":"N""#]),
            transaction(
                #""update","model":"Post","id":"a","record":{"rating":7}"#, 200, contains: [#""title":"Aa","rating":7"#]
            ),
            transaction(
                #""replace","model":"Post","id":"a","record":{"title":"N"}"#, 200, contains: [#""rating":null"#]),
            transaction(#""replace","model":"Post","id":"m","record":{"title":"N"}"#, 200, contains: [#""id":"m""#]),
            transaction(#""delete","model":"Post","id":"a""#, 200, contains: [#""title":"Aa""#, #""_version":1}"#]),
            transaction(#""delete","model":"Order","id":["ada","2026-01-02"]"#, 200, contains: [#""total":1.5"#]),
            transaction(#""delete","model":"Post","id":"a","ifMatch":1"#, 200),
            transaction(#""delete","model":"Post","id":"a","ifMatch":1.0"#, 200),
            transaction(#""delete","model":"Post","id":"a","ifMatch":"\"1\"""#, 200),
            transaction(#""delete","model":"Post","id":"a","ifMatch":"*""#, 200),
            transaction(#""delete","model":"Post","id":"a","if":"rating == 1""#, 200),
            transaction(#""delete","model":"Post","id":"a","if":{"rating":{"eq":1}}"#, 200),
        ])
    func done(_ row: Row) throws {
        let world = try World(seeded: true)
        defer { world.stop() }
        try row.check(world)
    }

    @Test(
        "Operations that are not: the first error with its index, every fault of form, and nothing is applied",
        arguments: [
            Row("POST /transaction", body: "{}", 422, faults: [""]),
            Row("POST /transaction", body: "nope", 400, faults: [""]),
            Row("POST /transaction?x=1", body: "[]", 400, faults: ["x"]),
            Row(
                "POST /transaction", body: "[\(Array(repeating: good, count: 1001).joined(separator: ","))]", 422,
                faults: [""]),
            Row("POST /transaction", body: "[7]", 422, faults: ["/0"], index: 0),
            Row("POST /transaction", body: "[{}]", 422, faults: ["/0/op", "/0/model"], index: 0),
            transaction(#""upsert","model":"Post""#, 422, faults: ["/1/op"], index: 1),
            transaction(#""delete","model":"Nope","id":"a""#, 422, faults: ["/1/model"], index: 1),
            transaction(#""delete","model":"Post""#, 422, faults: ["/1/id"], index: 1),
            transaction(#""delete","model":"Order","id":"ada""#, 422, faults: ["/1/id"], index: 1),
            transaction(
                #""delete","model":"Post","id":7,"record":{},"x":1,"ifMatch":true,"if":"nope == 1""#, 422,
                faults: ["/1/id", "/1/record", "/1/x", "/1/ifMatch", "/1/if"], index: 1),
            transaction(#""delete","model":"Post","id":"a","ifMatch":"1""#, 422, faults: ["/1/ifMatch"], index: 1),
            transaction(#""delete","model":"Post","id":"a","ifMatch":1.5"#, 422, faults: ["/1/ifMatch"], index: 1),
            transaction(
                #""create","model":"Post","id":"x","record":{"rating":"x"},"ifMatch":1"#, 422,
                faults: ["/1/id", "/1/ifMatch", "/1/record/rating", "/1/record/title"], index: 1),
            transaction(
                #""update","model":"Post","id":"a","record":{"rating":"x","nope":1}"#, 422,
                faults: ["/1/record/rating", "/1/record/nope"], index: 1),
            transaction(#""replace","model":"Post","id":"a","record":[]"#, 422, faults: ["/1/record"], index: 1),
            transaction(#""create","model":"Post","record":{"id":"a","title":"taken"}"#, 409, index: 1),
            transaction(#""create","model":"Comment","record":{"content":"x","postCommentsId":"none"}"#, 409, index: 1),
            transaction(#""update","model":"Post","id":"none","record":{}"#, 404, index: 1),
            transaction(#""delete","model":"Post","id":"none""#, 404, index: 1),
            transaction(#""delete","model":"Post","id":"a","ifMatch":2"#, 412, index: 1),
            transaction(#""delete","model":"Post","id":"a","ifMatch":"\"2\"""#, 412, index: 1),
            transaction(#""delete","model":"Post","id":"a","ifMatch":"W/\"1\"""#, 412, index: 1),
            transaction(#""delete","model":"Post","id":"a","if":"rating == 2""#, 412, index: 1),
            transaction(#""replace","model":"Post","id":"none","record":{"title":"N"},"ifMatch":1"#, 412, index: 1),
        ])
    func refused(_ row: Row) throws {
        let world = try World(seeded: true)
        defer { world.stop() }
        let before = try world.position()
        try row.check(world)
        #expect(try world.position() == before)
        try Row("GET /models/Post/n", 404).check(world)
    }

    @Test("A record that an earlier operation made is there for a later one")
    func later() throws {
        let world = try World()
        defer { world.stop() }
        let comment = #"{"op":"create","model":"Comment","record":{"content":"C","postCommentsId":"n"}}"#
        try Row("POST /transaction", body: "[\(Self.good),\(comment)]", 200).check(world)
        try Row("GET /models/Comment?where=post.title==%22N%22", 200, contains: [#""content":"C""#]).check(world)
    }

    /// A good operation, and one that begins with `"op":`.
    private static func transaction(
        _ operation: String, _ status: Int, faults: [String] = [], index: Int? = nil, contains: [String] = []
    ) -> Row {
        let body = status == 200 ? "[{\"op\":\(operation)}]" : "[\(good),{\"op\":\(operation)}]"
        return Row("POST /transaction", body: body, status, faults: faults, index: index, contains: contains)
    }
}
