/// The part of a file that `Range` asks for (RFC 9110 §14.2). One range; several, or a malformed field, get the whole.
package enum ByteRange: Equatable {
    case whole
    case part(Range<Int>)
    case unsatisfiable

    package init(_ field: String, size: Int) {
        self = .whole
        guard field.prefix(6).lowercased() == "bytes=" else { return }
        let ends = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.count <= 18 && $0.utf8.allSatisfy { (48...57).contains($0) } })
        else { return }
        switch (Int(ends[0]), Int(ends[1])) {
        case (let first?, let last?):
            if first <= last { self = first < size ? .part(first..<min(last + 1, size)) : .unsatisfiable }
        case (let first?, nil): self = first < size ? .part(first..<size) : .unsatisfiable
        case (nil, let suffix?): self = suffix > 0 && size > 0 ? .part(max(0, size - suffix)..<size) : .unsatisfiable
        case (nil, nil): break
        }
    }
}
