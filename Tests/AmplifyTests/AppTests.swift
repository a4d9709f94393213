import Amplify
import AppModels
import Foundation
import Testing

private typealias Comment = AppModels.Comment

/// What an app sees of the library: everything here is public.
@Suite struct AppTests {
    init() { App.registerModels() }

    @Test func aModelGoesThroughJSON() throws {
        let post = Post(id: "p1", title: "One", rating: 4.5, status: .published)
        let json = try post.toJSON()
        #expect(json.contains(#""status":"PUBLISHED""#))
        let copy = try #require(try ModelRegistry.decode(modelName: "Post", from: json) as? Post)
        #expect(copy.id == "p1")
        #expect(copy.rating == 4.5)
        #expect(copy.status == .published)
        #expect(copy.content == nil)
        #expect(copy.createdAt == nil)
    }

    @Test func aRelationIsWrittenAsItsKey() throws {
        let post = Post(id: "p1", title: "One")
        #expect(try Comment(id: "c1", content: "x", post: post).toJSON().contains(#""postCommentsId":"p1""#))
        #expect(try Comment(id: "c1", content: "x").toJSON().contains(#""postCommentsId":null"#))
    }

    @Test func aLoneReferenceGivesWhatItWasMadeOf() async throws {
        var comment = Comment(content: "x")
        #expect(try await comment.post == nil)
        comment.setPost(Post(id: "p1", title: "One"))
        #expect(try await comment.post?.id == "p1")
    }

    @Test func identifiersAreText() {
        #expect(Post(id: "p1", title: "One").identifier == "p1")
        #expect(Purchase(customer: "ann", number: 7).identifier == ##""ann"#"7""##)
        #expect(Purchase.IdentifierProtocol.identifier(customer: "ann", number: 7).stringValue == ##""ann"#"7""##)
    }

    @Test func propertiesAreFoundByName() {
        let post = Post(id: "p1", title: "One")
        #expect(post["title"] as? String == "One")
        #expect(post[Post.keys.content] as? String == nil)
        #expect(post["nothing"] == nil)
    }

    @Test func foundationDatesConvert() throws {
        let date = Date(timeIntervalSince1970: 1_796_000_645.25)
        let moment = Temporal.DateTime(date, timeZone: TimeZone(secondsFromGMT: 3600))
        #expect(moment.iso8601String.hasSuffix("+01:00"))
        #expect(moment.foundationDate == date)
        #expect(try Temporal.DateTime(iso8601String: moment.iso8601String) == moment)
    }

    @Test func foundationsCodersKeepModels() throws {
        let post = Post(id: "p1", title: "One", rating: 2)
        let comment = Comment(id: "c1", content: "x", post: post)
        let copy = try JSONDecoder().decode(Comment.self, from: JSONEncoder().encode(comment))
        #expect(try copy.toJSON() == comment.toJSON())
    }

    @Test func modelsGoWithoutTheirTypes() throws {
        let models: [AnyModel] = [
            try Post(id: "p1", title: "One").eraseToAnyModel(),
            try Purchase(customer: "ann", number: 7, total: 2).eraseToAnyModel(),
        ]
        let back = try JSONDecoder().decode([AnyModel].self, from: JSONEncoder().encode(models))
        #expect(back.map(\.modelName) == ["Post", "Purchase"])
        #expect(back.map(\.id) == ["p1", ##""ann"#"7""##])
        #expect((back[0].instance as? Post)?.title == "One")
        #expect(back[1]["total"] as? Double == 2)
        let erased: any Model = back[1]
        #expect(erased.identifier == models[1].identifier && erased.modelName == "Purchase")
        #expect(try AnyModel(back[0]).toJSON() == models[0].toJSON())
        let unknown = Data(#"{"id":"x","modelName":"Poem","instance":"{}"}"#.utf8)
        #expect(throws: DataStoreError.self) { try JSONDecoder().decode(AnyModel.self, from: unknown) }
    }

    @Test func errorsDescribeThemselves() {
        let error = DataStoreError.invalidModelName("Poem")
        #expect(error.localizedDescription == #"No model "Poem" is registered."#)
        #expect((error as Error).localizedDescription == error.errorDescription)
        #expect(Snippets.describe(error).hasSuffix(error.errorDescription))
        #expect(throws: DataStoreError.self) { try ModelRegistry.decode(modelName: "Poem", from: "{}") }
    }

    @Test func listsAreCollections() async throws {
        let list: List<Comment> = [Comment(content: "a"), Comment(content: "b")]
        #expect(list.isLoaded)
        #expect(list.map(\.content) == ["a", "b"])
        try await list.fetch()
        #expect(list.count == 2)
    }

    @Test func valuesOfTheSnippetsExist() {
        let (predicate, sort) = Snippets.popularPosts()
        #expect((predicate as? QueryPredicateGroup)?.predicates.count == 2)
        #expect(sort.inputs == [QuerySortDescriptor(fieldName: "rating", order: .ascending)])
        #expect(Snippets.describe(DataStoreQuerySnapshot(items: [Post](), isSynced: true)).contains("count: 0"))
        #expect(Snippets.conditions().count == 15)
        #expect(Snippets.configuration.syncExpressions.count == 1)
    }

    @Test func predicatesAreValues() {
        let shared = Post.keys.title == "a" && Post.keys.rating > 1
        let longer = shared && Post.keys.content == nil
        #expect(shared.predicates.count == 2)
        #expect(longer.predicates.count == 3)
    }
}
