import DataStore
import Testing

/// The product's documented snippets, as their users write them: they must compile and work unchanged.
@Suite struct SnippetTests {
    private struct DataStoreError: Error {
        var localizedDescription: String { "lost" }
    }

    private final class Screen {
        let changes = PassthroughSubject<String, DataStoreError>()
        var lines: [String] = []
        var postsSubscription: AnyCancellable?

        func publisher() -> AnyPublisher<String, DataStoreError> { changes.eraseToAnyPublisher() }

        func subscribeToPosts() {
            postsSubscription = publisher()
                .sink {
                    if case let .failure(error) = $0 {
                        self.lines.append("Subscription received error - \(error.localizedDescription)")
                    }
                } receiveValue: { changes in
                    self.lines.append("Subscription received mutation: \(changes)")
                }
        }

        func unsubscribeFromPosts() {
            postsSubscription?.cancel()
        }
    }

    @Test func observing() {
        let screen = Screen()
        screen.subscribeToPosts()
        screen.changes.send("a")
        screen.unsubscribeFromPosts()
        screen.changes.send("b")
        screen.subscribeToPosts()
        screen.changes.send(completion: .failure(DataStoreError()))
        #expect(screen.lines == ["Subscription received mutation: a", "Subscription received error - lost"])
    }
}
