import Glibc

/// Random bits of the system's generator, fetched 256 bytes at a time.
///
/// A value: its owner is the only one who draws from it.
struct RandomPool {
    /// What `getentropy` gives at most in one call, in words.
    private static let size = 32

    private var words: [UInt64] = []

    /// Sixty-four unpredictable bits.
    mutating func next() -> UInt64 {
        if let word = words.popLast() { return word }
        words = [UInt64](repeating: 0, count: RandomPool.size)
        let failed = words.withUnsafeMutableBytes { getentropy($0.baseAddress, $0.count) }
        guard failed == 0, let word = words.popLast() else {
            words = []
            return UInt64.random(in: .min ... .max)
        }
        return word
    }
}
