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
        typealias Name = HubPayload.EventName.DataStore
        tell(Name.outboxStatus, OutboxStatusEvent(isEmpty: true))
        tell(Name.syncQueriesStarted, SyncQueriesStartedEvent(models: models))
        for model in models {
            tell(
                Name.modelSynced,
                ModelSyncedEvent(
                    modelName: model, isFullSync: false, isDeltaSync: false, added: 0, updated: 0, deleted: 0))
        }
        tell(Name.syncQueriesReady)
        tell(Name.ready)
    }

    private func tell(_ name: HubPayloadEventName, _ data: (any Sendable)? = nil) {
        let event = HubEvent(payload: HubPayload(eventName: name, data: data), position: feed.position)
        for listener in listeners.values { listener(event) }
    }
}
