/// Which of a model's fields, by place: a bit each, without a buffer for models of up to 64 fields.
struct PlaceSet {
    private var first: UInt64 = 0
    private var others: Set<Int> = []

    @inline(__always)
    func contains(_ place: Int) -> Bool {
        place < 64 ? first & 1 << UInt64(place) != 0 : others.contains(place)
    }

    @inline(__always)
    mutating func insert(_ place: Int) {
        if place < 64 { first |= 1 << UInt64(place) } else { others.insert(place) }
    }
}
