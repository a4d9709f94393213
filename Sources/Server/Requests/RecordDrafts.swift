import DataStore
import HTTP

/// Bodies that create records, checked before they reach the writer.
enum RecordDrafts {
    /// One record.
    static func create(_ body: JSON, of model: ModelDefinition) throws(Problem) -> Operation {
        do throws(Faults) {
            return try operation(body, of: model)
        } catch {
            throw .unprocessable(error.faults)
        }
    }

    /// An array of records: the faults of all of them at once, each behind its index.
    static func create(_ items: [JSON], of model: ModelDefinition) throws(Problem) -> [Operation] {
        var operations: [Operation] = []
        operations.reserveCapacity(items.count)
        var faults: [Fault] = []
        for (index, item) in items.enumerated() {
            do throws(Faults) {
                operations.append(try operation(item, of: model))
            } catch {
                faults += error.faults.map { $0.below("/\(index)") }
            }
        }
        guard faults.isEmpty else { throw .unprocessable(faults) }
        return operations
    }

    static func operation(_ body: JSON, of model: ModelDefinition) throws(Faults) -> Operation {
        let record = try RecordReader(model).create(from: body, now: Instant.now.inMilliseconds)
        let isFresh = model.primaryKey.count == 1 && body[Text(model.fields[model.primaryKey[0]].name)] == nil
        return .create(record, isFresh: isFresh)
    }
}

extension Fault {
    /// The same fault of a body that stands at `path` in a larger one.
    func below(_ path: String) -> Fault {
        guard case .path(let own) = place else { return self }
        return Fault(.path(path + own), detail)
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
