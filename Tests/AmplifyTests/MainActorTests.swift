import Amplify
import AppModels
import Dispatch
import Foundation
import Testing

/// The documented snippet in a screen of the main actor, in the language mode of older apps.
@MainActor @Suite struct MainActorTests {
    @MainActor private final class Screen {
        var names: [String] = []
        var subscription: AnyCancellable?

        func subscribe(_ store: DataStoreCategory) {
            subscription = store.publisher(for: Todo.self)
                .sink {
                    if case let .failure(error) = $0 { print(error.localizedDescription) }
                } receiveValue: { changes in
                    // It runs where the screen's state is, or this stops the test.
                    MainActor.preconditionIsolated()
                    self.names.append(changes.modelId)
                }
        }
    }

    @Test func changesReachTheScreen() async throws {
        let store = DataStoreCategory(models: [Todo.self], database: ":memory:")
        let screen = Screen()
        screen.subscribe(store)
        for id in ["a", "b"] { try await store.save(Todo(id: id, name: id)) }
        while screen.names.count < 2 { await Task.yield() }
        #expect(screen.names == ["a", "b"])
    }
}
