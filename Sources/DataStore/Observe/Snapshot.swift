/// What a live query shows at a position.
package struct Snapshot: Sendable {
    package let position: Position
    package let items: [LiveList.Item]

    package init(position: Position, items: [LiveList.Item]) {
        self.position = position
        self.items = items
    }

    /// About how long the frame is.
    package var byteCount: Int { items.reduce(64) { $0 + $1.bytes.count + 1 } }

    /// The frame's JSON, `{"type":"snapshot","isSynced":…,"items":[…]}`, put together from bytes that are encoded already.
    package func write(to writer: inout JSONWriter, isSynced: Bool) {
        writer.bytes.reserveCapacity(writer.bytes.count + byteCount)
        writer.write(raw: isSynced ? Self.synced : Self.syncing)
        for (index, item) in items.enumerated() {
            if index > 0 { writer.bytes.append(UInt8(ascii: ",")) }
            writer.write(raw: item.bytes)
        }
        writer.write(raw: Self.closing)
    }

    private static let synced = Array(#"{"type":"snapshot","isSynced":true,"items":["#.utf8)
    private static let syncing = Array(#"{"type":"snapshot","isSynced":false,"items":["#.utf8)
    private static let closing = Array("]}".utf8)
}
