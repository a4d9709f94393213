/// Whether the upstream can be reached.
public struct NetworkStatusEvent: Sendable, Hashable {
    /// Whether it can.
    public let active: Bool

    /// A change of state.
    public init(active: Bool) { self.active = active }
}

/// Synchronisation asks the upstream for records.
public struct SyncQueriesStartedEvent: Sendable, Hashable {
    /// Names of the models.
    public let models: [String]

    /// The models that are asked for.
    public init(models: [String]) { self.models = models }
}

/// One model's records are all here.
public struct ModelSyncedEvent: Sendable, Hashable {
    /// The model's name.
    public let modelName: String
    /// Whether all records were asked for.
    public let isFullSync: Bool
    /// Whether only changes were asked for.
    public let isDeltaSync: Bool
    /// How many records are new.
    public let added: Int
    /// How many records changed.
    public let updated: Int
    /// How many records are gone.
    public let deleted: Int

    /// What synchronisation did for a model.
    public init(modelName: String, isFullSync: Bool, isDeltaSync: Bool, added: Int, updated: Int, deleted: Int) {
        self.modelName = modelName
        self.isFullSync = isFullSync
        self.isDeltaSync = isDeltaSync
        self.added = added
        self.updated = updated
        self.deleted = deleted
    }
}

/// Whether changes wait for the upstream.
public struct OutboxStatusEvent: Sendable, Hashable {
    /// Whether none does.
    public let isEmpty: Bool

    /// A change of state.
    public init(isEmpty: Bool) { self.isEmpty = isEmpty }
}

/// A change that goes to the upstream, or has arrived there.
public struct OutboxMutationEvent: Sendable {
    /// The record, and what the upstream says of it.
    public struct OutboxMutationEventElement: Sendable {
        /// The record.
        public let model: any Model
        /// Its version upstream.
        public let version: Int?
        /// When it changed there, in milliseconds since 1970.
        public let lastChangedAt: Int64?
        /// Whether it is deleted there.
        public let deleted: Bool?

        /// A record on its way; what the upstream says is nil until it has answered.
        public init(model: any Model, version: Int? = nil, lastChangedAt: Int64? = nil, deleted: Bool? = nil) {
            self.model = model
            self.version = version
            self.lastChangedAt = lastChangedAt
            self.deleted = deleted
        }
    }

    /// The model's name.
    public let modelName: String
    /// The record.
    public let element: OutboxMutationEventElement

    /// A change of a record of `modelName`.
    public init(modelName: String, element: OutboxMutationEventElement) {
        self.modelName = modelName
        self.element = element
    }
}
