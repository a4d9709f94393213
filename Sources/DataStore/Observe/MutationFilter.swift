/// Which changes an observer is told of. A value; equal filters see the same events.
package struct MutationFilter: Sendable {
    /// Names of the models; nil is every model.
    package let models: Set<String>?
    /// Only the record of this key.
    package let key: Key?
    package let kinds: Set<Change.Kind>
    /// Tested on the record; an update also passes when the record matched before it.
    private let predicate: CompiledPredicate?

    package init(
        models: Set<String>? = nil, key: Key? = nil, kinds: Set<Change.Kind> = [.create, .update, .delete],
        predicate: Predicate? = nil
    ) {
        self.models = models
        self.key = key
        self.kinds = kinds
        self.predicate = predicate.map { CompiledPredicate($0) }
    }

    /// The event for a change; nil when it does not pass. `parents` finds records across `belongsTo`, as they are now.
    package func event(for change: Change, parents: (ForeignKeyHop, Key) -> Record?) -> ObservedChange? {
        guard kinds.contains(change.kind), models.map({ $0.contains(change.model.name) }) ?? true,
            key.map({ $0 == change.record.key }) ?? true
        else { return nil }
        guard let predicate else { return ObservedChange(change) }
        if predicate.matches(change.record, parent: parents) { return ObservedChange(change) }
        guard change.kind == .update, let old = change.old, predicate.matches(old, parent: parents) else { return nil }
        return ObservedChange(change, hasLeft: true)
    }
}
