import DataStore
import Testing

/// Models as older generated files describe them, in tables and through a store.
@Suite struct TypedOlderModelTests {
    private func world() throws -> TypedWorld { try TypedWorld(ModelTypes(OlderModels.schemas).schema) }

    @Test(arguments: [
        ("Meeting", "id title createdAt updatedAt", ""),
        ("Attendee", "id createdAt updatedAt", ""),
        ("Registration", "id meetingId! attendeeId createdAt updatedAt", "meetingId>Meeting attendeeId>Attendee"),
        ("Project", "id projectTeamId createdAt updatedAt", "projectTeamId>Team"),
        ("Team", "id teamProjectId createdAt updatedAt", "teamProjectId>Project"),
        ("Remark", "id articleID! content! createdAt updatedAt", "articleID>Article"),
    ]) func hasItsColumnsAndKeys(_ name: String, _ columns: String, _ keys: String) throws {
        let model = try #require(try ModelTypes(OlderModels.schemas).schema.model(named: name))
        let required = Set(columns.split(separator: " ").filter { $0.hasSuffix("!") }.map { String($0.dropLast()) })
        let fields = model.fields.filter { $0.role != .version }
        #expect(
            Set(fields.map(\.name)) == Set(columns.replacing("!", with: "").split(separator: " ").map(String.init)))
        for field in fields where required.contains(field.name) { #expect(field.type.isRequired, "\(field.name)") }
        let found = model.foreignKeys.map { key in
            "\(key.fields.map { model.fields[$0].name }.joined(separator: "+"))>\(key.target)"
        }
        #expect(Set(found) == Set(keys.split(separator: " ").map(String.init)))
    }

    @Test func parentsAreReadAtOnce() async throws {
        let world = try world()
        let meeting = try world.save(OlderModels.Meeting(id: "m1", title: "Start"))
        let attendee = try world.save(OlderModels.Attendee(id: "a1"))
        try world.save(OlderModels.Registration(id: "r1", meeting: meeting, attendee: attendee))
        try world.save(OlderModels.Registration(id: "r2", meeting: meeting))
        let read = try world.read(OlderModels.Registration.self, "r1")
        #expect(read.meeting.title == "Start")
        #expect(read.attendee?.id == "a1")
        #expect(try world.read(OlderModels.Registration.self, "r2").attendee == nil)
        let registrations = try #require(try world.read(OlderModels.Meeting.self, "m1").attendees)
        try await registrations.fetch()
        #expect(registrations.map(\.id) == ["r1", "r2"])
    }

    @Test func twoModelsMayHoldEachOthersKeys() async throws {
        let world = try world()
        let project = OlderModels.Project(id: "p1", team: LazyReference(nil))
        let team = OlderModels.Team(id: "t1", project: LazyReference(try world.save(project)))
        var read = try world.read(OlderModels.Project.self, "p1")
        read.team = LazyReference(try world.save(team))
        #expect(try world.save(read).projectTeamId == "t1")
        #expect(try await world.read(OlderModels.Team.self, "t1").project.require().projectTeamId == "t1")
        #expect(try await world.read(OlderModels.Project.self, "p1").team.get()?.id == "t1")
    }

    @Test func aReferenceMadeOfAKeyIsRead() async throws {
        let world = try world()
        try world.save(OlderModels.Project(id: "p1", team: LazyReference(nil)))
        let key = [LazyReferenceIdentifier(name: "id", value: "p1")]
        let team = try world.save(OlderModels.Team(id: "t1", project: LazyReference(identifiers: key)))
        #expect(try await team.project.get()?.id == "p1")
    }

    @Test func childrenMayHoldTheKeyInAPlainField() async throws {
        let world = try world()
        try world.save(OlderModels.Article(id: "a1"))
        try world.save(OlderModels.Remark(id: "r1", articleID: "a1", content: "x"))
        let remarks = try #require(try world.read(OlderModels.Article.self, "a1").remarks)
        try await remarks.fetch()
        #expect(remarks.map(\.content) == ["x"])
    }
}
