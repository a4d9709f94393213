internal import Locks

/// A cancellable that cancels when it is released.
public final class AnyCancellable: Cancellable, Hashable, @unchecked Sendable {
    // Sendable: the one field is a lock, and what it holds runs once. That it may run on the thread of any holder is
    // what `Cancellable` says of `cancel()`.
    private let action = Lock<(() -> Void)?>(nil)

    /// Runs `cancel` when cancelled or released, once.
    public init(_ cancel: @escaping () -> Void) {
        action.withLock { $0 = cancel }
    }

    /// Cancels `canceller` when cancelled or released.
    public init<C: Cancellable>(_ canceller: C) {
        action.withLock { $0 = canceller.cancel }
    }

    deinit {
        cancel()
    }

    /// Ends the activity and releases it. From any thread; again has no effect.
    public func cancel() {
        action.withLock { $0.take() }?()
    }

    /// Whether both are the same object.
    public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool {
        left === right
    }

    /// Feeds the identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }

    /// Keeps this in a collection.
    public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
        collection.append(self)
    }

    /// Keeps this in a set.
    public func store(in set: inout Set<AnyCancellable>) {
        set.insert(self)
    }
}
