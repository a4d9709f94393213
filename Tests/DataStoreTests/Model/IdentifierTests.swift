import DataStore
import Dispatch
import Testing

@Suite struct IdentifierTests {
    @Test func identifiersAreVersion7AndGrow() {
        let before = Instant.now
        let texts = (0..<10_000).map { _ in UUIDv7.next() }
        for text in texts {
            let bytes = Array(text.string.utf8)
            let isWell = bytes.enumerated().allSatisfy { place, byte in
                switch place {
                case 8, 13, 18, 23: byte == UInt8(ascii: "-")
                case 14: byte == UInt8(ascii: "7")
                case 19: "89ab".utf8.contains(byte)
                default: "0123456789abcdef".utf8.contains(byte)
                }
            }
            guard bytes.count == 36, isWell else {
                Issue.record("\(text)")
                return
            }
        }
        #expect(zip(texts, texts.dropFirst()).allSatisfy { $0 < $1 })
        let milliseconds = Int64(texts[0].string.prefix(13).filter { $0 != "-" }, radix: 16) ?? 0
        #expect(milliseconds >= before.seconds * 1000 && milliseconds <= (Instant.now.seconds + 1) * 1000)
    }

    @Test func identifiersOfManyThreadsDiffer() {
        let batches = Batches()
        DispatchQueue.concurrentPerform(iterations: 8) { _ in batches.add((0..<1000).map { _ in UUIDv7.next() }) }
        #expect(Set(batches.all).count == 8000)
    }

    private final class Batches: @unchecked Sendable {
        // Sendable: `texts` is only touched on `queue`.
        private let queue = DispatchQueue(label: "batches")
        private var texts: [Text] = []

        func add(_ batch: [Text]) { queue.sync { texts += batch } }
        var all: [Text] { queue.sync { texts } }
    }

    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
        ("foobar", "Zm9vYmFy"),
        ("\u{7FF}\u{7FF}??>", "37_fvz8_Pg"),
    ])
    func base64IsRFC4648s(plain: String, encoded: String) {
        #expect(Base64URL.encode(Array(plain.utf8)) == encoded)
        #expect(Base64URL.decode(encoded) == Array(plain.utf8))
    }

    @Test(arguments: ["Z", "Zh", "Zm9", "Zg==", "Zm9v=", "Zm 9v", "Zm9+", "Zm9/", "Zm9é", "Zm9v\n", "AAAAA"])
    func otherTextIsNoBase64(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test func base64RoundTripsAndIsUnique() {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SplitMix64(seed: seed)
        for _ in 0..<5000 {
            let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                UInt8.random(in: 0 ... .max, using: &generator)
            }
            let text = Base64URL.encode(bytes)
            guard Base64URL.decode(text) == bytes,
                Base64URL.decode(text + "A").map(Base64URL.encode) ?? text + "A" == text + "A"
            else {
                Issue.record("seed \(seed): \(bytes)")
                return
            }
        }
    }
}
