import DataStore
import Testing

/// What the triggers write into the log, whoever writes the rows.
@Suite("The change log")
struct ChangeLogTests {
    struct History: Sendable, CustomTestStringConvertible {
        let name: String
        /// SQL of another program, run statement by statement.
        let outside: String
        let log: [String]

        var testDescription: String { name }
    }

    /// Each begins with Post a, and Comment 1 and 2 on it, Profile p owned by User u.
    static let histories: [History] = [
        History(
            name: "insert", outside: "INSERT INTO Post(id,title) VALUES('b','x')",
            log: ["outside + Post b 1 title=x"]),
        History(
            name: "insert many", outside: "INSERT INTO Post(id) VALUES('b'),('c')",
            log: ["outside + Post b 1", "outside + Post c 1"]),
        History(
            name: "update", outside: "UPDATE Post SET rating=6, title='t' WHERE id='a'",
            log: ["outside ~ Post a 2 title=null>t rating=5>6"]),
        History(
            name: "update many",
            outside: "INSERT INTO Post(id) VALUES('b'); UPDATE Post SET rating=coalesce(rating,0)+1",
            log: ["outside + Post b 1", "outside ~ Post a 2 rating=5>6", "outside ~ Post b 2 rating=null>1"]),
        History(name: "update to the same", outside: "UPDATE Post SET rating=5, title=NULL WHERE id='a'", log: []),
        History(
            name: "update of updatedAt alone", outside: "UPDATE Post SET updatedAt='2020-01-01T00:00:00.000000000Z'",
            log: []),
        History(name: "update of _version alone", outside: "UPDATE Post SET _version=9", log: []),
        History(
            name: "a version that went back still counts on",
            outside: "UPDATE Post SET _version=0; UPDATE Post SET rating=6; UPDATE Post SET rating=7",
            log: ["outside ~ Post a 1 rating=5>6", "outside ~ Post a 2 rating=6>7"]),
        History(
            name: "rekey", outside: "UPDATE Tag SET id='z' WHERE id='t'",
            log: ["outside - Tag t 2 n=1", "outside + Tag z 1 n=1"]),
        History(
            name: "rekey and back", outside: "UPDATE Tag SET id='z',n=2; UPDATE Tag SET id='t'",
            log: [
                "outside - Tag t 2 n=1", "outside + Tag z 1 n=2", "outside - Tag z 2 n=2", "outside + Tag t 3 n=2",
            ]),
        History(
            name: "rekey of a post with comments is refused by its foreign keys",
            outside: "UPDATE OR IGNORE Post SET id='z'",
            log: []),
        History(
            name: "upsert that inserts",
            outside: "INSERT INTO Post(id,rating) VALUES('b',1) ON CONFLICT DO UPDATE SET rating=rating+1",
            log: ["outside + Post b 1 rating=1"]),
        History(
            name: "upsert that updates",
            outside: "INSERT INTO Post(id,rating) VALUES('a',1) ON CONFLICT DO UPDATE SET rating=rating+1",
            log: ["outside ~ Post a 2 rating=5>6"]),
        History(
            name: "upsert that does nothing",
            outside: "INSERT INTO Post(id,rating) VALUES('a',1) ON CONFLICT DO NOTHING",
            log: []),
        History(name: "insert or ignore", outside: "INSERT OR IGNORE INTO Post(id,rating) VALUES('a',1)", log: []),
        History(
            name: "delete with cascades, children first", outside: "DELETE FROM Post",
            log: ["outside - Comment 1 2 postID=a", "outside - Comment 2 2 postID=a", "outside - Post a 2 rating=5"]),
        History(
            name: "delete and create: the version goes on",
            outside:
                "DELETE FROM Tag; INSERT INTO Tag(id,n) VALUES('t',2); DELETE FROM Tag; INSERT INTO Tag(id) VALUES('t')",
            log: ["outside - Tag t 2 n=1", "outside + Tag t 3 n=2", "outside - Tag t 4 n=2", "outside + Tag t 5"]),
        History(
            name: "deleting the owner deletes what it owns", outside: "DELETE FROM User",
            log: ["outside - User u 2 userProfileId=p", "outside - Profile p 2"]),
        History(
            name: "deleting what is owned sets the key null", outside: "DELETE FROM Profile",
            log: ["outside ~ User u 2 userProfileId=p>null", "outside - Profile p 2"]),
        History(
            name: "a version that the writer gives", outside: "INSERT INTO Post(id,_version) VALUES('b',7)",
            log: ["outside + Post b 7"]),
        History(
            name: "rolled back", outside: "BEGIN; UPDATE Post SET rating=6; DELETE FROM Post; ROLLBACK", log: []),
        History(
            name: "savepoint rolled back",
            outside:
                "BEGIN; UPDATE Post SET rating=6; SAVEPOINT s; UPDATE Post SET rating=7; DELETE FROM Post; ROLLBACK TO s; "
                + "UPDATE Post SET rating=8; COMMIT",
            log: ["outside ~ Post a 2 rating=5>6", "outside ~ Post a 3 rating=6>8"]),
        History(
            name: "replace is an update", outside: "INSERT OR REPLACE INTO Tag(id,n) VALUES('t',2)",
            log: ["outside ~ Tag t 2 n=1>2"]),
        History(
            name: "replace with the version of a dump",
            outside: "UPDATE Tag SET n=2; UPDATE Tag SET n=3; REPLACE INTO Tag(id,n,_version) VALUES('t',1,1)",
            log: ["outside ~ Tag t 2 n=1>2", "outside ~ Tag t 3 n=2>3", "outside ~ Tag t 4 n=3>1"]),
        History(
            name: "replace with cascades", outside: "REPLACE INTO Post(id,rating) VALUES('a',1)",
            log: ["outside - Comment 1 2 postID=a", "outside - Comment 2 2 postID=a", "outside ~ Post a 2 rating=5>1"]),
        History(
            name: "replace many, some new", outside: "REPLACE INTO Tag(id,n) VALUES('s',1),('t',2),('s',3)",
            log: ["outside + Tag s 1 n=1", "outside ~ Tag t 2 n=1>2", "outside ~ Tag s 2 n=1>3"]),
        History(
            name: "an ignored insert leaves no trace for later ones",
            outside:
                "INSERT OR IGNORE INTO Tag(id,n) VALUES('t',9); DELETE FROM Tag; INSERT INTO Tag(id,n) VALUES('t',2); "
                + "INSERT OR IGNORE INTO Tag(id,n) VALUES('t',8); UPDATE Tag SET id='u'; INSERT INTO Tag(id) VALUES('t')",
            log: [
                "outside - Tag t 2 n=1", "outside + Tag t 3 n=2", "outside - Tag t 4 n=2", "outside + Tag u 1 n=2",
                "outside + Tag t 5",
            ]),
    ]

