/// One committed create, update or delete of one record, as the change log holds it.
package struct Change: Sendable {
    package enum Kind: Int64, Sendable, Hashable {
        case create = 1
        case update = 2
        case delete = 3
    }

    /// Where the change came from.
    package enum Source: Int64, Sendable, Hashable {
        case local = 0
        /// Arrived by sync.
        case remote = 1
    }

    /// Strictly growing in commit order.
    package let seq: Int64
    /// The same for all changes of one transaction: the `seq` of its first one. 0 for writers outside of this program,
    /// whose transactions the log cannot tell apart.
    package let transaction: Int64
    package let kind: Kind
    package let source: Source
    /// When, in stored form.
    package let time: Text
    /// The record before it; nil for a create.
    package let old: Record?
    /// The record after it; nil for a delete.
    package let new: Record?

    package init(
        seq: Int64, transaction: Int64, kind: Kind, source: Source, time: Text, old: Record?, new: Record?
    ) {
        precondition(old != nil || new != nil, "a change has a record")
        self.seq = seq
        self.transaction = transaction
        self.kind = kind
        self.source = source
        self.time = time
        self.old = old
        self.new = new
    }

    /// The record after it, or the last one of a delete.
    package var record: Record {
        guard let record = new ?? old else { preconditionFailure("a change has a record") }
        return record
    }

    package var model: ModelDefinition { record.model }

    /// The version that the change made: of a delete one more than the record's.
    package var version: Int64 { kind == .delete ? record.version + 1 : record.version }
}

/// Changes in commit order, as they were read from the log.
package struct ChangeBatch: Sendable {
    package let changes: [Change]
    /// False while the last transaction in it goes on in the next batch.
    package let endsTransaction: Bool
    /// The position after the last of them.
    package let position: Position

    package init(changes: [Change], endsTransaction: Bool, position: Position) {
        self.changes = changes
        self.endsTransaction = endsTransaction
        self.position = position
    }
}
