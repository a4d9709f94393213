/// Where events of one area are published.
public enum HubChannel: Hashable, Sendable {
    case dataStore
    case custom(String)
}

/// A name of an event.
public typealias HubPayloadEventName = String

/// One event.
public struct HubPayload: Sendable {
    /// The names of events.
    public struct EventName: Sendable {
        /// The store's.
        public enum DataStore: Sendable {}
    }

    /// What happened.
    public let eventName: HubPayloadEventName
    /// Where or why, for people.
    public let context: String?
    /// The event's data, such as ``ModelSyncedEvent``.
    public let data: (any Sendable)?

    /// An event.
    public init(eventName: HubPayloadEventName, context: String? = nil, data: (any Sendable)? = nil) {
        self.eventName = eventName
        self.context = context
        self.data = data
    }
}

extension HubPayload.EventName.DataStore {
    /// The upstream can be reached, or not any more: ``NetworkStatusEvent``.
    public static let networkStatus = "DataStore.networkStatus"
    /// All subscriptions are there.
    public static let subscriptionsEstablished = "DataStore.subscriptionEstablished"
    /// Records are asked for: ``SyncQueriesStartedEvent``.
    public static let syncQueriesStarted = "DataStore.syncQueriesStarted"
    /// One model is complete: ``ModelSyncedEvent``.
    public static let modelSynced = "DataStore.modelSynced"
    /// All models are complete.
    public static let syncQueriesReady = "DataStore.syncQueriesReady"
    /// Changes go to the upstream from now on.
    public static let syncStarted = "DataStore.syncStarted"
    /// Both of the above.
    public static let ready = "DataStore.ready"
    /// A record came from the upstream: ``MutationEvent``.
    public static let syncReceived = "DataStore.syncReceived"
    /// Whether changes wait: ``OutboxStatusEvent``.
    public static let outboxStatus = "DataStore.outboxStatus"
    /// A change goes to the upstream: ``OutboxMutationEvent``.
    public static let outboxMutationEnqueued = "DataStore.outboxMutationEnqueued"
    /// A change has arrived there: ``OutboxMutationEvent``.
    public static let outboxMutationProcessed = "DataStore.outboxMutationProcessed"
    /// A change was refused there: ``OutboxMutationEvent``.
    public static let outboxMutationFailed = "DataStore.outboxMutationFailed"
    /// The condition of a save does not hold upstream: ``MutationEvent``.
    public static let conditionalSaveFailed = "DataStore.conditionalSaveFailed"
}
