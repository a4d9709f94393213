/// Finds the name that was probably meant.
package enum Suggestion {
    /// The candidate nearest to `name`, if one is near enough: at most a third of the characters differ, a swap of two
    /// neighbours counting once. Another case of the same letters is always near.
    package static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
        let wanted = Array(name.lowercased().utf8)
        guard wanted.count <= 200 else { return nil }
        var best: (candidate: String, distance: Int)?
        for candidate in candidates where candidate != name {
            let known = Array(candidate.lowercased().utf8)
            let bound = max(1, max(wanted.count, known.count) / 3)
            guard known.count <= 200, abs(known.count - wanted.count) <= bound else { continue }
            let distance = distance(wanted, known)
            if distance <= bound, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.candidate
    }

    /// `; did you mean "title"?`, or nothing.
    package static func hint(for name: String, among candidates: some Sequence<String>) -> String {
        nearest(to: name, among: candidates).map { "; did you mean \"\($0)\"?" } ?? ""
    }

    /// Insertions, deletions, replacements and swaps of neighbours that turn one into the other.
    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var beforeLast = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        var row = last
        for (i, left) in a.enumerated() {
            row[0] = i + 1
            for (j, right) in b.enumerated() {
                row[j + 1] = min(last[j + 1] + 1, row[j] + 1, last[j] + (left == right ? 0 : 1))
                if i > 0, j > 0, left == b[j - 1], a[i - 1] == right {
                    row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1)
                }
            }
            (beforeLast, last, row) = (last, row, beforeLast)
        }
        return last[b.count]
    }
}
