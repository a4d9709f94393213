import DataStore
import HTTP

/// Bodies that create records, checked before they reach the writer.
enum RecordDrafts {
    /// One record.
    static func create(_ body: [UInt8], of model: ModelDefinition) throws(Problem) -> Operation {
        do {
            let made = try RecordReader(model).create(reading: body, now: Instant.now.inMilliseconds)
            return .create(made.record, isFresh: made.isFresh)
        } catch {
            throw Problem(error)
        }
    }

    /// An array of at most so many records: the faults of all of them at once, each behind its index.
    static func createAll(
        _ body: [UInt8], of model: ModelDefinition, atMost limit: Int
    ) throws(Problem) -> [Operation] {
        let outcome = Result { () throws(BodyFault) in
            try RecordReader(model).createAll(reading: body, now: Instant.now.inMilliseconds)
        }
        // Of too many records the number alone is told.
        var count = 0
        switch outcome {
        case .success(let made): count = made.count
        case .failure(.content): count = JSONReader.countOfArray(body)
        case .failure(.form): break
        }
        guard count <= limit else {
            let detail = "An array has at most \(limit) records; this has \(count)."
            throw .unprocessable([Fault(.path(""), detail)])
        }
        do {
            return try outcome.get().map { .create($0.record, isFresh: $0.isFresh) }
        } catch {
            throw Problem(error)
        }
    }

    static func operation(_ body: JSON, of model: ModelDefinition) throws(Faults) -> Operation {
        let record = try RecordReader(model).create(from: body, now: Instant.now.inMilliseconds)
        let isFresh = model.primaryKey.count == 1 && body[Text(model.fields[model.primaryKey[0]].name)] == nil
        return .create(record, isFresh: isFresh)
    }
}

extension RecordWriter {
    /// All fields, or those of a projection.
    init(_ model: ModelDefinition, _ projection: Projection?) {
        self.init(model, fields: projection.map { Set($0.places) })
    }

    /// `{"items":[…]}`.
    func items(_ records: [Record]) -> [UInt8] {
        var writer = JSONWriter(capacity: 256 * (records.count + 1))
        writer.write(raw: Array(#"{"items":["#.utf8))
        for (index, record) in records.enumerated() {
            if index > 0 { writer.bytes.append(UInt8(ascii: ",")) }
            write(record, to: &writer)
        }
        writer.write(raw: Array("]}".utf8))
        return writer.bytes
    }
}
