import AppModels
import DataStore
import Testing

/// Queries, keys and conditions of Swift programs, as the store answers them.
@Suite struct TypedQueryTests {
    private func world() throws -> TypedWorld {
        let world = try TypedWorld()
        for number in 1...5 {
            try world.save(Post(id: "p\(number)", title: "post \(number)", rating: Double(number)))
        }
        return world
    }

    private func titles(
        _ world: TypedWorld, where predicate: (any QueryPredicate)? = nil, sort: QuerySortInput? = nil,
        paginate page: QueryPaginationInput? = nil
    ) throws -> [String] {
        let model = try world.types.definition(of: Post.self)
        let query = try world.types.query(model, where: predicate, sort: sort, paginate: page)
        return try world.store.page(query).records.map {
            try world.types.model(Post.self, from: $0, provider: world).title
        }
    }

    @Test func theSnippetsQueryFindsItsPosts() throws {
        let world = try world()
        let post = Post.keys
        let found = try titles(
            world, where: post.title.beginsWith("post") && post.rating > 3.0, sort: .ascending(post.rating))
        #expect(found == ["post 4", "post 5"])
    }

    @Test(arguments: [
        (QueryPaginationInput.firstPage, ["post 5", "post 4", "post 3", "post 2", "post 1"]),
        (.firstResult, ["post 5"]), (.page(0, limit: 2), ["post 5", "post 4"]),
        (.page(1, limit: 2), ["post 3", "post 2"]), (.page(2, limit: 2), ["post 1"]), (.page(3, limit: 2), []),
        (.page(7, limit: 0), []),
    ]) func pagesFollowEachOther(_ page: QueryPaginationInput, _ expected: [String]) throws {
        #expect(try titles(world(), sort: .descending(Post.keys.rating), paginate: page) == expected)
    }

    @Test(arguments: [
        QueryPaginationInput.page(.max, limit: 100), .page(2, limit: UInt(Int.max)), .page(0, limit: .max),
    ]) func pagesThatCannotBeAreRefused(_ page: QueryPaginationInput) throws {
        let error = #expect(throws: DataStoreError.self) { try titles(world(), paginate: page) }
        #expect(error?.errorDescription.contains("Page \(page.page) of \(page.limit)") == true)
    }

    @Test func anOffsetWithoutALimitPassesOverRecords() throws {
        let world = try world()
        let query = Query(try world.types.definition(of: Post.self), offset: 3)
        #expect(try world.store.page(query).records.count == 2)
    }

    @Test func keysAreTextsOrIdentifiers() throws {
        let types = try TypedWorld.types()
        let post = try types.definition(of: Post.self)
        let purchase = try types.definition(of: Purchase.self)
        #expect(try types.key("p1", of: post) == Key(["p1"]))
        #expect(try types.key(Post.IdentifierProtocol.makeDefault(id: "p1"), of: post) == Key(["p1"]))
        #expect(try types.key("", of: post) == nil)
        let pair = Purchase.IdentifierProtocol.identifier(customer: "ann", number: 7)
        #expect(try types.key(pair, of: purchase) == Key(["ann", 7]))
        // The names decide, not their order.
        let reversed = Purchase.IdentifierProtocol.make(fields: [
            (name: "number", value: 7), (name: "customer", value: "ann"),
        ])
        #expect(try types.key(reversed, of: purchase) == Key(["ann", 7]))
        #expect(throws: DataStoreError.self) { try types.key("ann", of: purchase) }
        #expect(throws: DataStoreError.self) { try types.key(pair, of: post) }
    }

    @Test func aConditionHoldsOrNothingIsWritten() throws {
        let world = try world()
        var post = try world.read(Post.self, "p1")
        post.title = "changed"
        let refused = #expect(throws: DataStoreError.self) { try world.save(post, where: Post.keys.rating > 2) }
        #expect(isUnmet(refused))
        #expect(try world.read(Post.self, "p1").title == "post 1")
        #expect(try world.save(post, where: Post.keys.rating <= 2).title == "changed")
    }

    @Test func aNewRecordTakesNoConditionButAll() throws {
        let world = try world()
        let post = Post(id: "p9", title: "new")
        let refused = #expect(throws: DataStoreError.self) { try world.save(post, where: Post.keys.title == "new") }
        #expect(isUnmet(refused))
        #expect(try world.save(post, where: QueryPredicateConstant.all).title == "new")
    }

    @Test func aParentThatIsNotThereIsAConstraint() throws {
        let error = #expect(throws: DataStoreError.self) {
            try world().save(AppModels.Comment(id: "c1", content: "x", post: Post(id: "none", title: "x")))
        }
        #expect(error?.underlyingError is ConstraintViolation)
    }

    private func isUnmet(_ error: DataStoreError?) -> Bool {
        if case .invalidCondition? = error { true } else { false }
    }
}
