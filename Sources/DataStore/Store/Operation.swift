/// One write of one record, checked as far as it can be without the stored record.
package enum Operation: Sendable {
    /// `isFresh`: the server made the key.
    case create(Record, isFresh: Bool)
    /// Create, or replace whole.
    case replace(ModelDefinition, Key, JSON, Conditions)
    /// RFC 7396 into what is there.
    case merge(ModelDefinition, Key, JSON, Conditions)
    /// Create, or write what a typed model says over what is there.
    case save(ModelWrite, Conditions)
    case delete(ModelDefinition, Key, Conditions)

    /// What an operation did.
    package enum Effect: Sendable, Hashable { case created, updated, unchanged, deleted }

    package struct Outcome: Sendable {
        package let effect: Effect
        /// The record after it; of a delete the last one.
        package let record: Record
    }

    /// Does it. Throws, having changed nothing that is not rolled back by the caller.
    func apply(in transaction: WriteTransaction, now: Instant) throws(StoreError) -> Outcome {
        switch self {
        case .create(let record, let isFresh):
            return Outcome(effect: .created, record: try transaction.insert(record, isFresh: isFresh))

        case .replace(let model, let key, let body, let conditions):
            let stored = try transaction.record(model, key)
            let draft: RecordReader.Draft
            do {
                draft = try RecordReader(model).replace(from: body, key: key, existing: stored, now: now)
            } catch {
                throw .invalid(error.faults)
            }
            try transaction.check(conditions, stored, draft)
            return try transaction.put(draft.record, over: stored)

        case .merge(let model, let key, let patch, let conditions):
            guard let stored = try transaction.record(model, key) else { throw .notFound }
            let draft: RecordReader.Draft
            do {
                draft = try RecordReader(model).merge(patch, into: stored, now: now)
            } catch {
                throw .invalid(error.faults)
            }
            try transaction.check(conditions, stored, draft)
            return try transaction.save(stored, draft.record)

        case .save(let write, let conditions):
            let stored = try transaction.record(write.model, write.key)
            let draft: RecordReader.Draft
            do {
                draft = try write.draft(over: stored, now: now)
            } catch {
                throw .invalid(error.faults)
            }
            try transaction.check(conditions, stored, draft)
            return try transaction.put(draft.record, over: stored)

        case .delete(let model, let key, let conditions):
            guard let stored = try transaction.record(model, key) else { throw .notFound }
            try transaction.check(conditions, stored, nil)
            try transaction.delete(stored)
            return Outcome(effect: .deleted, record: stored)
        }
    }
}

extension WriteTransaction {
    /// Throws when a condition does not hold. A foreign key to nothing goes before that.
    fileprivate func check(_ conditions: Conditions, _ stored: Record?, _ draft: RecordReader.Draft?) throws(StoreError)
    {
        let violation = try conditions.violation(by: stored, expectedVersion: draft?.expectedVersion) {
            (predicate, record) throws(StoreError) in try matches(predicate, record)
        }
        guard let violation else { return }
        if let draft { try requireTargets(of: draft.record) }
        throw .preconditionFailed(violation)
    }

    /// Writes the draft, whether something is stored or not.
    fileprivate func put(_ draft: Record, over stored: Record?) throws(StoreError) -> Operation.Outcome {
        guard let stored else { return .init(effect: .created, record: try insert(draft)) }
        return try save(stored, draft)
    }

    /// Writes the draft over what is stored, unless that changes nothing.
    fileprivate func save(_ stored: Record, _ draft: Record) throws(StoreError) -> Operation.Outcome {
        if draft.hasSameContent(as: stored) { return .init(effect: .unchanged, record: stored) }
        return .init(effect: .updated, record: try update(stored, to: draft))
    }
}
