import Locks

/// Where lazy lists and references, and models inside of models, get their records from: a store.
package protocol ModelProvider: AnyObject, Sendable {
    /// The types over the store's schema.
    var types: ModelTypes { get }

    /// The record of that key.
    func record(_ model: ModelDefinition, _ key: Key) async throws(DataStoreError) -> Record?

    /// The records of that query, in its order.
    func records(_ query: Query) async throws(DataStoreError) -> [Record]

    /// The record of that key, for one who cannot wait asynchronously: it blocks.
    func recordAtOnce(_ model: ModelDefinition, _ key: Key) throws(DataStoreError) -> Record?
}

/// The provider for lists and references that came from no record, such as one that was made from identifiers.
package enum DefaultModelProvider {
    private static let provider = Lock(Weak())

    private struct Weak {
        weak var value: (any ModelProvider)?
    }

    /// The provider, as long as it lives.
    package static var current: (any ModelProvider)? {
        get { provider.withLock { $0.value } }
        set { provider.withLock { $0.value = newValue } }
    }
}

/// What stands behind a list or reference that was read from a record.
struct RelationSource: Sendable {
    enum Content: Sendable {
        case nothing
        /// One record by its key.
        case record(ModelDefinition, Key)
        /// The records whose fields have these values.
        case records(ModelBinding.Children, [Value])
    }

    let content: Content
    let types: ModelTypes
    /// Weak, so that models do not keep a store alive that was stopped.
    weak let provider: (any ModelProvider)?

    init(_ content: Content, types: ModelTypes, provider: (any ModelProvider)?) {
        self.content = content
        self.types = types
        self.provider = provider
    }

    /// The records as they are now; `limit` at most.
    func records(limit: Int? = nil) async throws(DataStoreError) -> [Record] {
        switch content {
        case .nothing: return []
        case .record(let model, let key):
            let record = try await reachable().record(model, key)
            return record.map { [$0] } ?? []
        case .records(let children, let values):
            if values.contains(where: \.isNull) { return [] }
            return try await reachable().records(children.query(values, limit: limit))
        }
    }

    private func reachable() throws(DataStoreError) -> any ModelProvider {
        if let provider = provider ?? DefaultModelProvider.current { return provider }
        let name =
            switch content {
            case .nothing: "record"
            case .record(let model, _): model.name
            case .records(let children, _): children.model.name
            }
        throw .configuration(
            "A relation to \(name) cannot be read: the store that its record came from is closed.",
            "Query the record again, and read the relation while the store is there.")
    }
}

extension ModelBinding.Children {
    /// Those whose fields have these values.
    func query(_ values: [Value], limit: Int?) -> Query {
        let terms = zip(fields, values).map { place, value in
            let field = model.fields[place]
            let path = ValuePath(model: model.name, field: place, column: field.name, leaf: .init(field.type))
            guard field.type.scalar == .time, case .text(let text) = value else {
                return Predicate.comparison(path, .eq(value))
            }
            return Predicate.comparison(path, .eq(.text(text.withoutZone)))
        }
        return Query(model, where: .and(terms), limit: limit)
    }
}
