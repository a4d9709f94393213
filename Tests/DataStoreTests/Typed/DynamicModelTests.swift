import DataStore
import Testing

@Suite struct DynamicModelTests {
    private static let sdl = """
        enum Color { RED GREEN }
        type Point { x: Float! y: Float }
        type Thing @model {
          id: ID!
          name: String! @default(value: "none")
          color: Color
          point: Point
          data: AWSJSON
          numbers: [Int!]
          owner: Owner @belongsTo
        }
        type Owner @model { id: ID! name: String }
        """

    @Test func aRecordIsReadAndWrittenByName() throws {
        let schemas = try ModelSchema.schemas(sdl: DynamicModelTests.sdl)
        let types = try ModelTypes(schemas)
        var thing = DynamicModel(
            try #require(schemas.first { $0.name == "Thing" }),
            ["id": "t1", "color": "RED", "point": ["x": 1.5], "numbers": [1, 2], "thingOwnerId": "o1"])
        thing["data"] = .string(#"{"a":[1,null]}"#)
        let record = try types.draft(of: thing).draft(over: nil, now: .now).record
        let back = try types.model(DynamicModel.self, from: record, provider: nil)
        #expect(back["name"] == "none")
        #expect(back["color"] == "RED")
        #expect(back["point"] == ["x": 1.5, "y": nil])
        #expect(back["numbers"] == [1, 2])
        #expect(back["data"] == ["a": [1, nil]])
        #expect(back["thingOwnerId"] == "o1")
        #expect(back.identifier == "t1")
        #expect(back.modelName == "Thing")
    }

    @Test func whatDoesNotFitIsNamed() throws {
        let schemas = try ModelSchema.schemas(sdl: DynamicModelTests.sdl)
        let types = try ModelTypes(schemas)
        let thing = DynamicModel(schemas[0], ["id": "t1", "colour": "RED"])
        let error = #expect(throws: DataStoreError.self) { try types.draft(of: thing) }
        #expect(error?.errorDescription.contains("Thing.colour") == true)
        let blue = DynamicModel(schemas[0], ["id": "t1", "color": "BLUE"])
        #expect(throws: Faults.self) { try types.draft(of: blue).draft(over: nil, now: .now).record }
    }

    @Test func aWrongSchemaIsRefused() {
        #expect(throws: DataStoreError.self) { try ModelSchema.schemas(sdl: "type A @model { b: B }") }
    }

    /// Spellings whose types nothing around them tells.
    @Test func theSubscriptIsTheRecordsOwn() throws {
        let schema = try #require(try ModelSchema.schemas(sdl: DynamicModelTests.sdl).first { $0.name == "Thing" })
        var thing = DynamicModel(schema, ["id": "t1", "point": ["x": 1.5], "numbers": [1, 2]])
        let name = "numbers"
        let numbers = thing[name]
        #expect(type(of: numbers) == DynamicValue?.self)
        #expect("\(thing["id"] ?? "none")" == #""t1""#)
        #expect(thing["none"] == nil)
        #expect(thing["numbers"]?.asArray?.compactMap(\.intValue) == [1, 2])
        #expect(thing["point"]?["x"]?.doubleValue == 1.5)
        if let id = thing["id"] { #expect(id.stringValue == "t1") }
        for field in ["name", "color"] { thing[field] = .null }
        #expect(thing["name"] == .null && thing["color"]?.isNull == true)
        thing["numbers"] = nil
        #expect(thing["numbers"] == nil)
        thing[MemberName.name] = "N"
        #expect(thing[MemberName.name] == "N")
        // As any model it answers as all models do.
        let model: any Model = thing
        #expect(model["name"] as? String == "N")
        #expect(model["none"] == nil)
    }

    private enum MemberName: String, CodingKey { case name }

    static let texts: [(values: [String: DynamicValue], text: String)] = [
        ([:], "Thing()"),
        (["name": "a \"b\"\n", "id": "t1"], #"Thing(id: "t1", name: "a \"b\"\n")"#),
        (["id": "t1", "numbers": [1, 2.5, nil], "zoo": true], #"Thing(id: "t1", numbers: [1, 2.5, nil], zoo: true)"#),
        (["point": ["y": nil, "x": 1], "data": [:]], #"Thing(point: ["x": 1, "y": nil], data: [:])"#),
    ]

    @Test(arguments: texts) func readsWell(_ values: [String: DynamicValue], _ text: String) throws {
        let schema = try #require(try ModelSchema.schemas(sdl: DynamicModelTests.sdl).first { $0.name == "Thing" })
        let thing = DynamicModel(schema, values)
        #expect("\(thing)" == text)
        #expect(String(reflecting: thing) == text)
        let model: any Model = thing
        #expect("\(model)" == text)
    }
}
