/// Publishes the input that no other beats; the first of equals.
struct BestStage<Input, Failure: Error>: Stage {
    typealias Output = Input

    /// Whether the second is better than the first.
    let isBeaten: (Input, Input) throws(Failure) -> Bool
    var best: Input?

    var appetite: Appetite { .everything }

    mutating func receive(_ input: Input) throws(Failure) -> Step<Input> {
        guard let current = best else {
            best = input
            return .skip
        }
        if try isBeaten(current, input) { best = input }
        return .skip
    }

    func finish() -> Input? { best }
}
