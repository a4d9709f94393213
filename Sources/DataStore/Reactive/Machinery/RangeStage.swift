/// Publishes the inputs whose places lie in a range, and ends behind it.
struct RangeStage<Input, Failure: Error>: Stage {
    typealias Output = Input

    let range: Range<Int>
    var place = 0

    var isFinished: Bool { place >= range.upperBound || range.isEmpty }

    mutating func receive(_ input: Input) throws(Failure) -> Step<Input> {
        defer { place += 1 }
        guard place >= range.lowerBound else { return .skip }
        return place + 1 < range.upperBound ? .emit(input) : .last(input)
    }
}
