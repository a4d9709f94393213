/// Publishes the inputs that differ from the one published before.
struct RemoveDuplicatesStage<Input, Failure: Error>: Stage {
    typealias Output = Input

    let isDuplicate: (Input, Input) throws(Failure) -> Bool
    var last: Input?

    mutating func receive(_ input: Input) throws(Failure) -> Step<Input> {
        if let last, try isDuplicate(last, input) { return .skip }
        last = input
        return .emit(input)
    }
}
