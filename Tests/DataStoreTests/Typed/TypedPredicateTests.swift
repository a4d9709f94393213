import AppModels
import DataStore
import Testing

private typealias Comment = AppModels.Comment

/// Predicates of Swift programs mean what the REST interface's texts mean.
@Suite struct TypedPredicateTests {
    struct Case: Sendable, CustomStringConvertible {
        let predicate: any QueryPredicate
        let text: String
        let model: String
        var description: String { text }

        init(_ predicate: any QueryPredicate, _ text: String, of model: String = "Post") {
            self.predicate = predicate
            self.text = text
            self.model = model
        }
    }

    static let cases: [Case] = {
        let post = Post.keys
        let comment = Comment.keys
        let line = PurchaseLine.keys
        let all = Everything.keys
        let moment = Temporal.DateTime(secondsSince1970: 0, secondsFromGMT: 3600)
        var cases: [Case] = []
        cases.append(
            Case(post.title.beginsWith("post") && post.rating > 10.0, #"title.beginsWith("post") && rating > 10.0"#))
        cases.append(Case(QueryPredicateConstant.all, "true"))
        cases.append(Case(post.title == "a" || post.title != "b", #"title == "a" || title != "b""#))
        cases.append(Case(!(post.title == "a"), #"!(title == "a")"#))
        cases.append(Case(not(not(post.title == "a")), #"title == "a""#))
        cases.append(Case(post.content == nil, "content == null"))
        cases.append(Case(post.content != nil, "content != null"))
        cases.append(Case(post.content.attributeExists(), "content.attributeExists()"))
        cases.append(Case(post.status == PostStatus.published, #"status == "PUBLISHED""#))
        cases.append(Case(post.status.ne(PostStatus.draft), #"status != "DRAFT""#))
        cases.append(Case(post.rating.between(start: 1, end: 2.5), "rating.between(1, 2.5)"))
        cases.append(
            Case(post.rating >= 1 && post.rating <= 2 && post.rating < 3, "rating >= 1 && rating <= 2 && rating < 3"))
        cases.append(Case(post.title.contains("x"), #"title.contains("x")"#))
        cases.append(Case(post.title.notContains("x"), #"title.notContains("x")"#))
        cases.append(Case(post.title.in(["a", "b"]), #"title.in("a", "b")"#))
        cases.append(Case(post.title.notIn([]), "true"))
        cases.append(Case(field("title") == "a", #"title == "a""#))
        cases.append(Case(QueryPredicateGroup(type: .and), "true"))
        cases.append(Case(QueryPredicateGroup(type: .or), "false"))
        cases.append(Case(comment.post == "p1", #"postCommentsId == "p1""#, of: "Comment"))
        cases.append(Case(comment.post == Post(id: "p1", title: "x"), #"postCommentsId == "p1""#, of: "Comment"))
        cases.append(Case(comment.post != "p1", #"postCommentsId != "p1""#, of: "Comment"))
        cases.append(Case(comment.post == nil, "postCommentsId == null", of: "Comment"))
        cases.append(Case(comment.post.attributeExists(true), "postCommentsId != null", of: "Comment"))
        cases.append(Case(comment.post.in(["p1", "p2"]), #"postCommentsId.in("p1", "p2")"#, of: "Comment"))
        cases.append(Case(field("post.title").beginsWith("p"), #"post.title.beginsWith("p")"#, of: "Comment"))
        cases.append(
            Case(
                line.purchase == Purchase.IdentifierProtocol.identifier(customer: "ann", number: 7),
                #"purchaseLinesCustomer == "ann" && purchaseLinesNumber == 7"#, of: "PurchaseLine"))
        cases.append(
            Case(
                line.purchase.ne(Purchase(customer: "ann", number: 7)),
                #"!(purchaseLinesCustomer == "ann" && purchaseLinesNumber == 7)"#, of: "PurchaseLine"))
        cases.append(
            Case(field("manager.manager") == "e1", #"manager.managerId == "e1""#, of: "Employee"))
        cases.append(Case(field("address.city") == "A", #"address.city == "A""#, of: "Everything"))
        cases.append(Case(all.moment > moment, #"moment > "1970-01-01T01:00:00+01:00""#, of: "Everything"))
        cases.append(Case(all.words.contains("x"), #"words.contains("x")"#, of: "Everything"))
        cases.append(Case(all.whole > 10.5, "whole > 10.5", of: "Everything"))
        return cases
    }()

    @Test(arguments: cases) func meansTheText(_ example: Case) throws {
        let types = try TypedWorld.types()
        let model = try types.definition(named: example.model)
        let lowered = try example.predicate.predicate(for: model, in: types.schema)
        let parsed = try Predicate.parse(example.text, for: model, in: types.schema)
        #expect(lowered.normalized == parsed.normalized)
    }

    /// What is printed can be asked for: it is read back as the same predicate, where no relation stands in it.
    @Test(arguments: cases) func printsTheLanguage(_ example: Case) throws {
        let types = try TypedWorld.types()
        let model = try types.definition(named: example.model)
        let text = "\(example.predicate)"
        if ["post ", "post.in", "post.attr", "purchase ", "manager.manager "].contains(where: text.hasPrefix) {
            return
        }
        let lowered = try example.predicate.predicate(for: model, in: types.schema)
        #expect(try Predicate.parse(text, for: model, in: types.schema).normalized == lowered.normalized)
    }

    static let texts: [(predicate: any QueryPredicate, text: String)] = {
        let post = Post.keys
        let key = Purchase.IdentifierProtocol.identifier(customer: "ann", number: 7)
        let a = post.title == "a"
        let b = post.rating > 10.0
        let c = post.content == nil
        return [
            (post.title.beginsWith("post") && post.rating > 10.0, #"title.beginsWith("post") && rating > 10.0"#),
            ((a || b) && c, #"(title == "a" || rating > 10.0) && content == null"#),
            (a || b && c, #"title == "a" || (rating > 10.0 && content == null)"#),
            (a && b && c, #"title == "a" && rating > 10.0 && content == null"#),
            (a && (b && c), #"title == "a" && rating > 10.0 && content == null"#),
            (!(a && b) || c, #"!(title == "a" && rating > 10.0) || content == null"#),
            (not(not(a)), #"!(!(title == "a"))"#),
            (QueryPredicateGroup(type: .not, predicates: []), "!(true)"),
            (QueryPredicateGroup(type: .or, predicates: []) && a, #"false && title == "a""#),
            (QueryPredicateGroup(type: .or, predicates: [a]) && b, #"title == "a" && rating > 10.0"#),
            (QueryPredicateConstant.all, "true"),
            (post.status.ne(PostStatus.draft), #"status != "DRAFT""#),
            (post.rating.between(start: 1, end: 2.5), "rating.between(1, 2.5)"),
            (post.title.in(["a", "b \"c\""]), #"title.in("a", "b \"c\"")"#),
            (post.content.attributeExists(false), "content.attributeExists(false)"),
            (field("address.not") == true, "address.`not` == true"),
            (Comment.keys.post == Post(id: "p1", title: "x"), #"post == "p1""#),
            (PurchaseLine.keys.purchase == key, #"purchase == identifier(customer: "ann", number: 7)"#),
            (
                Everything.keys.moment > Temporal.DateTime(secondsSince1970: 0, secondsFromGMT: 0),
                #"moment > "1970-01-01T00:00:00.000Z""#
            ),
        ]
    }()

    @Test func readsWell() {
        for (predicate, text) in Self.texts {
            #expect("\(predicate)" == text)
            #expect(String(reflecting: predicate) == text)
        }
    }

    @Test func typedPathsNameFields() throws {
        let path = try #require(Comment.rootPath as? Comment.Path)
        let types = try TypedWorld.types()
        let model = try types.definition(of: Comment.self)
        let lowered = try (path.post.title == "a").predicate(for: model, in: types.schema)
        #expect(
            lowered.normalized == (try Predicate.parse(#"post.title == "a""#, for: model, in: types.schema)).normalized)
    }

    static let faults: [Case] = [
        Case(Post.keys.rating == "x", "rating"), Case(field("titel") == "x", "title"),
        Case(Post.keys.title > 1 && Post.keys.rating.beginsWith("x"), "beginsWith"),
        Case(Post.keys.status == "NONE", "PostStatus"), Case(Post.keys.comments == "c1", "comments"),
        Case(Comment.keys.post.beginsWith("p"), "post", of: "Comment"),
        Case(PurchaseLine.keys.purchase == "ann", "Purchase", of: "PurchaseLine"),
        Case(Post.keys.title == "a\u{0}", "title"),
        Case((0..<100).reduce(Post.keys.title == "a") { inner, _ in not(inner) } as any QueryPredicate, "levels"),
    ]

    @Test(arguments: faults) func namesWhatIsWrong(_ example: Case) throws {
        let types = try TypedWorld.types()
        let model = try types.definition(named: example.model)
        let error = #expect(throws: DataStoreError.self) {
            try example.predicate.predicate(for: model, in: types.schema)
        }
        #expect(error?.errorDescription.contains(example.text) == true, "\(String(describing: error))")
    }

    @Test func sortsAreThoseOfTheText() throws {
        let model = try TypedWorld.types().definition(of: Post.self)
        let post = Post.keys
        #expect(try QuerySortInput.ascending(post.rating).sort(for: model) == Sort.parse("rating", for: model))
        #expect(
            try QuerySortInput.by(.descending(post.rating), .ascending(post.title)).sort(for: model)
                == Sort.parse("-rating,title", for: model))
        #expect(throws: DataStoreError.self) { try QuerySortInput.ascending(post.comments).sort(for: model) }
    }
}
