/// A change as an observer is told of it: the frame's JSON of `/observe`.
package struct ObservedChange: Sendable {
    package let change: Change
    /// An update after which the record no longer matches the observer's predicate.
    package let hasLeft: Bool

    package init(_ change: Change, hasLeft: Bool = false) {
        self.change = change
        self.hasLeft = hasLeft
    }

    /// Appends the event; `record` writes the record with the observer's fields.
    package func write(to writer: inout JSONWriter, record: RecordWriter) {
        let model = change.model
        writer.write(raw: Self.opening)
        writer.write(change.seq)
        writer.write(raw: Self.modelName)
        writer.write(Text(model.name))
        writer.write(raw: Self.modelID)
        writer.write(change.record.key.modelID(model))
        writer.write(raw: Self.kinds[Int(change.kind.rawValue)])
        writer.write(change.version)
        writer.write(raw: Self.createdAt)
        writer.write(Scalar.dateTime.answer(change.time))
        writer.write(raw: change.source == .local ? Self.local : Self.remote)
        if let old = change.old, let new = change.new {
            writer.write(raw: Self.changed)
            for (index, name) in new.changedFields(from: old).enumerated() {
                if index > 0 { writer.write(raw: Self.comma) }
                writer.write(Text(name))
            }
            writer.write(raw: Self.endOfArray)
        }
        if hasLeft { writer.write(raw: Self.left) }
        writer.write(raw: Self.model)
        record.write(change.record, to: &writer)
        writer.write(raw: Self.closing)
    }

    private static let opening = Array(#"{"type":"mutation","seq":"#.utf8)
    private static let modelName = Array(#","modelName":"#.utf8)
    private static let modelID = Array(#","modelId":"#.utf8)
    private static let kinds = ["", "create", "update", "delete"].map {
        Array(#","mutationType":"\#($0)","version":"#.utf8)
    }
    private static let createdAt = Array(#","createdAt":"#.utf8)
    private static let local = Array(#","source":"local""#.utf8)
    private static let remote = Array(#","source":"remote""#.utf8)
    private static let changed = Array(#","changed":["#.utf8)
    private static let comma = Array(",".utf8)
    private static let endOfArray = Array("]".utf8)
    private static let left = Array(#","left":true"#.utf8)
    private static let model = Array(#","model":"#.utf8)
    private static let closing = Array("}".utf8)
}
