import DataStore
import Dispatch
import Testing

/// How long a test waits for what must come: far longer than it takes with all tests at once under a sanitizer, because
/// a test that passes never waits this long.
private let patience = DispatchTimeInterval.seconds(180)

/// A value that comes later, from another queue, once.
final class Promise<Value: Sendable>: @unchecked Sendable {
    // Sendable: `value` is written once, before the signal that the reader waits for.
    private var value: Value?
    private let isThere = DispatchSemaphore(value: 0)

    func fulfil(_ value: Value) {
        self.value = value
        isThere.signal()
    }

    /// The value; fails when it does not come.
    func get(_ place: SourceLocation = #_sourceLocation) throws -> Value {
        let outcome = isThere.wait(timeout: .now() + patience)
        try #require(outcome == .success, "nothing came in time", sourceLocation: place)
        isThere.signal()
        return try #require(value, sourceLocation: place)
    }
}

/// What arrives on another queue, in order.
final class Mailbox<Item: Sendable>: @unchecked Sendable {
    // Sendable: `items` is only used on `queue`.
    private var items: [Item] = []
    private let queue = DispatchQueue(label: "test.mailbox")
    private let arrived = DispatchSemaphore(value: 0)

    func put(_ item: Item) {
        queue.sync { items.append(item) }
        arrived.signal()
    }

    /// The next item; fails when none comes.
    func next(_ place: SourceLocation = #_sourceLocation) throws -> Item {
        let outcome = arrived.wait(timeout: .now() + patience)
        try #require(outcome == .success, "nothing came in time", sourceLocation: place)
        return queue.sync { items.removeFirst() }
    }

    /// All that arrived and was not taken yet.
    func rest() -> [Item] {
        var rest: [Item] = []
        while arrived.wait(timeout: .now()) == .success { queue.sync { rest.append(items.removeFirst()) } }
        return rest
    }
}

/// Asks again until it holds; fails when it does not in time. Only for what tells nobody when it happens.
func eventually(
    _ what: String, _ place: SourceLocation = #_sourceLocation, _ holds: () throws -> Bool
) throws {
    let deadline = DispatchTime.now() + patience
    let never = DispatchSemaphore(value: 0)
    while try !holds() {
        try #require(DispatchTime.now() < deadline, "\(what) did not come in time", sourceLocation: place)
        _ = never.wait(timeout: .now() + .milliseconds(10))
    }
}
