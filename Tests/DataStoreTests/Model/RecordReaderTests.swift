import DataStore
import Testing

@Suite struct RecordReaderTests {
    private static let now = Instant(seconds: 1_796_050_000, nanoseconds: 5_000_000)
    private static let later = Instant(seconds: 1_796_050_099)

    private let thing = RecordReader(ThingModel.thing)
    private let strict = RecordReader(ThingModel.strict)
    private let order = RecordReader(ThingModel.order)

    private func now() throws -> Instant { try #require(RecordReaderTests.now) }
    private func later() throws -> Instant { try #require(RecordReaderTests.later) }

    private func json(_ text: String) throws -> JSON { try JSONReader.read(Array(text.utf8)) }

    private func answer(_ record: Record) -> String {
        String(decoding: RecordWriter(record.model).bytes(of: record), as: UTF8.self)
    }

    /// The paths of a reading's faults, sorted.
    private func paths(_ read: () throws -> Void) -> [String] {
        do {
            try read()
            return []
        } catch let faults as Faults {
            return faults.faults.map { fault in
                if case .path(let path) = fault.place { fault.detail.isEmpty ? "no detail" : path } else { "no path" }
            }.sorted()
        } catch {
            return ["\(error)"]
        }
    }

    private func create(_ text: String, _ reader: RecordReader? = nil) throws -> Record {
        try (reader ?? thing).create(from: json(text), now: now()) { "new" }
    }

    // MARK: - Create

    @Test func aCreatedRecordHasEveryField() throws {
        let record = try create(
            #"{"address":{"zip":5.0,"city":"Oslo"},"s":"x","tags":["a",null],"i":50e-1,"_version":"x"}"#)
        #expect(
            answer(record)
                == #"{"id":"new","s":"x","i":5,"f":null,"b":null,"dt":null,"t":null,"j":null,"color":null,"#
                + #""address":{"street":null,"city":"Oslo","zip":5,"geo":null,"since":null,"more":null},"tags":["a",null],"#
                + #""nums":null,"places":null,"postID":null,"createdAt":"2026-11-30T14:46:40.005Z","#
                + #""updatedAt":"2026-11-30T14:46:40.005Z","_version":0}"#)
    }

    @Test func embeddedValuesTakeTheFormOfTheAnswers() throws {
        let record = try create(
            #"{"id":"a","places":[{"city":"c","since":"2026-01-01T01:00+01:00","geo":{"lon":1,"lat":-0},"more":{"b":1e0,"a":null}}]}"#
        )
        #expect(
            record.values[12]
                == .json(
                    #"[{"street":null,"city":"c","zip":null,"geo":{"lat":0,"lon":1},"since":"2026-01-01T00:00:00.000Z","more":{"b":1e0,"a":null}}]"#
                ))
    }

    @Test(
        arguments: [
            (#"{"nope":1,"a/b":1,"a~c":1,"":1}"#, ["/", "/a~1b", "/a~0c", "/nope"]),
            (
                #"{"s":1,"i":"x","f":true,"b":1,"dt":"x","t":5,"color":"PINK"}"#,
                ["/b", "/color", "/dt", "/f", "/i", "/s", "/t"]
            ),
            (#"{"tags":["a",1,null,"\u0000"]}"#, ["/tags/1", "/tags/3"]),
            (#"{"nums":[1,null,"2"]}"#, ["/nums/1", "/nums/2"]),
            (#"{"tags":"a"}"#, ["/tags"]), (#"{"tags":{"0":"a"}}"#, ["/tags"]), (#"{"address":"Oslo"}"#, ["/address"]),
            (#"{"address":[]}"#, ["/address"]), (#"{"address":{"street":"x"}}"#, ["/address/city"]),
            (#"{"address":{"city":null}}"#, ["/address/city"]),
            (
                #"{"address":{"city":"x","zip":"1","geo":{"lat":1},"planet":"Mars","a/b":1}}"#,
                ["/address/a~1b", "/address/geo/lon", "/address/planet", "/address/zip"]
            ), (#"{"places":[{"city":"a"},{},null,5]}"#, ["/places/1/city", "/places/3"]), (#"{"id":""}"#, ["/id"]),
            (#"{"id":null}"#, ["/id"]), (#"{"id":5}"#, ["/id"]), (#"{"id":"a\u0000b"}"#, ["/id"]),
            (#"{"createdAt":"yesterday","updatedAt":5}"#, ["/createdAt", "/updatedAt"]),
            (#"{"post":{},"comments":[]}"#, ["/comments", "/post"]),
            ("null", [""]), ("[]", [""]), ("5", [""]), (#""x""#, [""]), (#"{"Id":"x"}"#, ["/Id"]),
            ("{\"s\u{212A}\":1,\"\u{212A}\":1}", ["/s\u{212A}", "/\u{212A}"]),
        ] as [(String, [String])])
    func everyFaultIsFound(body: String, expected: [String]) {
        #expect(paths { _ = try create(body) } == expected.sorted())
    }

    @Test func requiredFieldsAndRules() throws {
        #expect(paths { _ = try create("{}", strict) } == ["/labels", "/name"])
        #expect(
            paths {
                _ = try create(
                    #"{"name":null,"stars":null,"percent":-1,"code":"y","labels":["a",null],"extra":1}"#, strict)
            }
                == ["/code", "/code", "/extra", "/labels/1", "/name", "/percent"])
        let faults = try #require(throws: Faults.self) {
            try create(#"{"name":"n","labels":[],"percent":101}"#, strict)
        }
        #expect(faults.faults == [Fault(.path("/percent"), "No more than all of it")])
        #expect(try create(#"{"name":"n","labels":[]}"#, strict).values[2] == .int(3))
        #expect(try create(#"{"name":"n","labels":[],"stars":null}"#, strict).values[2] == .null)
    }

    @Test func relationsSayWhichFieldToWrite() throws {
        let faults = try #require(throws: Faults.self) { try create(#"{"post":1,"comments":1,"groups":1}"#) }
        #expect(
            faults.faults.map(\.detail) == [
                "is a relation: write postID instead", "is a relation: write thingID of Comment instead",
                "is a relation: write records of ThingGroups instead",
            ])
    }

    @Test func keysAreBounded() throws {
        for id in [String(repeating: "x", count: 1024), String(repeating: "é", count: 512)] {
            #expect(try create("{\"id\":\"\(id)\"}").key == Key([.text(Text(id))]))
        }
        for id in [String(repeating: "x", count: 1025), String(repeating: "é", count: 513)] {
            #expect(paths { _ = try create("{\"id\":\"\(id)\"}") } == ["/id"])
        }
        #expect(
            paths { _ = try create(#"{"customer":"","date":"2026-02-30","n":1.5}"#, order) } == [
                "/customer", "/date", "/n",
            ])
        #expect(paths { _ = try create("{}", order) } == ["/customer", "/date", "/n"])
    }

    @Test func aCreateMayGiveItsTimes() throws {
        let given = try create(#"{"createdAt":"1999-01-01T01:00:00+01:00","updatedAt":null}"#)
        #expect(given.values[14] == .text("1999-01-01T00:00:00.000000000Z"))
        #expect(given.values[15] == .text(try now().stored))
    }

    /// More fields than one word of ``PlaceSet`` has bits.
    @Test func aModelMayHaveManyFields() throws {
        let names = (0..<150).map { "f\($0)" }
        let fields =
            [FieldDefinition(name: "id", type: FieldType(.scalar(.id), isRequired: true), role: .key)]
            + names.map { FieldDefinition(name: $0, type: FieldType(.scalar(.int)), defaultValue: .int(7)) }
            + [FieldDefinition(name: "_version", type: FieldType(.scalar(.int)), role: .version)]
        let reader = RecordReader(ModelDefinition(name: "Wide", fields: fields, primaryKey: [0]))
        let given = Set((0..<150).filter { $0 % 3 == 0 })
        let body = JSON.object(given.map { .init(Text("f\($0)"), .number("1")) })
        let record = try reader.create(from: body, now: now())
        #expect((0..<150).allSatisfy { record.values[$0 + 1] == .int(given.contains($0) ? 1 : 7) })
        #expect(record.values[0] != .null)
    }

    @Test func faultsAreBounded() throws {
        let body = "{\"nums\":[" + Array(repeating: "null", count: 5000).joined(separator: ",") + "]}"
        #expect(paths { _ = try create(body) }.count == 1001)
    }

    // MARK: - Replace

    @Test func aPutThatCreates() throws {
        let key = Key([.text("k")])
        let draft = try thing.replace(
            from: json(#"{"s":"x","createdAt":"1999-01-01T01:00:00+01:00","_version":4}"#), key: key, existing: nil,
            now: now())
        #expect(draft.expectedVersion == 4)
        #expect(draft.record.key == key)
        #expect(draft.record.version == 0)
        #expect(draft.record.values[14] == .text("1999-01-01T00:00:00.000000000Z"))
        #expect(
            paths { _ = try thing.replace(from: json(#"{"id":"other"}"#), key: key, existing: nil, now: now()) } == [
                "/id"
            ])
        #expect(
            paths { _ = try thing.replace(from: json(#"{"_version":"1"}"#), key: key, existing: nil, now: now()) } == [
                "/_version"
            ])
    }

    @Test func aPutThatReplaces() throws {
        var existing = try create(#"{"id":"k","s":"x","i":1,"createdAt":"1999-01-01T00:00:00Z"}"#)
        existing.version = 7
        let draft = try thing.replace(
            from: json(#"{"i":2,"updatedAt":"1998-01-01T00:00:00Z","createdAt":"1999-01-01T01:00:00+01:00","id":"k"}"#),
            key: existing.key, existing: existing, now: later())
        #expect(draft.expectedVersion == nil)
        #expect(draft.record.version == 7)
        #expect(draft.record.values[1] == .null)
        #expect(draft.record.values[2] == .int(2))
        #expect(draft.record.values[14] == existing.values[14])
        #expect(draft.record.values[15] == .text(try later().stored))
    }

    @Test(
        arguments: [
            (#"{"id":"other"}"#, ["/id"]), (#"{"id":null}"#, ["/id"]),
            (#"{"createdAt":"1999-01-01T00:00:01Z"}"#, ["/createdAt"]),
            (#"{"createdAt":null}"#, ["/createdAt"]),
            (#"{"createdAt":"x","updatedAt":"x"}"#, ["/createdAt", "/updatedAt"]),
            (#"{"updatedAt":5}"#, ["/updatedAt"]), (#"{"updatedAt":null}"#, []), (#"{"_version":"3"}"#, ["/_version"]),
            (#"{"_version":1.5}"#, ["/_version"]), (#"{"_version":null}"#, ["/_version"]), (#"{"_version":3.0}"#, []),
            (#"{"nope":null}"#, ["/nope"]), ("[]", [""]), ("5", [""]), (#"{"s":5,"_version":1}"#, ["/s"]),
        ] as [(String, [String])])
    func changesAreJudgedAlike(body: String, expected: [String]) throws {
        let existing = try create(#"{"id":"k","createdAt":"1999-01-01T00:00:00Z"}"#)
        let later = try later()
        #expect(
            paths { _ = try thing.replace(from: json(body), key: existing.key, existing: existing, now: later) }
                == expected)
        #expect(paths { _ = try thing.merge(json(body), into: existing, now: later) } == expected)
    }

    @Test func aCompositeKeyIsThePaths() throws {
        let key = try #require(Key(segments: ["c", "2026-01-02Z", "3"], model: ThingModel.order))
        let draft = try order.replace(
            from: json(#"{"date":"2026-01-02","n":3.0,"total":1}"#), key: key, existing: nil, now: now())
        #expect(draft.record.key == Key([.text("c"), .text("2026-01-02"), .int(3)]))
        #expect(
            paths { _ = try order.replace(from: json(#"{"customer":"d","n":4}"#), key: key, existing: nil, now: now()) }
                == ["/customer", "/n"])
    }

    // MARK: - Merge

    @Test func aPatchMergesIntoObjects() throws {
        let existing = try create(
            #"{"id":"k","s":"x","tags":["a","b"],"j":{"a":{"b":1,"c":2.50},"d":[1],"z":1E2},"#
                + #""address":{"city":"Oslo","street":"x","geo":{"lat":1.5,"lon":2.5},"more":{"p":1,"q":2}}}"#)
        let draft = try thing.merge(
            json(
                #"{"address":{"street":null,"geo":{"lat":9.5},"more":{"p":null,"r":{"s":null}}},"tags":["z"],"#
                    + #""j":{"a":{"b":null,"e":5},"d":null},"_version":1}"#),
            into: existing, now: later())
        #expect(draft.expectedVersion == 1)
        #expect(
            draft.record.values[9]
                == .json(
                    #"{"street":null,"city":"Oslo","zip":null,"geo":{"lat":9.5,"lon":2.5},"since":null,"more":{"q":2,"r":{}}}"#
                ))
        #expect(draft.record.values[10] == .json(#"["z"]"#))
        #expect(draft.record.values[7] == .json(#"{"a":{"c":2.50,"e":5},"z":1E2}"#))
        #expect(draft.record.values[1] == .text("x"))
        #expect(draft.record.changedFields(from: existing) == ["j", "address", "tags"])
    }

    @Test func aPatchOfWhatIsNotThere() throws {
        let existing = try create(#"{"id":"k","j":5}"#)
        let draft = try thing.merge(
            json(#"{"address":{"city":"x","zip":null},"j":{"a":null,"b":1}}"#), into: existing, now: later())
        #expect(
            draft.record.values[9]
                == .json(#"{"street":null,"city":"x","zip":null,"geo":null,"since":null,"more":null}"#))
        #expect(draft.record.values[7] == .json(#"{"b":1}"#))
        #expect(
            paths { _ = try thing.merge(json(#"{"address":{"zip":1}}"#), into: existing, now: later()) } == [
                "/address/city"
            ])
    }

    @Test(
        arguments: [
            (#"{"address":{"city":null}}"#, ["/address/city"]), (#"{"address":{"planet":null}}"#, ["/address/planet"]),
            (#"{"address":{"geo":{"lon":null}}}"#, ["/address/geo/lon"]), (#"{"address":null}"#, []),
            (#"{"address":5}"#, ["/address"]),
            (#"{"address":{"geo":null}}"#, []), (#"{"s":null}"#, []),
        ] as [(String, [String])])
    func aPatchIsJudgedInside(body: String, expected: [String]) throws {
        let existing = try create(#"{"id":"k","address":{"city":"Oslo","geo":{"lat":1.5,"lon":2.5}}}"#)
        let later = try later()
        #expect(paths { _ = try thing.merge(json(body), into: existing, now: later) } == expected)
    }

    @Test func aPatchAppliesNoDefaults() throws {
        let existing = try create(#"{"id":"k","name":"n","labels":[],"stars":null}"#, strict)
        #expect(try strict.merge(json("{}"), into: existing, now: later()).record.values[2] == .null)
        #expect(try strict.merge(json("{}"), into: existing, now: later()).record.hasSameContent(as: existing))
    }

    // MARK: - Text alone

    @Test(
        arguments: [
            (FieldType(.scalar(.int)), "5", JSON.number("5")), (FieldType(.scalar(.int)), "05", .string("05")),
            (FieldType(.scalar(.boolean)), "true", .bool(true)), (FieldType(.scalar(.boolean)), "yes", .string("yes")),
            (FieldType(.scalar(.string)), "5", .string("5")), (FieldType(.scalar(.string)), "", .string("")),
            (FieldType(.scalar(.json)), "[1.0]", .array([.number("1.0")])),
            (FieldType(.scalar(.string), isList: true), #"["a"]"#, .array([.string("a")])),
            (FieldType(.enumeration(ThingModel.color)), "RED", .string("RED")),
            (FieldType(.embedded(ThingModel.geo)), "{}", .object([])),
        ] as [(FieldType, Text, JSON)])
    func textAloneStandsForJSON(type: FieldType, text: Text, json: JSON) throws {
        #expect(try type.json(text: text) == json)
    }

    @Test func textAloneMustBeJSONWhereJSONIsHeld() {
        for type in [
            FieldType(.scalar(.json)), FieldType(.scalar(.int), isList: true), FieldType(.embedded(ThingModel.geo)),
        ] {
            #expect(throws: ScalarFault.self) { try type.json(text: "x") }
        }
    }
}
