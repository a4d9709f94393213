/// How requests to an upstream are authorised.
public enum AuthModeStrategyType: Sendable, Hashable {
    /// As the upstream does by default.
    case `default`
    /// By the models' rules, one after the other.
    case multiAuth
}

/// How a store behaves.
public struct DataStoreConfiguration: Sendable {
    /// A day, in seconds.
    public static let defaultSyncInterval: Double = 24 * 60 * 60
    /// How many records of a model a synchronisation takes at most.
    public static let defaultSyncMaxRecords: UInt = 10_000
    /// How many records one request asks for.
    public static let defaultSyncPageSize: UInt = 1_000

    /// Is told of failures that no call reports.
    public let errorHandler: DataStoreErrorHandler
    /// Decides conflicts.
    public let conflictHandler: DataStoreConflictHandler
    /// In seconds: after so long all records are asked for again.
    public let syncInterval: Double
    /// How many records of a model a synchronisation takes at most.
    public let syncMaxRecords: UInt
    /// How many records one request asks for.
    public let syncPageSize: UInt
    /// Which records are kept here.
    public let syncExpressions: [DataStoreSyncExpression]
    /// How requests are authorised.
    public let authModeStrategyType: AuthModeStrategyType

    /// What is not given is as in ``default``.
    public static func custom(
        errorHandler: @escaping DataStoreErrorHandler = { _ in },
        conflictHandler: @escaping DataStoreConflictHandler = { _, resolve in resolve(.applyRemote) },
        syncInterval: Double = DataStoreConfiguration.defaultSyncInterval,
        syncMaxRecords: UInt = DataStoreConfiguration.defaultSyncMaxRecords,
        syncPageSize: UInt = DataStoreConfiguration.defaultSyncPageSize,
        syncExpressions: [DataStoreSyncExpression] = [], authModeStrategy: AuthModeStrategyType = .default
    ) -> DataStoreConfiguration {
        DataStoreConfiguration(
            errorHandler: errorHandler, conflictHandler: conflictHandler, syncInterval: syncInterval,
            syncMaxRecords: syncMaxRecords, syncPageSize: syncPageSize, syncExpressions: syncExpressions,
            authModeStrategyType: authModeStrategy)
    }

    /// The remote side wins conflicts; failures that no call reports are passed over.
    public static var `default`: DataStoreConfiguration { .custom() }
}
