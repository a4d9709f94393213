/// Writes records of one model as JSON: all fields in their order, or a selection, `null` where there is no value.
///
/// Made once for a model and a selection; the members' names are laid out then.
package struct RecordWriter: Sendable {
    private struct Member: Sendable {
        let place: Int
        /// Where its `,"name":` ends in `names`; it begins where the one before ends.
        let nameEnd: Int
        let isTemporal: Bool
    }

    package let model: ModelDefinition
    private let members: [Member]
    /// `{"id":` and `,"title":` and so on, one behind the other.
    private let names: [UInt8]

    /// With `fields`, the places to keep besides the key and `_version`; nil keeps all.
    package init(_ model: ModelDefinition, fields: Set<Int>? = nil) {
        self.model = model
        var members: [Member] = []
        var names: [UInt8] = []
        for (place, field) in model.fields.enumerated() {
            let isKept = fields.map { $0.contains(place) } ?? true
            guard isKept || place == model.version || model.primaryKey.contains(place) else { continue }
            names.append(members.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
            names.append(contentsOf: field.jsonKey)
            members.append(
                Member(place: place, nameEnd: names.count, isTemporal: field.type.scalar?.hasAnswerForm ?? false))
        }
        self.members = members
        self.names = names
    }

    /// Appends the record as one JSON object.
    package func write(_ record: Record, to writer: inout JSONWriter) {
        writeOpen(record, to: &writer)
        writer.bytes.append(UInt8(ascii: "}"))
    }

    /// Appends the record without its last brace, so that more members can follow, each with a comma before it.
    package func writeOpen(_ record: Record, to writer: inout JSONWriter) {
        names.withUnsafeBufferPointer { names in
            var start = 0
            for member in members {
                writer.bytes.append(contentsOf: UnsafeBufferPointer(rebasing: names[start..<member.nameEnd]))
                start = member.nameEnd
                writer.write(record.values[member.place], isTemporal: member.isTemporal)
            }
        }
    }

    /// The record as one JSON object.
    package func bytes(of record: Record) -> [UInt8] {
        var writer = JSONWriter(capacity: names.count + 32 * members.count)
        write(record, to: &writer)
        return writer.bytes
    }
}
