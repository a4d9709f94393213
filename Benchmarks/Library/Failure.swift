import Locks

/// The first failure that a completion told.
final class Failure: Sendable {
    private let first = Lock<(any Error)?>(nil)

    func set(_ error: any Error) { first.withLock { $0 = $0 ?? error } }

    func check() throws {
        if let error = first.withLock({ $0 }) { throw error }
    }
}
