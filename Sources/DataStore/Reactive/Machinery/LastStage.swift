/// Publishes the last input that satisfies a condition.
struct LastStage<Input, Failure: Error>: Stage {
    typealias Output = Input

    let predicate: (Input) throws(Failure) -> Bool
    var last: Input?

    var appetite: Appetite { .everything }

    mutating func receive(_ input: Input) throws(Failure) -> Step<Input> {
        if try predicate(input) { last = input }
        return .skip
    }

    func finish() -> Input? { last }
}
