/// A place in the one change log of a database: `<epoch>-<seq>`, after the change `seq`.
package struct Position: Sendable, Hashable {
    /// Names the log; a restored, cleared or recreated database has another.
    package let epoch: String
    /// Number of the last change before this place; 0 before the first.
    package let seq: Int64

    package init(epoch: String, seq: Int64) {
        self.epoch = epoch
        self.seq = seq
    }

    /// Reads `<epoch>-<seq>`: an epoch of letters and digits, a decimal number without sign; nil for anything else.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let dash = bytes.lastIndex(of: UInt8(ascii: "-")), (1...64).contains(dash) else { return nil }
        let epoch = bytes[..<dash]
        let digits = bytes[(dash + 1)...]
        guard epoch.allSatisfy(Self.isLetterOrDigit), (1...19).contains(digits.count),
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let seq = Int64(String(decoding: digits, as: UTF8.self))
        else { return nil }
        self.init(epoch: String(decoding: epoch, as: UTF8.self), seq: seq)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: false
        }
    }
}

extension Position: CustomStringConvertible {
    package var description: String { "\(epoch)-\(seq)" }
}