    static let sdl = """
        type Post @model { id: ID! title: String rating: Int comments: [Comment] @hasMany(references: ["postID"]) }
        type Comment @model { id: ID! postID: ID! post: Post @belongsTo(references: ["postID"]) }
        type Tag @model { id: ID! n: Int }
        type User @model { id: ID! profile: Profile @hasOne }
        type Profile @model { id: ID! }
        """

    @Test("of another program", arguments: histories)
    func outside(_ history: History) throws {
        let test = try TestStore(ChangeLogTests.sdl)
        let start = try test.perform(
            test.create("Post", #"{"id":"a","rating":5}"#), test.create("Comment", #"{"id":"1","postID":"a"}"#),
            test.create("Comment", #"{"id":"2","postID":"a"}"#), test.create("Tag", #"{"id":"t","n":1}"#),
            test.create("Profile", #"{"id":"p"}"#), test.create("User", #"{"id":"u","userProfileId":"p"}"#)
        ).position
        let outsider = try test.outsider()
        for statement in history.outside.split(separator: ";") {
            do { try outsider.execute(String(statement)) } catch {
                #expect(history.name.contains("refused"), "\(error)")
            }
        }
        let log = try test.log(after: start.seq)
        #expect(log == history.log)

        // What stands in the table is what the log says of it last.
        for change in try test.changes() where change.kind != .delete {
            let isLast = try !test.changes(after: change.seq).contains {
                $0.model.name == change.model.name && $0.record.key == change.record.key
            }
            guard isLast, !history.name.contains("alone") else { continue }
            let stored = try test.store.record(change.model, change.record.key)
            #expect(stored?.values == change.record.values)
        }
    }

    @Test("of our own writer: a transaction is named by its first change")
    func ours() throws {
        for inMemory in [false, true] {
            let test = try TestStore(ChangeLogTests.sdl, inMemory: inMemory)
            try test.perform(test.create("Post", #"{"id":"a"}"#), test.create("Post", #"{"id":"b"}"#))
            try test.perform(test.create("Comment", #"{"id":"1","postID":"a"}"#))
            try test.perform(
                test.merge("Post", "a", patch: #"{"rating":1}"#), test.merge("Post", "a", patch: #"{"rating":2}"#))
            try test.perform(test.delete("Post", "a"), test.create("Post", #"{"id":"a","title":"again"}"#))
            #expect(
                try test.log() == [
                    "+ Post a 1; + Post b 1", "+ Comment 1 1 postID=a",
                    "~ Post a 2 rating=null>1; ~ Post a 3 rating=1>2",
                    "- Comment 1 2 postID=a; - Post a 4 rating=2; + Post a 5 title=again",
                ])
            let changes = try test.changes()
            for change in changes {
                let first = changes.first { $0.transaction == change.transaction }
                #expect(change.transaction == first?.seq)
            }
            #expect(changes.map(\.seq) == changes.map(\.seq).sorted())
        }
    }

    @Test("ours and others' between each other")
    func mixed() throws {
        let test = try TestStore(ChangeLogTests.sdl)
        let outsider = try test.outsider()
        try test.perform(test.create("Tag", #"{"id":"a"}"#))
        try outsider.execute("INSERT INTO Tag(id) VALUES('b')")
        try test.perform(test.create("Tag", #"{"id":"c"}"#), test.create("Tag", #"{"id":"d"}"#))
        try outsider.execute("BEGIN; UPDATE Tag SET n=1 WHERE id='a'; UPDATE Tag SET n=1 WHERE id='c'; COMMIT")
        #expect(
            try test.log() == [
                "+ Tag a 1", "outside + Tag b 1", "+ Tag c 1; + Tag d 1", "outside ~ Tag a 2 n=null>1",
                "outside ~ Tag c 2 n=null>1",
            ])
    }

    @Test("times are set where the writer does not")
    func times() throws {
        let test = try TestStore(ChangeLogTests.sdl)
        let outsider = try test.outsider()
        let before = Instant.now.inMilliseconds
        try outsider.execute("INSERT INTO Tag(id) VALUES('a')")
        let made = try #require(try test.record("Tag", "a"))
        let createdAt = try #require(made.time("createdAt"))
        #expect(before <= createdAt && createdAt <= Instant.now && made.time("updatedAt") == createdAt)

        try outsider.execute("UPDATE Tag SET updatedAt='2000-01-01T00:00:00.000000000Z', n=1")
        #expect(try test.record("Tag", "a")?.time("updatedAt") == Instant("2000-01-01T00:00:00Z"))
        try outsider.execute("UPDATE Tag SET n=2")
        let changed = try #require(try test.record("Tag", "a"))
        #expect(try #require(changed.time("updatedAt")) >= createdAt)
        #expect(changed.time("createdAt") == createdAt)
        #expect(try test.changes().last?.new?.values == changed.values)
        #expect(try #require(test.changes().last.flatMap { Instant($0.time) }) >= createdAt)
    }

    @Test(
        "what STRICT and CHECK refuse",
        arguments: [
            "INSERT INTO Kinds(id,i) VALUES('a','x')", "INSERT INTO Kinds(id,f) VALUES('a',9e999)",
            "INSERT INTO Kinds(id,b) VALUES('a',2)", "INSERT INTO Kinds(id,d) VALUES('a','2020')",
            "INSERT INTO Kinds(id,dt) VALUES('a','2020-01-01T00:00:00Z')",
            "INSERT INTO Kinds(id,t) VALUES('a','10:00')",
            "INSERT INTO Kinds(id,j) VALUES('a','{')", "INSERT INTO Kinds(id,l) VALUES('a','[')",
            "INSERT INTO Kinds(id,s) VALUES('a','a'||char(0)||'b')", "INSERT INTO Kinds(id,s) VALUES('a',x'00')",
            "INSERT INTO Kinds(id,j) VALUES('a','1'||char(0)||'b')", "INSERT INTO Kinds(id) VALUES('')",
            "INSERT INTO Kinds(id,d) VALUES('a','2020-02-30')", "INSERT INTO Kinds(id,d) VALUES('a','2020-13-01')",
            "INSERT INTO Kinds(id,d) VALUES('a','2020-00-10')",
            "INSERT INTO Kinds(id,d) VALUES('a','2020-01-00')", "INSERT INTO Kinds(id,d) VALUES('a','2020-04-31')",
            "INSERT INTO Kinds(id,t) VALUES('a','24:00:00.000000000')",
            "INSERT INTO Kinds(id,dt) VALUES('a','2021-02-29T00:00:00.000000000Z')",
            "INSERT INTO Kinds(id,dt) VALUES('a','2020-01-01T24:00:00.000000000Z')",
            "INSERT INTO Kinds(id,t) VALUES('a','10:60:00.000000000')", "INSERT INTO Kinds(id,l) VALUES('a','{}')",
            "INSERT INTO Kinds(id,e) VALUES('a','[]')", "INSERT INTO Kinds(id,e) VALUES('a','1')",
            "INSERT INTO Kinds(id) VALUES(NULL)", "INSERT INTO Kinds(id) VALUES(printf('%1025d',1))",
        ])
    func refused(_ sql: String) throws {
        let test = try TestStore(
            "type Kinds @model { id: ID! s: String i: Int f: Float b: Boolean d: AWSDate dt: AWSDateTime t: AWSTime j: AWSJSON l: [Int] e: E } type E { x: Int }"
        )
        let outsider = try test.outsider()
        let error = #expect(throws: SQLiteError.self) { try outsider.execute(sql) }
        #expect(error?.code.primary == .constraint)
        #expect(try test.log() == [])
    }

    @Test(
        "what CHECK lets in",
        arguments: [
            "d) VALUES('a','2020-02-29')", "d) VALUES('a','9999-12-31')",
            "dt) VALUES('a','2000-02-29T23:59:59.999999999Z')", "t) VALUES('a','00:00:00.000000000')",
            "t) VALUES('a','23:59:59.999999999Z')", "l) VALUES('a','[]')", "e) VALUES('a','{\"x\":1}')",
            "j) VALUES('a','1')", "d) VALUES('a',NULL)",
        ])
    func admitted(_ columns: String) throws {
        let test = try TestStore(
            "type Kinds @model { id: ID! d: AWSDate dt: AWSDateTime t: AWSTime j: AWSJSON l: [Int] e: E } type E { x: Int }"
        )
        try test.outsider().execute("INSERT INTO Kinds(id,\(columns)")
        #expect(try test.log().count == 1)
    }
}

extension Record {
    /// The time in a field of that name.
    func time(_ name: String) -> Instant? {
        guard let place = model.place(of: name), case .text(let text) = values[place] else { return nil }
        return Instant(text)
    }
}
