/// All records that match a query, at one moment.
public struct DataStoreQuerySnapshot<M: Model>: Sendable {
    /// The records in the query's order.
    public let items: [M]
    /// Whether everything that an upstream has is here; true without an upstream.
    public let isSynced: Bool

    /// A snapshot.
    public init(items: [M], isSynced: Bool) {
        self.items = items
        self.isSynced = isSynced
    }
}

extension DataStoreQuerySnapshot: Equatable where M: Equatable {}
