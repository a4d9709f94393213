import Locks

/// Counts how many of its tokens live.
final class Mint: Sendable {
    private let count = Lock(0)

    var living: Int { count.withLock { $0 } }

    func token() -> Token { Token(self) }

    /// An object to be held by a closure or to be sent as a value.
    final class Token: Sendable {
        private let mint: Mint

        fileprivate init(_ mint: Mint) {
            self.mint = mint
            mint.count.withLock { $0 += 1 }
        }

        deinit {
            mint.count.withLock { $0 -= 1 }
        }
    }
}
