/// What to read of one model: which records, in what order, from where on and how many.
package struct Query: Sendable {
    package let model: ModelDefinition
    /// In normal form.
    package let predicate: Predicate
    package let sort: Sort
    /// At most so many records; nil for all.
    package let limit: Int?
    /// How many records to pass over before the first. Pages by `after` are steady under changes, these are not.
    package let offset: Int
    /// The place behind which the page begins; nil for the first.
    package let after: Cursor?

    /// `after` must come from the same model, predicate and sort, as ``cursor(from:)`` ensures.
    package init(
        _ model: ModelDefinition, where predicate: Predicate = .all, sort: Sort? = nil, limit: Int? = nil,
        offset: Int = 0, after: Cursor? = nil
    ) {
        self.model = model
        self.predicate = predicate.normalized
        self.sort = sort ?? Sort(byKeyOf: model)
        self.limit = limit
        self.offset = offset
        self.after = after
    }

    /// The same query from `cursor` on.
    package func after(_ cursor: Cursor) -> Query {
        Query(model, where: predicate, sort: sort, limit: limit, offset: offset, after: cursor)
    }

    /// Names model, predicate and sort: equal for queries that mean the same. Limit, offset and place are not in it.
    package var identity: String { "\(model.name)?sort=\(sort.canonical)&where=\(predicate)" }

    /// The `nextToken` for the page behind `last`.
    package func token(after last: Record) -> String {
        Cursor(sort.terms.map { $0.cursorValue(last.values[$0.place]) }).token(for: identity)
    }

    /// The place that a `nextToken` names. Throws a fault of that parameter for a token that was altered, invented, or
    /// made for another model, predicate or sort.
    package func cursor(from token: String) throws(Fault) -> Cursor {
        try Cursor(token: token, for: identity, count: sort.terms.count)
    }
}
