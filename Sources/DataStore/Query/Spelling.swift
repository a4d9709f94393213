/// Finds the name that was probably meant.
enum Spelling {
    /// The candidate that differs from `name` by few letters, or nil. The first of equals.
    static func nearest<Names: Sequence>(to name: String, in candidates: Names) -> String?
    where Names.Element == String {
        let wanted = Array(name.utf8)
        // Longer names are no slips of the finger, and the distance takes time in the square of the length.
        guard wanted.count <= 64 else { return nil }
        var best: (name: String, distance: Int)?
        for candidate in candidates {
            let distance = distance(wanted, Array(candidate.utf8))
            if distance <= max(1, (wanted.count + 1) / 3), distance < best?.distance ?? Int.max {
                best = (candidate, distance)
            }
        }
        return best?.name
    }

    /// A sentence to append: ` Did you mean "title"?`, or nothing.
    static func suggestion<Names: Sequence>(for name: String, in candidates: Names) -> String
    where Names.Element == String {
        nearest(to: name, in: candidates).map { " Did you mean \"\($0)\"?" } ?? ""
    }

    /// What a client wrote, short enough for a sentence.
    static func excerpt(_ text: String) -> String {
        guard
            let end = text.unicodeScalars.index(
                text.unicodeScalars.startIndex, offsetBy: 64, limitedBy: text.unicodeScalars.endIndex),
            end != text.unicodeScalars.endIndex
        else { return text }
        return String(text.unicodeScalars[..<end]) + "…"
    }

    /// Letters to insert, delete or replace; another case of the same letter counts nothing.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        guard right.count <= 128 else { return Int.max }
        var row = Array(0...right.count)
        for (i, a) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, b) in right.enumerated() {
                let replaced = diagonal + (lowered(a) == lowered(b) ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }
}
