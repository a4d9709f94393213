/// The list of one live query, kept current change by change. A value: it reads no database.
///
/// Without a limit it holds every match. With one it holds the first `limit` and some that follow, so that what leaves
/// is replaced without a read; when too few are left it asks to be filled again.
package struct LiveList: Sendable {
    /// What a transaction did to the list.
    package enum Outcome: Sendable {
        /// What is shown is as before.
        case unchanged
        /// What is shown is another.
        case changed
        /// Too few are left of a window: read it anew. With what was shown before.
        case exhausted(shown: [Item])
    }

    private let form: ListForm
    private let limit: Int?
    private var items: [Item]
    /// Whether `items` are all matches there are.
    private var isComplete: Bool

    /// How many a window reads: the shown ones and those that may move up.
    package static func capacity(limit: Int?) -> Int? { limit.map { $0 + max($0 / 2, 32) } }

    /// `records` are in order, at most `capacity(limit:)`; fewer mean that there are no more.
    package init(_ form: ListForm, limit: Int?, records: [Record]) {
        self.form = form
        self.limit = limit
        items = records.map { Item($0, form) }
        isComplete = Self.capacity(limit: limit).map { records.count < $0 } ?? true
    }

    /// The items shown, in order.
    package var shown: ArraySlice<Item> { items.prefix(limit ?? .max) }

    /// How many are held; without a limit, all matches.
    package var count: Int { items.count }

    /// Applies the changes of one transaction, each with whether the record matched before and matches after.
    package mutating func apply(_ changes: [(change: Change, before: Bool, after: Bool)]) -> Outcome {
        if changes.count == 1 { return apply(changes[0].change, before: changes[0].before, after: changes[0].after) }
        // What one change does another may undo: the net effect counts.
        let seenBefore = Array(shown)
        var touched = false
        for (change, before, after) in changes where move(change, before, after) { touched = true }
        if isExhausted { return .exhausted(shown: seenBefore) }
        return !touched || seenBefore.elementsEqual(shown, by: { $0.bytes == $1.bytes }) ? .unchanged : .changed
    }

    /// Applies the only change of a transaction, with whether the record matched before and matches after.
    package mutating func apply(_ change: Change, before: Bool, after: Bool) -> Outcome {
        let mayExhaust = !isComplete && items.count == limit
        let seenBefore = mayExhaust ? Array(shown) : []
        let touched = move(change, before, after)
        if isExhausted { return .exhausted(shown: seenBefore) }
        return touched ? .changed : .unchanged
    }

    /// Whether too few are left of a window.
    private var isExhausted: Bool { limit.map { items.count < $0 && !isComplete } ?? false }

    /// Answers whether it concerns what is shown.
    private mutating func move(_ change: Change, _ before: Bool, _ after: Bool) -> Bool {
        var touched = false
        if before, let old = change.old { touched = isShown(remove(old)) }
        if after, let new = change.new { touched = isShown(insert(new)) || touched }
        return touched
    }

    private func isShown(_ place: Int?) -> Bool {
        guard let place else { return false }
        return limit.map { place < $0 } ?? true
    }

    /// Takes out a record that matched; its place, if it was held.
    private mutating func remove(_ record: Record) -> Int? {
        var place = lowerBound(record)
        // It lies beyond what is held.
        if place == items.count, !isComplete { return nil }
        if place == items.count || !items[place].shows(record) {
            // Another program changed the row where the log does not say so (`updatedAt` or `_version` alone).
            guard let found = items.firstIndex(where: { $0.shows(record) }) else { return nil }
            place = found
        }
        items.remove(at: place)
        return place
    }

    /// Puts the record in its place; nil when it lies beyond what is held.
    private mutating func insert(_ record: Record) -> Int? {
        let place = lowerBound(record)
        if place == items.count, !isComplete { return nil }
        items.insert(Item(record, form), at: place)
        if let capacity = Self.capacity(limit: limit), items.count > capacity {
            items.removeLast()
            isComplete = false
        }
        return place
    }

    /// The first place whose record does not come before `record`.
    private func lowerBound(_ record: Record) -> Int {
        var low = 0
        var high = items.count
        while low < high {
            let middle = (low + high) / 2
            if form.sort.compare(items[middle].record, record) < 0 { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
