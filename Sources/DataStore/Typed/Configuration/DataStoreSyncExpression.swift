/// Which records of a model are kept here; asked anew at each start.
public struct DataStoreSyncExpression: Sendable {
    /// Makes the predicate.
    public typealias QueryPredicateResolver = @Sendable () -> any QueryPredicate

    /// The model.
    public let modelSchema: ModelSchema
    let predicate: QueryPredicateResolver

    /// Keeps the records of a model that match.
    public static func syncExpression(
        _ modelSchema: ModelSchema, where predicate: @escaping QueryPredicateResolver
    ) -> DataStoreSyncExpression {
        DataStoreSyncExpression(modelSchema: modelSchema, predicate: predicate)
    }
}
