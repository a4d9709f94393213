import Locks

/// Records of another model that belong to one record, read when they are asked for.
///
/// ``fetch()`` reads them; from then on the list is a collection. Before, it has no elements, and to ask for them is a
/// mistake that stops a debug build.
public final class List<ModelType: Model>: Sendable {
    private enum State {
        case loaded([ModelType])
        case source(RelationSource)
    }

    private let state: Lock<State>

    /// A list that is loaded.
    public init(elements: [ModelType]) { state = Lock(.loaded(elements)) }

    /// An empty list.
    public convenience init() { self.init(elements: []) }

    init(_ source: RelationSource) { state = Lock(.source(source)) }

    /// Whether the elements are there without reading.
    public var isLoaded: Bool { state.withLock { if case .loaded = $0 { true } else { false } } }

    /// Reads the elements when that has not happened.
    public func fetch() async throws {
        guard case .source(let source) = state.withLock({ $0 }) else { return }
        let records = try await source.records()
        var elements: [ModelType] = []
        elements.reserveCapacity(records.count)
        for record in records {
            elements.append(try source.types.model(ModelType.self, from: record, provider: source.provider))
        }
        state.withLock { $0 = .loaded(elements) }
    }

    /// Whether more would follow; a list is read whole, so never.
    public func hasNextPage() -> Bool { false }

    /// Throws: a list is read whole.
    public func getNextPage() async throws -> List<ModelType> {
        throw DataStoreError.invalidOperation(
            causedBy: InvalidQuery(
                .page, model: ModelType.modelName, details: ["A list is read whole; it has no next page."],
                "Call fetch(), which reads all elements."))
    }

    /// The elements; none before they are read.
    public var elements: [ModelType] {
        guard case .loaded(let elements) = state.withLock({ $0 }) else {
            assertionFailure("a List<\(ModelType.modelName)> is read by fetch() before its elements are used")
            return []
        }
        return elements
    }
}

extension List: Collection {
    /// 0.
    public var startIndex: Int { 0 }
    /// How many elements there are.
    public var endIndex: Int { elements.count }
    /// The next place.
    public func index(after index: Int) -> Int { index + 1 }
    /// The element at a place.
    public subscript(position: Int) -> ModelType { elements[position] }
    /// The elements as they are now.
    public func makeIterator() -> IndexingIterator<[ModelType]> { elements.makeIterator() }
}

extension List: ExpressibleByArrayLiteral {
    /// A list that is loaded.
    public convenience init(arrayLiteral elements: ModelType...) { self.init(elements: elements) }
}

extension List: Codable {
    /// Reads an array, or null for an empty list.
    public convenience init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self.init(elements: container.decodeNil() ? [] : try container.decode([ModelType].self))
    }

    /// Writes the elements; null before they are read.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        guard case .loaded(let elements) = state.withLock({ $0 }) else { return try container.encodeNil() }
        try container.encode(elements)
    }
}

/// A list of whatever model.
protocol ModelListValue: Sendable {
    init(_ source: RelationSource)
}

extension List: ModelListValue {}
