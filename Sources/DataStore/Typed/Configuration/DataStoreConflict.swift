/// What kind of change an upstream refused.
public enum GraphQLMutationType: String, Sendable, Hashable, Codable {
    case create, update, delete
}

/// A record that was changed here and elsewhere.
public struct DataStoreSyncConflict: Sendable {
    /// As it is here.
    public let localModel: any Model
    /// As it is there.
    public let remoteModel: any Model
    /// What the upstream said.
    public let errors: [String]
    /// What was done here.
    public let mutationType: GraphQLMutationType

    /// A conflict.
    public init(
        localModel: any Model, remoteModel: any Model, errors: [String] = [], mutationType: GraphQLMutationType
    ) {
        self.localModel = localModel
        self.remoteModel = remoteModel
        self.errors = errors
        self.mutationType = mutationType
    }
}

/// What a conflict handler is told.
public struct DataStoreConflictData: Sendable {
    /// As it is here.
    public let local: any Model
    /// As it is there.
    public let remote: any Model

    /// Both sides.
    public init(local: any Model, remote: any Model) {
        self.local = local
        self.remote = remote
    }
}

/// What a conflict handler decides.
public enum DataStoreConflictHandlerResult: Sendable {
    /// The record becomes what it is there.
    case applyRemote
    /// The change that was made here is made there again.
    case retryLocal
    /// The record becomes this on both sides.
    case retry(any Model)
}

/// Decides a conflict; it calls what it is given once.
public typealias DataStoreConflictHandler =
    @Sendable (DataStoreConflictData, @escaping @Sendable (DataStoreConflictHandlerResult) -> Void) -> Void

/// Is told of failures that no call reports.
public typealias DataStoreErrorHandler = @Sendable (any AmplifyError) -> Void
