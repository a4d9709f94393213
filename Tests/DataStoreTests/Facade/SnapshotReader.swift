import DataStore

/// Reads what an observed query shows, one list after the other.
struct SnapshotReader<M: Model> {
    private var iterator: AmplifyAsyncThrowingSequence<DataStoreQuerySnapshot<M>>.Iterator
    private let text: (M) -> String

    init(
        _ sequence: AmplifyAsyncThrowingSequence<DataStoreQuerySnapshot<M>>,
        _ text: @escaping (M) -> String = { $0.identifier }
    ) {
        iterator = sequence.makeAsyncIterator()
        self.text = text
    }

    /// The next list, as words; nil after the end.
    mutating func next() async throws -> String? {
        guard let snapshot = try await iterator.next() else { return nil }
        return (snapshot.isSynced ? "" : "syncing ") + snapshot.items.map(text).joined(separator: " ")
    }

    mutating func next(_ count: Int) async throws -> [String?] {
        var lists: [String?] = []
        for _ in 0..<count { lists.append(try await next()) }
        return lists
    }
}

extension MutationEvent {
    /// `create p1 v1`.
    var brief: String { "\(mutationType) \(modelId) v\(version ?? 0)" }
}

extension AmplifyAsyncThrowingSequence<MutationEvent>.Iterator {
    mutating func next(_ count: Int) async throws -> [String] {
        var events: [String] = []
        while events.count < count, let event = try await next() { events.append(event.brief) }
        return events
    }
}

extension DataStoreError {
    /// Whether a condition does not hold.
    var isInvalidCondition: Bool { if case .invalidCondition = self { true } else { false } }
}
