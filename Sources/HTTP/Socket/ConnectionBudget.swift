import Locks

/// How many connections there may be, and are. Shared by all loops.
final class ConnectionBudget: Sendable {
    private struct State {
        var count = 0
        var whenEmpty: (@Sendable () -> Void)?
    }

    /// Past so many, connections are answered 503.
    let limit: Int
    /// So many more are let in to be told so with all care; past them they are told and closed in one breath.
    private static let overflow = 16
    private let state = Lock(State())

    init(limit: Int) {
        self.limit = limit
    }

    /// How many connections are open, streams included.
    var count: Int { state.withLock { $0.count } }

    /// Room for one connection. `isOver`: it is only to be told that there is none. Nil: it cannot even be kept for that.
    func take() -> (permit: Permit, isOver: Bool)? {
        let limit = limit
        let count = state.withLock { state -> Int? in
            guard state.count < limit + Self.overflow else { return nil }
            state.count += 1
            return state.count
        }
        guard let count else { return nil }
        return (Permit { [self] in release() }, count > limit)
    }

    /// Calls `body` once, when no connection is open any more; at once if none is.
    func whenEmpty(_ body: @escaping @Sendable () -> Void) {
        let isEmpty = state.withLock { state in
            if state.count > 0 { state.whenEmpty = body }
            return state.count == 0
        }
        if isEmpty { body() }
    }

    private func release() {
        let body = state.withLock { state -> (@Sendable () -> Void)? in
            state.count -= 1
            guard state.count == 0 else { return nil }
            defer { state.whenEmpty = nil }
            return state.whenEmpty
        }
        body?()
    }
}
