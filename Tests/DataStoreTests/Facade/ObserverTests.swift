import AppModels
import DataStore
import Locks
import Testing

/// Observers as subscribers: demand, slowness, cancelling, and what is left of them.
@Suite struct ObserverTests {
    private let store = DataStoreCategory(models: [Post.self], database: ":memory:")

    /// Takes as many as it is told to ask for.
    private final class Asking: Subscriber, @unchecked Sendable {
        private let state = Lock<(subscription: (any Subscription)?, events: [String])>((nil, []))
        private let wanted: Int
        private let all = Promise<[String]>()

        init(_ wanted: Int) { self.wanted = wanted }

        func receive(subscription: any Subscription) { state.withLock { $0.subscription = subscription } }

        func receive(_ event: MutationEvent) -> Subscribers.Demand {
            let events = state.withLock { state in
                state.events.append(event.brief)
                return state.events
            }
            if events.count == wanted { all.fulfil(events) }
            return .none
        }

        func receive(completion: Subscribers.Completion<DataStoreError>) {}

        func ask(_ count: Int) { state.withLock { $0.subscription }?.request(.max(count)) }

        var events: [String] { state.withLock { $0.events } }

        func whole() throws -> [String] { try all.get() }
    }

    @Test("a subscriber that asks late, and for few, gets every change once and in order")
    func slow() async throws {
        let asking = Asking(3500)
        store.publisher(for: Post.self).subscribe(asking)
        for part in 0..<35 {
            try await store.transaction { transaction in
                for number in 0..<100 { try transaction.save(Post(id: "\(part * 100 + number)", title: "t")) }
            }
        }
        #expect(asking.events.isEmpty)
        for _ in 0..<7 { asking.ask(500) }
        #expect(try asking.whole() == (0..<3500).map { "create \($0) v1" })
        try await store.save(Post(id: "one more", title: "t"))
        #expect(asking.events.count == 3500)
    }

    @Test("slow lists: only the newest of many that wait")
    func slowLists() async throws {
        let sequence = store.observeQuery(for: Post.self)
        for number in 0..<100 { try await store.save(Post(id: "p", title: "\(number)")) }
        var reader = SnapshotReader(sequence) { $0.title }
        var count = 0
        while try await reader.next() != "99" { count += 1 }
        #expect(count < 40)
    }

    @Test("26: cancelled, it is told nothing and nothing is left")
    func cancelling() async throws {
        let told = Lock(0)
        weak var token: AnyCancellable?
        do {
            let changes = store.publisher(for: Post.self).sink(
                receiveCompletion: { _ in }, receiveValue: { _ in told.withLock { $0 += 1 } })
            let lists = store.observeQuery(for: Post.self).sink(
                receiveCompletion: { _ in }, receiveValue: { _ in told.withLock { $0 += 1 } })
            token = changes
            changes.cancel()
            lists.cancel()
        }
        #expect(token == nil)
        let before = told.withLock { $0 }
        try await store.save(Post(id: "p", title: "p"))
        try await store.stop()
        try await store.start()
        var control = SnapshotReader(store.observeQuery(for: Post.self))
        #expect(try await control.next() == "p")
        #expect(told.withLock { $0 } == before)
        #expect(store.observed == (1, 1))
    }

    @Test("a sequence is over with its task, by cancel, and when nobody holds it")
    func ends() async throws {
        let store = store
        let task = Task {
            for try await _ in store.observe(Post.self) {}
            return true
        }
        task.cancel()
        #expect(try await task.value)
        let sequence = store.observe(Post.self)
        try await store.save(Post(id: "p", title: "p"))
        sequence.cancel()
        var events: [String] = []
        for try await event in sequence { events.append(event.brief) }
        #expect(events.count <= 1)
        do { _ = store.observeQuery(for: Post.self) }
        try eventually("the end of the query") { store.observed == (0, 0) }
    }

    @Test("a sequence is a publisher, too")
    func publisher() async throws {
        let titles = Promise<[String]>()
        let token = store.observeQuery(for: Post.self).map { $0.items.map(\.title) }.first { !$0.isEmpty }.sink(
            receiveCompletion: { _ in }, receiveValue: { titles.fulfil($0) })
        try await store.save(Post(id: "p", title: "one"))
        #expect(try titles.get() == ["one"])
        token.cancel()
    }

    @Test("what is saved in a subscriber's call is told after it")
    func reentrant() async throws {
        let store = store
        let seen = Promise<Bool>()
        let token = store.publisher(for: Post.self).sink(
            receiveCompletion: { _ in },
            receiveValue: { event in
                if event.modelId == "b" { return seen.fulfil(true) }
                store.save(Post(id: "b", title: "b")) { _ in }
            })
        try await store.save(Post(id: "a", title: "a"))
        #expect(try seen.get())
        token.cancel()
    }

    @Test("callbacks and publishers answer as the awaited calls do")
    func olderForms() async throws {
        let saved = Promise<String>()
        store.save(Post(id: "p", title: "p")) { saved.fulfil((try? $0.get().id) ?? "") }
        #expect(try saved.get() == "p")
        for try await posts in store.query(Post.self).values { #expect(posts.count == 1) }
        let publisher: DataStorePublisher<Post> = store.save(Post(id: "q", title: "q"))
        for try await post in publisher.values { #expect(post.id == "q") }
        let deletion: DataStorePublisher<Void> = store.delete(Post.self, withId: "q")
        for try await _ in deletion.values {}
        let found = Promise<Bool>()
        store.query(Post.self, byId: "q") {
            if case .success(nil) = $0 { found.fulfil(true) } else { found.fulfil(false) }
        }
        #expect(try found.get())
        let condition = Promise<Bool>()
        store.delete(Post.self, where: Post.keys.id == "p") { result in
            if case .success = result { condition.fulfil(true) } else { condition.fulfil(false) }
        }
        #expect(try condition.get())
        #expect(try await store.query(Post.self).isEmpty)
    }
}
