import DataStore
import Foundation

/// `todo add NAME`, `todo list`, `todo done NAME`, `todo watch`.
@main
struct Main {
    static func main() async {
        do {
            try await run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            fail(error.errorDescription + "\n" + error.recoverySuggestion, code: 1)
        }
    }

    /// Does what the arguments say.
    private static func run(_ arguments: [String]) async throws(DataStoreError) {
        do {
            switch (arguments.first, arguments.dropFirst().joined(separator: " ")) {
            case ("add", let name) where !name.isEmpty: try await Amplify.DataStore.save(Todo(name: name, done: false))
            case ("list", ""): show(try await Amplify.DataStore.query(Todo.self, sort: order))
            case ("done", let name) where !name.isEmpty: try await finish(name)
            case ("watch", ""): try await watch()
            default: fail("usage: todo add NAME | list | done NAME | watch", code: 2)
            }
        } catch {
            throw DataStoreError(error: error)
        }
    }

    /// Open ones first; of each kind the oldest first.
    private static let order = QuerySortInput.by(.ascending(Todo.keys.done), .ascending(Todo.keys.createdAt))

    /// Marks the todo of that name as done: the oldest, of several.
    private static func finish(_ name: String) async throws {
        let open = try await Amplify.DataStore.query(
            Todo.self, where: Todo.keys.name == name && Todo.keys.done == false, sort: order, paginate: .firstResult)
        guard var todo = open.first else { fail("Nothing to do is called “\(name)”.", code: 1) }
        todo.done = true
        try await Amplify.DataStore.save(todo)
    }

    /// Shows the list, and again each time that it changes, whoever changes it.
    private static func watch() async throws {
        for try await snapshot in Amplify.DataStore.observeQuery(for: Todo.self, sort: order) {
            let open = snapshot.items.filter { !$0.done }.count
            show(snapshot.items, under: "\(open) to do")
        }
    }

    /// Prints todos at once, also into a pipe.
    private static func show(_ todos: [Todo], under title: String? = nil) {
        if let title { print(title) }
        for todo in todos { print(todo.done ? "[x]" : "[ ]", todo.name) }
        fflush(nil)
    }

    private static func fail(_ message: String, code: Int32) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(code)
    }
}
