/// One event of the hub, and how far the log had been told.
package struct HubEvent: Sendable {
    /// The event as Swift programs get it.
    package let payload: HubPayload
    package let position: Position

    /// Appends `{"type":"hub","eventName":…,"data":…}`.
    package func write(to writer: inout JSONWriter) {
        writer.write(
            .object([
                .init("type", .string("hub")), .init("eventName", .string(Text(payload.eventName))),
                .init("data", payload.json),
            ]))
    }
}

extension HubPayload {
    /// The event's data; null when there is none.
    fileprivate var json: JSON {
        switch data {
        case let data as OutboxStatusEvent: .object([.init("isEmpty", .bool(data.isEmpty))])
        case let data as SyncQueriesStartedEvent: .object([.init("models", .array(data.models.map { $0.json }))])
        case let data as ModelSyncedEvent:
            .object([
                .init("modelName", data.modelName.json), .init("isFullSync", .bool(data.isFullSync)),
                .init("isDeltaSync", .bool(data.isDeltaSync)), .init("added", data.added.json),
                .init("updated", data.updated.json), .init("deleted", data.deleted.json),
            ])
        default: .null
        }
    }
}

extension String {
    fileprivate var json: JSON { .string(Text(self)) }
}

extension Int {
    fileprivate var json: JSON { .number(Text(String(self))) }
}
