import HTTP
import Server
import Testing

/// A run of frames gives each subscriber the part that it has not seen.
@Suite struct FrameRunTests {
    /// Events of changes 10, 12 and 15, of 1, 2 and 4 bytes: the length of a part tells which they are.
    private static let run = FrameRun(payload: Array(repeating: 0x61, count: 7), ends: [(10, 1), (12, 3), (15, 7)])

    @Test(
        "The part after a change",
        arguments: [
            (0, 7), (9, 7), (10, 6), (11, 6), (12, 4), (14, 4), (15, nil), (16, nil), (Int64.max, nil),
        ] as [(Int64, Int?)])
    func parts(_ seq: Int64, _ count: Int?) {
        #expect(Self.run.frame(after: seq)?.payloadCount == count)
        #expect(Self.run.lastSeq == 15)
    }

    @Test("Everyone who has seen nothing shares one frame")
    func shared() {
        #expect(Self.run.frame(after: 3) === Self.run.frame(after: 9))
    }
}
