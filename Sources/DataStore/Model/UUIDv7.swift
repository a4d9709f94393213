import Glibc
import Locks

/// Makes identifiers (RFC 9562 §5.7): 48 bits of milliseconds since 1970, then 74 random ones, in lower case.
///
/// Each is greater than all that this process made before, also within one millisecond and when the clock is set back:
/// then the random part grows by a random step (method 2 of §6.2).
package enum UUIDv7 {
    /// The next one: `0198c1a2-7b3c-7d4e-8f50-617283940a1b`.
    package static func next() -> Text {
        var clock = timespec()
        clock_gettime(CLOCK_REALTIME, &clock)
        let milliseconds = UInt64(clamping: clock.tv_sec * 1000 + clock.tv_nsec / 1_000_000)
        let (high, low) = generator.withLock { $0.next(atMilliseconds: milliseconds) }
        return text(high, low)
    }

    private static let generator = Lock(Generator())

    /// The last one given, and how the next follows from it.
    struct Generator {
        private var milliseconds: UInt64 = 0
        /// The 12 bits of `rand_a`.
        private var upper: UInt64 = 0
        /// The 62 bits of `rand_b`.
        private var lower: UInt64 = 0
        private var pool = RandomPool()

        /// The two halves of the next one, in order, with version and variant in place.
        mutating func next(atMilliseconds now: UInt64) -> (high: UInt64, low: UInt64) {
            if now > milliseconds {
                milliseconds = now
                draw()
            } else {
                lower += 1 + pool.next() >> 32
                if lower >> 62 != 0 {
                    lower &= 1 << 62 - 1
                    upper += 1
                }
                if upper >> 12 != 0 {
                    milliseconds += 1
                    draw()
                }
            }
            return (milliseconds << 16 | 0x7000 | upper, 1 << 63 | lower)
        }

        private mutating func draw() {
            upper = pool.next() >> 52
            lower = pool.next() >> 2
        }
    }

    private static func text(_ high: UInt64, _ low: UInt64) -> Text {
        Text(
            String(unsafeUninitializedCapacity: 36) { buffer in
                var offset = 0
                for digit in 0..<32 {
                    if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
                        buffer[offset] = UInt8(ascii: "-")
                        offset += 1
                    }
                    let half = digit < 16 ? high : low
                    buffer[offset] = UInt8(truncatingIfNeeded: half >> UInt64(60 - 4 * (digit & 15))).lowHexDigit
                    offset += 1
                }
                return offset
            })
    }
}
