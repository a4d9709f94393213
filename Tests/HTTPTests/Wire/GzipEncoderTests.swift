import HTTP
import Testing

@Suite struct GzipEncoderTests {
    @Test("What is coded is shorter and decodes to what it was, body after body", arguments: [UInt64(4_711)])
    func roundTrip(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let encoder = try #require(GzipEncoder())
        var coded = 0
        for _ in 0..<400 {
            let count = Int.random(in: 0...1 << Int.random(in: 1...18, using: &random), using: &random)
            let alphabet = UInt8.random(in: 1...255, using: &random)
            let body = (0..<count).map { _ in UInt8.random(in: 0...alphabet, using: &random) }
            guard let bytes = encoder.encode(body) else { continue }
            coded += 1
            #expect(bytes.count < body.count && gunzip(bytes) == body, "seed \(seed), \(count) of 0...\(alphabet)")
        }
        #expect(coded > 100)
    }

    @Test("Nothing is coded that would not be shorter; equal bodies give equal bytes")
    func worth() throws {
        var random = SplitMix64(seed: 1)
        let encoder = try #require(GzipEncoder())
        #expect(
            encoder.encode([]) == nil && encoder.encode([1]) == nil
                && encoder.encode([UInt8](repeating: 1, count: 20)) == nil)
        #expect(encoder.encode((0..<10_000).map { _ in UInt8.random(in: 0...255, using: &random) }) == nil)
        let body = [UInt8](repeating: 7, count: 5000)
        let first = encoder.encode(body)
        #expect(first != nil && first == encoder.encode(body) && first == GzipEncoder()?.encode(body))
    }
}
