import DataStore
import Testing

/// One who watches a live query, and keeps what it hears.
final class SnapshotRecorder: LiveQueryListener {
    enum Event: Sendable {
        case snapshot(Snapshot)
        case end(StoreError)
    }

    let events = Mailbox<Event>()

    func receive(_ snapshot: Snapshot) { events.put(.snapshot(snapshot)) }

    func end(_ reason: StoreError) { events.put(.end(reason)) }

    /// All snapshots that came since the last call.
    func snapshots(_ place: SourceLocation = #_sourceLocation) -> [Snapshot] {
        events.rest().compactMap { event in
            if case .snapshot(let snapshot) = event { return snapshot }
            Issue.record("ended: \(event)", sourceLocation: place)
            return nil
        }
    }
}

extension Snapshot {
    /// The items as text, a line each.
    var lines: [String] { items.map { String(decoding: $0.bytes, as: UTF8.self) } }

    /// Keys and versions: `a 1`.
    var versions: [String] { items.map { "\($0.record.key.modelID($0.record.model)) \($0.record.version)" } }
}

extension TestStore {
    /// Begins to watch; the first snapshot.
    func watch(
        _ query: Query, _ recorder: SnapshotRecorder, fields projection: Projection? = nil
    ) throws -> Result<Snapshot, StoreError> {
        let promise = Promise<Result<Snapshot, StoreError>>()
        store.live.watch(query, projection, recorder) { promise.fulfil($0) }
        return try promise.get()
    }

    /// Waits until everything that is committed was told.
    func settle() throws {
        let head = try store.head().seq
        let promise = Promise<Bool>()
        store.feed.wait(for: head, seconds: 10) { promise.fulfil($0) }
        #expect(try promise.get())
    }

    /// What `GET` answers, a line for each record; without a limit all of it.
    func lines(_ query: Query, _ projection: Projection? = nil) throws -> [String] {
        let writer = RecordWriter(query.model, fields: projection.map { Set($0.places) })
        return try store.page(query).records.map { String(decoding: writer.bytes(of: $0), as: UTF8.self) }
    }
}
