import Dispatch

/// Tells what happens to the store itself: Amplify's hub, channel DataStore.
///
/// Events are told on the feed's queue, between the changes that they stand between.
package final class Hub: @unchecked Sendable {
    // Sendable: `listeners` is only used on the feed's queue.
    private let feed: ChangeFeed
    private var listeners: [ObjectIdentifier: @Sendable (HubEvent) -> Void] = [:]

    init(_ feed: ChangeFeed) { self.feed = feed }

    /// Keeps a listener as long as it lives.
    package final class Token: Sendable {
        private let hub: Hub

        fileprivate init(_ hub: Hub) { self.hub = hub }

        deinit {
            let (hub, name) = (hub, ObjectIdentifier(self))
            hub.feed.queue.async { hub.listeners[name] = nil }
        }
    }

    /// Calls `listener` for each event, until the token is gone. `ready` gets the token, on the feed's queue, when what
    /// happens next will be told.
    package func listen(
        _ listener: @escaping @Sendable (HubEvent) -> Void, ready: @escaping @Sendable (Token) -> Void
    ) {
        let token = Token(self)
        feed.queue.async {
            self.listeners[ObjectIdentifier(token)] = listener
            ready(token)
        }
    }

    /// The store tells changes again. It has no cloud to wait for: every model is synced at once.
    func started(_ models: [String]) {
        tell("outboxStatus", .object([.init("isEmpty", .bool(true))]))
        tell("syncQueriesStarted", .object([.init("models", .array(models.map { .string(Text($0)) }))]))
        for model in models {
            let zero = JSON.number(Text("0"))
            tell(
                "modelSynced",
                .object([
                    .init("modelName", .string(Text(model))), .init("isFullSync", .bool(false)),
                    .init("isDeltaSync", .bool(false)), .init("added", zero), .init("updated", zero),
                    .init("deleted", zero),
                ]))
        }
        tell("syncQueriesReady", .null)
        tell("ready", .null)
    }

    private func tell(_ name: String, _ data: JSON) {
        let event = HubEvent(name: "DataStore.\(name)", data: data, position: feed.position)
        for listener in listeners.values { listener(event) }
    }
}

/// One event of the hub.
package struct HubEvent: Sendable {
    /// Amplify's name of it, such as `DataStore.modelSynced`.
    package let name: String
    package let data: JSON
    /// How far the log had been told.
    package let position: Position

    /// Appends `{"type":"hub","eventName":…,"data":…}`.
    package func write(to writer: inout JSONWriter) {
        writer.write(
            .object([
                .init("type", .string("hub")), .init("eventName", .string(Text(name))), .init("data", data),
            ]))
    }
}
