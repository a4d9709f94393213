import Locks

/// How many streams each address has open, and may have.
final class StreamCensus: Sendable {
    private struct State {
        var byAddress: [String: Int] = [:]
        var count = 0
    }

    private let limit: Int
    private let state = Lock(State())

    init(limit: Int) {
        self.limit = limit
    }

    /// How many streams are open, or about to be.
    var count: Int { state.withLock { $0.count } }

    /// Room for one more stream of an address; nil when it has its share.
    func take(_ address: String) -> Permit? {
        let limit = limit
        let isGiven = state.withLock { state in
            guard state.byAddress[address, default: 0] < limit else { return false }
            state.byAddress[address, default: 0] += 1
            state.count += 1
            return true
        }
        return isGiven ? Permit { [self] in release(address) } : nil
    }

    private func release(_ address: String) {
        state.withLock { state in
            state.count -= 1
            guard let count = state.byAddress[address] else { return }
            state.byAddress[address] = count > 1 ? count - 1 : nil
        }
    }
}
