/// Deadlines in a ring of ticks: an insertion or an expiry costs the same however many there are.
///
/// It is coarse on purpose: a quarter of a second, rounded up, so that nothing expires early. What lies beyond its
/// horizon is put at the horizon; its owner looks again then.
struct DeadlineWheel {
    /// The length of a tick in nanoseconds.
    static let tickLength: UInt64 = 250_000_000
    /// How many ticks ahead can be told apart: 64 seconds.
    static let horizon = 256

    private var slots: [[UInt64]]
    /// The last tick that has expired.
    private var cursor: UInt64
    /// How many tokens are in the ring.
    private(set) var count = 0

    init(at now: Instant) {
        slots = Array(repeating: [], count: Self.horizon)
        cursor = now.nanoseconds / Self.tickLength
    }

    /// The tick at which a deadline would be put now.
    mutating func tick(for deadline: Instant, at now: Instant) -> UInt64 {
        if count == 0 { cursor = now.nanoseconds / Self.tickLength }
        let exact = deadline.nanoseconds / Self.tickLength + 1
        return min(max(exact, cursor + 1), cursor + UInt64(Self.horizon) - 1)
    }

    /// Puts a token at a tick that `tick(for:at:)` gave just before.
    mutating func insert(_ token: UInt64, tick: UInt64) {
        slots[Int(tick % UInt64(Self.horizon))].append(token)
        count += 1
    }

    /// Takes all tokens whose ticks have passed, each with its tick.
    mutating func expire(at now: Instant) -> [(token: UInt64, tick: UInt64)] {
        let current = now.nanoseconds / Self.tickLength
        var expired: [(token: UInt64, tick: UInt64)] = []
        while cursor < current, count > 0 {
            cursor += 1
            let slot = Int(cursor % UInt64(Self.horizon))
            for token in slots[slot] { expired.append((token, cursor)) }
            count -= slots[slot].count
            slots[slot].removeAll(keepingCapacity: slots[slot].count < 1024)
        }
        cursor = max(cursor, current)
        return expired
    }
}
