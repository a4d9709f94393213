/// Makes records of one model from what clients send, or says everything that is wrong with it.
///
/// It decides what a body means, not whether it may be written: conditions, foreign keys and taken keys are the
/// store's. Paths in faults are JSON Pointers into the body.
package struct RecordReader: Sendable {
    /// What a PUT or PATCH asks for.
    package struct Draft: Sendable {
        /// The whole record. Its version is the existing record's, 0 when there is none; the store counts.
        package let record: Record
        /// `_version` of the body: the version that the existing record must have.
        package let expectedVersion: Int64?
    }

    package let model: ModelDefinition

    package init(_ model: ModelDefinition) { self.model = model }

    /// A new record, version 0. `_version` in the body is passed over; `createdAt` and `updatedAt` may be given. The
    /// key's `id: ID` is `newID()` when it is left out.
    package func create(
        from body: JSON, now: Instant, newID: () -> Text = UUIDv7.next
    ) throws(Faults) -> Record {
        var pass = try RecordPass(model, body, now: now)
        pass.readNewRecord(key: nil)
        if let place = pass.placeOfMissingID { pass.set(.text(newID()), at: place) }
        pass.fillAbsent()
        try pass.reader.faults.finish()
        return Record(model: model, values: pass.values)
    }

    /// The record that a PUT to `key` leaves: what the body leaves out is its default or null. Without `existing` it
    /// is a new one. `key` has a value for each field of the model's key.
    package func replace(
        from body: JSON, key: Key, existing: Record?, now: Instant
    ) throws(Faults) -> Draft {
        var pass = try RecordPass(model, body, now: now)
        if let existing {
            pass.readChange(of: existing, key: key, merging: false)
        } else {
            pass.readNewRecord(key: key)
        }
        pass.fillAbsent()
        try pass.reader.faults.finish()
        return Draft(record: Record(model: model, values: pass.values), expectedVersion: pass.expectedVersion)
    }

    /// The record that a JSON Merge Patch (RFC 7396) makes of `existing`: into embedded objects and AWSJSON too, while
    /// lists are replaced whole.
    package func merge(_ patch: JSON, into existing: Record, now: Instant) throws(Faults) -> Draft {
        var pass = try RecordPass(model, patch, now: now)
        pass.readChange(of: existing, key: existing.key, merging: true)
        try pass.reader.faults.finish()
        return Draft(record: Record(model: model, values: pass.values), expectedVersion: pass.expectedVersion)
    }
}
