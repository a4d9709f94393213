/// An activity that can be ended.
public protocol Cancellable {
    /// Ends the activity and releases what it held. From any thread; again has no effect.
    func cancel()
}

extension Cancellable {
    /// Keeps this in a collection, as an `AnyCancellable`.
    public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
        AnyCancellable(self).store(in: &collection)
    }

    /// Keeps this in a set, as an `AnyCancellable`.
    public func store(in set: inout Set<AnyCancellable>) {
        AnyCancellable(self).store(in: &set)
    }
}
