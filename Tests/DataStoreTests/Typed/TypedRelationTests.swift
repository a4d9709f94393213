import AppModels
import DataStore
import Testing

private typealias Comment = AppModels.Comment
private typealias Tag = AppModels.Tag

/// Relations of typed models, read through a store.
@Suite struct TypedRelationTests {
    @Test func childrenKnowTheirParentAndParentsTheirChildren() async throws {
        let world = try TypedWorld()
        let post = try world.save(Post(id: "p1", title: "One"))
        try world.save(Comment(id: "c1", content: "a", post: post))
        try world.save(Comment(id: "c2", content: "b", post: post))
        try world.save(Comment(id: "c3", content: "c"))
        let comment = try world.read(Comment.self, "c1")
        #expect(try await comment.post?.title == "One")
        #expect(try await world.read(Comment.self, "c3").post == nil)
        let comments = try #require(try world.read(Post.self, "p1").comments)
        #expect(!comments.isLoaded)
        try await comments.fetch()
        #expect(comments.map(\.id) == ["c1", "c2"])
        #expect(try await comments[0].post?.id == "p1")
    }

    @Test func aParentIsChangedAndTakenAway() async throws {
        let world = try TypedWorld()
        try world.save(Post(id: "p1", title: "One"))
        let other = try world.save(Post(id: "p2", title: "Two"))
        try world.save(Comment(id: "c1", content: "a", post: try world.read(Post.self, "p1")))
        var comment = try world.read(Comment.self, "c1")
        comment.content = "b"
        #expect(try await world.save(comment).post?.id == "p1")
        comment.setPost(other)
        #expect(try await world.save(comment).post?.id == "p2")
        comment.setPost(nil)
        #expect(try await world.save(comment).post == nil)
    }

    @Test func compositeKeysAreHeldInSeveralFields() async throws {
        let world = try TypedWorld()
        let purchase = try world.save(Purchase(customer: "ann", number: 7, total: 2.5))
        try world.save(PurchaseLine(id: "l1", text: "tea", purchase: purchase))
        try world.save(Purchase(customer: "ann", number: 8))
        let line = try world.read(PurchaseLine.self, "l1")
        #expect(try await line.purchase?.number == 7)
        let lines = try #require(try world.read(Purchase.self, "ann", 7).lines)
        try await lines.fetch()
        #expect(lines.map(\.id) == ["l1"])
        let none = try #require(try world.read(Purchase.self, "ann", 8).lines)
        try await none.fetch()
        #expect(none.isEmpty)
    }

    @Test func manyToManyGoesOverTheJoinModel() async throws {
        let world = try TypedWorld()
        let post = try world.save(Post(id: "p1", title: "One"))
        let tag = try world.save(Tag(id: "t1", label: "swift"))
        try world.save(PostTags(id: "j1", post: post, tag: tag))
        let tags = try #require(try world.read(Post.self, "p1").tags)
        try await tags.fetch()
        #expect(try await tags.first?.tag.label == "swift")
    }

    @Test func aSchemaWithManyToManyHasTheSameLists() async throws {
        let world = try TypedWorld(try TestStore.schema(AppSchema.text))
        let post = try world.save(Post(id: "p1", title: "One"))
        let tag = try world.save(Tag(id: "t1", label: "swift"))
        try world.save(PostTags(id: "j1", post: post, tag: tag))
        let posts = try #require(try world.read(Tag.self, "t1").posts)
        try await posts.fetch()
        #expect(try await posts.first?.post.title == "One")
    }

    @Test func aModelMayLeadToItself() async throws {
        let world = try TypedWorld()
        let boss = try world.save(Employee(id: "e1", name: "Ada"))
        try world.save(Employee(id: "e2", name: "Ben", manager: boss))
        #expect(try await world.read(Employee.self, "e2").manager?.name == "Ada")
        let reports = try #require(try world.read(Employee.self, "e1").reports)
        try await reports.fetch()
        #expect(reports.map(\.name) == ["Ben"])
    }

