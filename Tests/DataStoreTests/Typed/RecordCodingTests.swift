import AppModels
import DataStore
import Testing

private typealias Comment = AppModels.Comment

/// Typed models to records and back.
@Suite struct RecordCodingTests {
    @Test func aModelComesBackAsItWasSaved() throws {
        let world = try TypedWorld()
        let todo = Todo(name: "Write", description: nil, priority: 3, done: true, dueOn: try date("2026-11-30"))
        let saved = try world.save(todo)
        #expect(saved.id == todo.id)
        #expect(saved.name == "Write")
        #expect(saved.description == nil)
        #expect(saved.priority == 3)
        #expect(saved.done == true)
        #expect(saved.dueOn == todo.dueOn)
        #expect(saved.createdAt != nil)
    }

    @Test func savingWhatWasReadChangesNothingButWhatWasSet() throws {
        let world = try TypedWorld()
        var post = try world.save(Post(title: "One", content: "text", rating: 4, status: .draft))
        post.rating = nil
        post.status = .archived
        let again = try world.save(post)
        #expect(again.rating == nil)
        #expect(again.status == .archived)
        #expect(again.content == "text")
        #expect(again.createdAt == post.createdAt)
    }

    @Test func aModelThatWasNeverReadCanBeSavedTwice() throws {
        let world = try TypedWorld()
        var post = Post(title: "One")
        let first = try world.save(post)
        post.title = "Two"
        let second = try world.save(post)
        #expect(second.title == "Two")
        #expect(second.createdAt == first.createdAt)
    }

    @Test func fieldsThatTheTypeDoesNotKnowStay() throws {
        let text = AppSchema.text.replacing(
            "description: String\n",
            with: "description: String\n  secret: [String!]\n  note: String @default(value: \"n\")\n")
        let types = ModelTypes(try TestStore.schema(text))
        let write = try types.draft(of: Todo(id: "t1", name: "a"))
        var stored = try write.draft(over: nil, now: .now).record
        let place = try #require(stored.model.place(of: "secret"))
        let note = try #require(stored.model.place(of: "note"))
        #expect(stored.values[note] == .text("n"))
        stored.values[place] = .json(#"["x"]"#)
        stored.values[note] = .text("mine")
        let changed = try types.draft(of: Todo(id: "t1", name: "b")).draft(over: stored, now: .now).record
        #expect(changed.values[place] == .json(#"["x"]"#))
        #expect(changed.values[note] == .text("mine"))
    }

    @Test func everyTypeOfFieldComesBack() throws {
        let world = try TypedWorld()
        let address = App.address(city: "Aarhus", street: nil, latitude: 56.15)
        let all = Everything(
            id: "e1", text: "é", whole: .min, real: 0.1, flag: false,
            date: try date("2024-02-29"),
            moment: try Temporal.DateTime(iso8601String: "2026-11-30T15:04:05.123456789+05:30"),
            time: try Temporal.Time(iso8601String: "09:00:00.5"), stamp: -1, status: .published, address: address,
            second: nil, addresses: [address, App.address(city: "B")], words: ["a", ""], counts: [1, nil],
            statuses: [.draft], moments: [try Temporal.DateTime(iso8601String: "2026-01-01T00:00Z")])
        let back = try world.save(all)
        #expect(back.text == all.text)
        #expect(back.whole == all.whole)
        #expect(back.real == all.real)
        #expect(back.flag == all.flag)
        #expect(back.date == all.date)
        #expect(back.moment == all.moment)
        #expect(back.time == all.time)
        #expect(back.stamp == all.stamp)
        #expect(back.status == all.status)
        #expect(back.address == all.address)
        #expect(back.second == nil)
        #expect(back.addresses == all.addresses)
        #expect(back.words == all.words)
        #expect(back.counts == all.counts)
        #expect(back.statuses == all.statuses)
        #expect(back.moments == all.moments)
    }

    @Test func embeddedValuesAreReplacedWhole() throws {
        let world = try TypedWorld()
        var all = try world.save(
            Everything(
                text: "", whole: 1, real: 1, flag: true, address: App.address(city: "A", street: "S", latitude: 1)))
        all.address = App.address(city: "A")
        #expect(try world.save(all).address == App.address(city: "A"))
    }

    @Test(arguments: [UInt64](1...40)) func anyModelComesBack(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let types = try TypedWorld.types()
        let model = RandomModel.everything(&random)
        let record = try types.draft(of: model).draft(over: nil, now: .now).record
        let back = try types.model(Everything.self, from: record, provider: nil)
        let again = try types.draft(of: back).draft(over: record, now: .now).record
        #expect(again.hasSameContent(as: record), "seed \(seed)")
    }

    @Test func whatDoesNotFitIsNamed() throws {
        let world = try TypedWorld()
        let types = world.types
        let model = Everything(text: "a\u{0}", whole: 1, real: 1, flag: true, address: App.address(city: "A"))
        let error = #expect(throws: DataStoreError.self) { try world.save(model) }
        #expect(error?.errorDescription.contains("Everything.text (String!) must not contain U+0000") == true)
        let infinite = Everything(text: "a", whole: 1, real: .infinity, flag: true, address: App.address(city: "A"))
        #expect(throws: DataStoreError.self) { try types.draft(of: infinite) }
        let keyless = #expect(throws: DataStoreError.self) { try types.draft(of: Todo(id: "", name: "a")) }
        #expect(keyless?.errorDescription.contains("Todo.id") == true)
    }

    @Test func aRecordOfAnotherModelIsRefused() throws {
        let types = try TypedWorld.types()
        let record = try types.draft(of: Todo(name: "a")).draft(over: nil, now: .now).record
        #expect(throws: DataStoreError.self) { try types.model(Post.self, from: record, provider: nil) }
    }

    private func date(_ text: String) throws -> Temporal.Date { try Temporal.Date(iso8601String: text) }
}
