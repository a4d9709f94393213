import Server
import Testing

/// `Range` fields against a file of ten bytes (RFC 9110 §14.1.2).
@Suite struct ByteRangeTests {
    @Test(
        "Parts",
        arguments: [
            ("bytes=0-0", 0..<1), ("bytes=0-", 0..<10), ("bytes=2-5", 2..<6), ("bytes=9-9", 9..<10),
            ("bytes=5-99", 5..<10),
            ("bytes=0-999999999999999999", 0..<10), ("bytes=-1", 9..<10), ("bytes=-10", 0..<10), ("bytes=-99", 0..<10),
            ("Bytes=1-2", 1..<3), ("BYTES=-3", 7..<10),
        ])
    func parts(_ field: String, _ range: Range<Int>) { #expect(ByteRange(field, size: 10) == .part(range)) }

    @Test("Outside", arguments: ["bytes=10-", "bytes=10-11", "bytes=99-", "bytes=-0"])
    func outside(_ field: String) { #expect(ByteRange(field, size: 10) == .unsatisfiable) }

    @Test(
        "Malformed, several, or of another unit: the whole",
        arguments: [
            "", "bytes", "bytes=", "bytes=-", "bytes=5", "bytes=5-2", "bytes=+1-2", "bytes=1--2", "bytes=a-b",
            "bytes=0x1-2",
            "bytes=0-1,4-5", "bytes=1- 2", "items=0-1", "bytes:0-1", "bytes=99999999999999999999-",
        ])
    func whole(_ field: String) { #expect(ByteRange(field, size: 10) == .whole) }

    @Test("Nothing is a part of an empty file", arguments: ["bytes=0-", "bytes=0-0", "bytes=-1"])
    func empty(_ field: String) { #expect(ByteRange(field, size: 0) == .unsatisfiable) }
}
