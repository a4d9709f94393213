import AppModels
import DataStore
import Testing

/// Events of the library against the frames of the server: one change is told in the same words by both.
@Suite struct MutationEventTests {
    private static let sdl = """
        type Post @model { id: ID! title: String comments: [Comment] @hasMany }
        type Comment @model { id: ID! content: String }
        """

    /// An event as a reader of JSON sees it.
    private struct Seen: Equatable, CustomStringConvertible {
        let kind: String
        let record: String
        let version: Int
        let recordVersion: Int

        var description: String { "\(kind) \(record) v\(version) of v\(recordVersion)" }
    }

    @Test("version is the change's: of a deletion one more than that of the record, which goes on from there")
    func versions() throws {
        let store = try TestStore(Self.sdl, inMemory: true)
        try store.perform(store.create("Post", #"{"id":"p","title":"one"}"#))
        try store.perform(store.merge("Post", "p", patch: #"{"title":"two"}"#))
        try store.perform(store.create("Comment", #"{"id":"c","postCommentsId":"p"}"#))
        try store.perform(store.delete("Post", "p"))
        try store.perform(store.create("Post", #"{"id":"p","title":"again"}"#))
        let changes = try store.changes()
        let types = ModelTypes(store.store.schema)
        let events = try changes.map { try seen(MutationEvent($0, epoch: "e", types: types, provider: nil)) }
        #expect(
            events.map(\.description) == [
                "create Post p v1 of v1", "update Post p v2 of v2", "create Comment c v1 of v1",
                "delete Comment c v2 of v1", "delete Post p v3 of v2", "create Post p v4 of v4",
            ])
        #expect(try changes.map { try seen(inTheFrameOf: $0) } == events)
    }

    @Test("The record is the same JSON in both")
    func json() throws {
        let store = try TestStore(Self.sdl, inMemory: true)
        try store.perform(store.create("Post", #"{"id":"p","title":"one"}"#))
        try store.perform(store.delete("Post", "p"))
        let types = ModelTypes(store.store.schema)
        for change in try store.changes() {
            let event = MutationEvent(change, epoch: "e", types: types, provider: nil)
            #expect(try TestStore.json(event.json) == frame(of: change)["model"])
        }
    }

    private func seen(_ event: MutationEvent) throws -> Seen {
        let record = try TestStore.json(event.json)
        return Seen(
            kind: event.mutationType, record: "\(event.modelName) \(event.modelId)",
            version: try #require(event.version), recordVersion: try #require(record["_version"]?.wholeNumber))
    }

    private func seen(inTheFrameOf change: Change) throws -> Seen {
        let frame = try frame(of: change)
        return Seen(
            kind: frame["mutationType"]?.text ?? "",
            record: "\(frame["modelName"]?.text ?? "") \(frame["modelId"]?.text ?? "")",
            version: try #require(frame["version"]?.wholeNumber),
            recordVersion: try #require(frame["model"]?["_version"]?.wholeNumber))
    }

    /// What `/observe` sends of the change.
    private func frame(of change: Change) throws -> JSON {
        var writer = JSONWriter()
        ObservedChange(change).write(to: &writer, record: RecordWriter(change.model))
        return try JSONReader.read(Text(String(decoding: writer.bytes, as: UTF8.self)))
    }
}

extension JSON {
    fileprivate var text: String? { if case .string(let text) = self { text.string } else { nil } }

    fileprivate var wholeNumber: Int? { if case .number(let text) = self { Int(text.string) } else { nil } }
}
