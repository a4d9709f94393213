import Locks

/// How lists are ordered and their items written: the same for every live query of one model, sort and selection of fields.
///
/// Shared between those queries, so that ten thousand of them do not each have their own, and what every change needs
/// stays in the processor's cache.
package final class ListForm: Sendable {
    let sort: Sort
    /// Who has it may write an item: it guards the bytes of all items of this form.
    fileprivate let writer: Lock<RecordWriter>

    package init(_ model: ModelDefinition, sort: Sort, projection: Projection?) {
        self.sort = sort
        writer = Lock(RecordWriter(model, fields: projection.map { Set($0.places) }))
    }
}

extension LiveList {
    /// An item with its bytes: encoded once for all who see it, when the first one asks, and never for an app that
    /// looks at records alone.
    package final class Item: @unchecked Sendable {
        // Sendable: `encoded` is only touched by who has the form's writer, all else never changes.
        package let record: Record
        private let form: ListForm
        private var encoded: [UInt8]?

        init(_ record: Record, _ form: ListForm) {
            self.record = record
            self.form = form
        }

        package var bytes: [UInt8] {
            form.writer.withLock { writer in
                if let encoded { return encoded }
                let made = writer.bytes(of: record)
                encoded = made
                return made
            }
        }

        /// Whether it is of the record with the same key.
        func shows(_ other: Record) -> Bool {
            record.model.primaryKey.allSatisfy { record.values[$0] == other.values[$0] }
        }
    }
}

/// The forms that are in use, each as long as a query has it.
struct ListForms {
    private struct Identity: Hashable {
        let model: String
        let sort: Sort
        let projection: Projection?

        init(_ identity: LiveQuery.Identity) {
            model = identity.query.model.name
            sort = identity.query.sort
            projection = identity.projection
        }
    }

    private var forms: [Identity: (form: ListForm, uses: Int)] = [:]

    /// The form for one more query.
    mutating func take(_ identity: LiveQuery.Identity) -> ListForm {
        let made = ListForm(identity.query.model, sort: identity.query.sort, projection: identity.projection)
        let key = Identity(identity)
        let form = forms[key]?.form ?? made
        forms[key, default: (form, 0)].uses += 1
        return form
    }

    /// A query that had taken one is no more.
    mutating func leave(_ identity: LiveQuery.Identity) {
        let key = Identity(identity)
        guard let uses = forms[key]?.uses else { return }
        if uses == 1 { forms[key] = nil } else { forms[key]?.uses = uses - 1 }
    }
}
