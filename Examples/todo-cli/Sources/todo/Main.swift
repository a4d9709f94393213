import DataStore
import Foundation

/// `todo add NAME`, `todo list`, `todo done NAME`, `todo watch`.
@main
struct Main {
    static func main() async {
        do {
            let arguments = CommandLine.arguments.dropFirst()
            try await run(arguments.first ?? "", arguments.dropFirst().joined(separator: " "))
        } catch {
            let error = DataStoreError(error: error)
            fail(error.errorDescription + "\n" + error.recoverySuggestion, code: 1)
        }
    }

    private static func run(_ command: String, _ name: String) async throws {
        switch command {
        case "add" where !name.isEmpty: try await Amplify.DataStore.save(Todo(name: name))
        case "done" where !name.isEmpty: try await finish(name)
        case "list" where name.isEmpty: show(try await Amplify.DataStore.query(Todo.self, sort: order))
        case "watch" where name.isEmpty: try await watch()
        default: fail("usage: todo add NAME | list | done NAME | watch", code: 2)
        }
    }

    /// Open ones first; of each kind the oldest first.
    private static let order = QuerySortInput.by(.ascending(Todo.keys.done), .ascending(Todo.keys.createdAt))

    /// Marks the open todo of that name as done; of several the oldest.
    private static func finish(_ name: String) async throws {
        let todo = Todo.keys
        let open = try await Amplify.DataStore.query(
            Todo.self, where: todo.name == name && todo.done == false, sort: order, paginate: .firstResult)
        guard var found = open.first else { fail("nothing to do is called \(name)", code: 1) }
        found.done = true
        // Another process may have been quicker.
        try await Amplify.DataStore.save(found, where: todo.done == false)
    }

    /// Shows the list, and again each time that it changes, whichever process changes it.
    private static func watch() async throws {
        for try await snapshot in Amplify.DataStore.observeQuery(for: Todo.self, sort: order) {
            print("\(snapshot.items.count { !$0.done }) to do")
            show(snapshot.items)
        }
    }

    /// Prints todos at once, also into a pipe.
    private static func show(_ todos: [Todo]) {
        for todo in todos { print(todo.done ? "[x]" : "[ ]", todo.name) }
        fflush(nil)
    }

    private static func fail(_ message: String, code: Int32) -> Never {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        exit(code)
    }
}