    @Test func hasOneIsHeldInItsField() async throws {
        let world = try TypedWorld()
        let profile = try world.save(Profile(id: "f1", bio: "x"))
        let account = try world.save(Account(id: "a1", name: "Ann", profile: profile))
        #expect(account.accountProfileId == "f1")
        #expect(try await account.profile?.bio == "x")
        var read = try world.read(Account.self, "a1")
        read.accountProfileId = nil
        #expect(try world.save(read).accountProfileId == nil)
    }

    @Test func aRelationAndItsFieldMustNotContradict() throws {
        let types = try TypedWorld.types()
        let account = Account(id: "a1", name: "Ann", profile: Profile(id: "f1"), accountProfileId: "f2")
        let error = #expect(throws: DataStoreError.self) { try types.draft(of: account) }
        #expect(error?.errorDescription.contains("Account.profile") == true)
    }

    @Test func modelsInsideOfModelsAreReadWithThem() throws {
        let world = try TypedWorld()
        let account = try world.save(Account(id: "a1", name: "Ann"))
        try world.save(Memo(id: "m1", text: "t", author: account))
        #expect(try world.read(Memo.self, "m1").author.name == "Ann")
        let record = try #require(try world.store.record(world.types.definition(of: Memo.self), Key(["m1"])))
        #expect(throws: DataStoreError.self) { try world.types.model(Memo.self, from: record, provider: nil) }
    }

    @Test func aReferenceOfNoRecordIsReadFromTheStoreThatRuns() async throws {
        let reference = LazyReference<Post>(identifiers: [LazyReferenceIdentifier(name: "id", value: "p1")])
        let world = try TypedWorld()
        try world.save(Post(id: "p1", title: "One"))
        DefaultModelProvider.current = world
        #expect(try await reference.get()?.title == "One")
        #expect(reference.isLoaded)
        let gone = LazyReference<Post>(identifiers: [LazyReferenceIdentifier(name: "id", value: "p2")])
        #expect(try await gone.get() == nil)
        await #expect(throws: DataStoreError.self) { try await gone.require() }
        DefaultModelProvider.current = nil
        let lone = LazyReference<Post>(identifiers: [LazyReferenceIdentifier(name: "id", value: "p1")])
        await #expect(throws: DataStoreError.self) { try await lone.get() }
    }

    @Test func listsAndReferencesDoNotKeepTheStore() async throws {
        var world: TypedWorld? = try TypedWorld()
        try world?.save(Post(id: "p1", title: "One"))
        let comments = try #require(try world?.read(Post.self, "p1").comments)
        weak let gone = world
        world = nil
        #expect(gone == nil)
        #expect(!comments.isLoaded)
    }

    @Test func eventsGiveTheirModel() async throws {
        let world = try TypedWorld()
        let post = try world.save(Post(id: "p1", title: "One"))
        let record = try #require(try world.store.record(world.types.definition(of: Post.self), Key(["p1"])))
        let change = Change(
            seq: 4, transaction: 4, kind: .create, source: .local, time: "2026-11-30T15:04:05.000000000Z", old: nil,
            new: record)
        let event = MutationEvent(change, epoch: "e", types: world.types, provider: world)
        #expect(event.id == "e-4")
        #expect(event.modelId == "p1")
        #expect(event.type == .create)
        #expect(event.version == 1)
        #expect(event.createdAt.iso8601String == "2026-11-30T15:04:05.000Z")
        #expect(try event.decodeModel(as: Post.self).title == post.title)
        #expect(try (event.decodeModel() as? Post)?.id == "p1")
        #expect(throws: DataStoreError.self) { try event.decodeModel(as: Todo.self) }
        let told = MutationEvent(
            id: "x", modelId: "p1", modelName: "Post", json: #"{"id":"p1","title":"Two"}"#, mutationType: .update)
        #expect(try told.decodeModel(as: Post.self).title == "Two")
    }
}
