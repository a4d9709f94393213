/// New records straight from the bytes of their JSON.
///
/// What comes out, records and faults, is what `JSONReader` and then `create(from:now:newID:)` give. Nearly every body is
/// read by ``RecordScanner`` in one pass, without a tree; only one that has something unusual about it is read again.
extension RecordReader {
    /// A record that is not yet in the store.
    package struct NewRecord: Sendable {
        package let record: Record
        /// Whether its key was made here, so that no other record can have it.
        package let isFresh: Bool
    }

    /// The record that `body`, one JSON object, asks for.
    package func create(
        reading body: [UInt8], now: Instant, newID: () -> Text = UUIDv7.next
    ) throws(BodyFault) -> NewRecord {
        if let made = scan(
            body,
            { scanner throws(RecordScanner.Unusual) in
                try scanner.record(now: now, newID: newID)
            })
        {
            return made
        }
        let json = try tree(body)
        do throws(Faults) {
            return try create(json, now, newID)
        } catch {
            throw .content(error)
        }
    }

    /// The records that `body`, an array of JSON objects, asks for; the faults of all of them, each behind its index.
    package func createAll(
        reading body: [UInt8], now: Instant, newID: () -> Text = UUIDv7.next
    ) throws(BodyFault) -> [NewRecord] {
        if let made = scan(
            body,
            { scanner throws(RecordScanner.Unusual) in
                try scanner.records(now: now, newID: newID)
            })
        {
            return made
        }
        let json = try tree(body)
        guard case .array(let items) = json else {
            throw .content(Faults([Fault(.path(""), "must be an array of \(model.name), not \(json.kind)")]))
        }
        var made: [NewRecord] = []
        var faults: [Fault] = []
        for (index, item) in items.enumerated() {
            do throws(Faults) {
                made.append(try create(item, now, newID))
            } catch {
                faults += error.faults.map { $0.below("/\(index)") }
            }
        }
        guard faults.isEmpty else { throw .content(Faults(faults)) }
        return made
    }

    private func create(_ json: JSON, _ now: Instant, _ newID: () -> Text) throws(Faults) -> NewRecord {
        let record = try create(from: json, now: now, newID: newID)
        let isFresh = model.primaryKey.count == 1 && json[Text(model.fields[model.primaryKey[0]].name)] == nil
        return NewRecord(record: record, isFresh: isFresh)
    }

    private func tree(_ body: [UInt8]) throws(BodyFault) -> JSON {
        do throws(JSONFault) {
            return try JSONReader.read(body)
        } catch {
            throw .form(error)
        }
    }

    /// What `read` takes from the whole of `body`; nil when there is something unusual about it.
    private func scan<Made>(
        _ body: [UInt8], _ read: (inout RecordScanner) throws(RecordScanner.Unusual) -> Made
    ) -> Made? {
        body.withUnsafeBufferPointer { bytes in
            do throws(RecordScanner.Unusual) {
                var scanner = try RecordScanner(model, bytes)
                let made = try read(&scanner)
                try scanner.finish()
                return made
            } catch {
                return nil
            }
        }
    }
}
